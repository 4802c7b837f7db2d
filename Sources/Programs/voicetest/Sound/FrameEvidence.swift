import ArgumentParser
import Synchronization
import VoiceActivity
import VoiceAudio
import VoiceJSON
import VoiceReports

/// Prints the evidence by which every hop of a file was judged.
enum FrameEvidence {
    /// Lets a scan of the file at `path`, which its rows call `name`, print its evidence.
    ///
    /// What keeps it from being printed ends the scan, or is thrown by the function given back
    /// where the scan had ended already.
    static func attach(
        to scan: inout ActivityScan, path: String, called name: String, format: VadFormat
    ) throws -> @Sendable () throws -> Void {
        let rate = try SoundFileReader(path: path).format.sampleRate
        if format == .text {
            try Console.print("time\tspeech\trule\tenergy\tfloor\tmargin\todds\tperiodicity")
        }
        let failure = FirstFailure()
        scan.onHops = { decisions in
            if failure.isThere { return }
            var text = ""
            for decision in decisions {
                text += format == .json ? json(decision, name, rate) : row(decision, rate)
            }
            do { try Console.print(unescaped: text) } catch { failure.keep(error) }
        }
        let progress = scan.onProgress
        scan.onProgress = { share in
            try failure.rethrow()
            try progress?(share)
        }
        return { try failure.rethrow() }
    }

    /// The first thing that went wrong where nothing can be thrown.
    private final class FirstFailure: Sendable {
        private let error = Mutex<(any Error)?>(nil)

        var isThere: Bool { error.withLock { $0 != nil } }

        func keep(_ error: any Error) { self.error.withLock { $0 = $0 ?? error } }

        func rethrow() throws {
            if let error = error.withLock({ $0 }) { throw error }
        }
    }

    private static func row(_ decision: HopDecision, _ rate: Int) -> String {
        let start = max(0, ActivityScan.frame(decision.start, at: rate))
        let levels = [decision.energy, decision.floor, decision.margin].map { tenths(Int($0)) }
        return "\(VadFormat.seconds(start, rate))\t\(decision.isSpeech ? "speech" : "-")\t"
            + "\(decision.rule.rawValue)\t\(levels.joined(separator: "\t"))\t"
            + "\(decision.logOdds)\t\(decision.periodicity)\n"
    }

    private static func json(_ decision: HopDecision, _ file: String, _ rate: Int) -> String {
        var object = members(of: decision)
        object["file"] = .string(file)
        object["frame"] = .integer(max(0, ActivityScan.frame(decision.start, at: rate)))
        return PrintableText.jsonLine(.object(object))
    }

    /// Returns the evidence by which a stretch was judged, in lines of text.
    static func sentences(of evidence: SegmentEvidence) -> String {
        var lines: [String] = []
        if let first = evidence.first { lines.append("begins " + sentence(first)) }
        if let clearest = evidence.clearest { lines.append("is clearest " + sentence(clearest)) }
        if let last = evidence.last { lines.append("ends " + sentence(last)) }
        lines.append("\(evidence.speechHops) of its \(evidence.hops) hops are speech")
        return lines.map { "    \($0)\n" }.joined()
    }

    /// Returns the evidence by which a hop was judged, in words.
    static func sentence(_ decision: HopDecision) -> String {
        let level = tenths(Int(decision.energy))
        let floor = tenths(Int(decision.floor))
        return "at \(level) dB over a floor of \(floor) dB, margin "
            + "\(tenths(Int(decision.margin))) dB, periodicity \(decision.periodicity) of 1000"
            + " (\(decision.rule.rawValue))"
    }

    /// Returns the evidence by which a stretch was judged, as JSON.
    static func value(of evidence: SegmentEvidence) -> JSONValue {
        var object: JSONObject = [
            "hops": .integer(Int64(evidence.hops)),
            "speechHops": .integer(Int64(evidence.speechHops)),
        ]
        object["first"] = evidence.first.map { .object(members(of: $0)) }
        object["last"] = evidence.last.map { .object(members(of: $0)) }
        object["clearest"] = evidence.clearest.map { .object(members(of: $0)) }
        return .object(object)
    }

    private static func members(of decision: HopDecision) -> JSONObject {
        [
            "speech": .bool(decision.isSpeech), "rule": .string(decision.rule.rawValue),
            "energy": .integer(Int64(decision.energy) * 10),
            "floor": .integer(Int64(decision.floor) * 10),
            "margin": .integer(Int64(decision.margin) * 10),
            "logOdds": .integer(Int64(decision.logOdds)),
            "periodicity": .integer(Int64(decision.periodicity)),
        ]
    }

    /// Hundredths of a decibel with one digit after the point.
    static func tenths(_ hundredths: Int) -> String {
        let tenths = (hundredths.magnitude + 5) / 10
        return "\(hundredths < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }
}
