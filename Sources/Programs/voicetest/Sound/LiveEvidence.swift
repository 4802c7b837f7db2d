import VoiceActivity
import VoiceAudio
import VoiceJSON
import VoiceReports

/// Prints the evidence by which the live detector judged every hop of a file.
enum LiveEvidence {
    /// Lets a scan of the file at `path`, which its rows call `name`, print its evidence.
    static func attach(
        to scan: inout LiveScan, path: String, called name: String, format: VadFormat
    ) throws {
        let rate = try SoundFileReader(path: path).format.sampleRate
        if format == .text {
            try Console.print("time\tspeech\trule\tenergy\tfloor\tmargin\todds\tprobability")
        }
        scan.onHops = { decisions in
            var text = ""
            for decision in decisions {
                text += format == .json ? json(decision, name) : row(decision, rate)
            }
            try Console.print(unescaped: text)
        }
    }

    private static func row(_ decision: LiveDecision, _ rate: Int) -> String {
        let evidence = decision.evidence
        let levels = [evidence.energy, evidence.floor, evidence.margin].map {
            FrameEvidence.tenths(Int($0) / 10)
        }
        return "\(VadFormat.seconds(decision.start, rate))\t"
            + "\(decision.isSpeech ? "speech" : "-")\t"
            + "\(decision.rule.rawValue)\t\(levels.joined(separator: "\t"))\t"
            + "\(evidence.odds)\t\(evidence.probability)\n"
    }

    private static func json(_ decision: LiveDecision, _ file: String) -> String {
        let evidence = decision.evidence
        return PrintableText.jsonLine([
            "file": .string(file), "frame": .integer(decision.start),
            "speech": .bool(decision.isSpeech), "rule": .string(decision.rule.rawValue),
            "energy": .integer(Int64(evidence.energy)), "floor": .integer(Int64(evidence.floor)),
            "margin": .integer(Int64(evidence.margin)),
            "logOdds": .integer(Int64(evidence.odds)),
            "probability": .integer(Int64(evidence.probability)),
        ])
    }
}
