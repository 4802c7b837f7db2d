import VoiceActivity
import VoiceJSON
import VoiceReports

/// Cut of a file, and the reason for it.
struct TrimResult: Sendable {
    let input: String
    let output: String
    let sampleRate: Int
    let frames: Int64
    let plan: SmartTrim
    let heard: (start: Double, end: Double)?
    let prePad: Double
    let postPad: Double
    var evidence: SegmentEvidence?
    var notes: [String] = []

    /// The explanation.
    func text(as format: OutputFormat) -> String {
        switch format {
        case .text: plain
        case .json: PrintableText.jsonLine(value)
        }
    }

    private func seconds(_ frames: Int64) -> String { VadFormat.seconds(frames, sampleRate) }

    /// Line on what was kept.
    var summary: String {
        let (start, end) = (plan.range.lowerBound, plan.range.upperBound)
        let name = PrintableText.line(input)
        return plan.isWhole
            ? "\(name): kept all of its \(seconds(frames)) s"
            : "\(name): kept \(seconds(start)) to \(seconds(end)) of \(seconds(frames)) s"
    }

    private var plain: String {
        var lines = [summary]
        if let refusal { lines.append(refusal) }
        switch plan.reason {
        case .words(let words):
            lines.append(
                "the words reach from \(seconds(words.lowerBound)) to "
                    + "\(seconds(words.upperBound)) s and cover the file")
        case .speech(let start, let end):
            lines.append("speech was found from \(seconds(start)) to \(seconds(end)) s")
            if let evidence { lines += edges(evidence) }
        case .noSpeech: lines.append("no speech was found: copied unchanged")
        }
        if plan.reason != .noSpeech { lines += ["\(pads)"] }
        return lines.joined(separator: "\n  ") + "\n"
    }

    /// Reason why a recognizer's times were not taken.
    var refusal: String? {
        guard let heard else { return nil }
        if case .words = plan.reason { return nil }
        guard heard.end > heard.start else { return "the times given end before they begin" }
        // These times come from outside: frames may not be able to count so far.
        let length = Double(frames) / Double(sampleRate)
        guard heard.start < length else {
            return "the words begin at \(Decimal.text(heard.start, digits: 3)) s, "
                + "where the file has ended"
        }
        let words = Decimal.text(min(length, heard.end) - heard.start, digits: 3)
        return "the words are \(words) s long and leave out too much of the file"
    }

    private var pads: String {
        let before = Int64((prePad * 1_000).rounded())
        let after = Int64((postPad * 1_000).rounded())
        return "\(before) ms are kept before the speech and \(after) ms after it, or less at the "
            + "ends of the file; an edge that would move by less than \(SpeechTrimmer.slackMs) ms "
            + "stays"
    }

    private func edges(_ evidence: SegmentEvidence) -> [String] {
        [("begins", evidence.first), ("ends", evidence.last)].compactMap { verb, decision in
            decision.map { "it \(verb) " + FrameEvidence.sentence($0) }
        }
    }

    private var value: JSONValue {
        var object: JSONObject = [
            "file": .string(input), "output": .string(output),
            "sampleRate": .integer(Int64(sampleRate)), "frames": .integer(frames),
            "start": .integer(plan.range.lowerBound), "end": .integer(plan.range.upperBound),
        ]
        switch plan.reason {
        case .words(let words):
            object["reason"] = "words"
            object["spoken"] = [
                "start": .integer(words.lowerBound), "end": .integer(words.upperBound),
            ]
        case .speech(let start, let end):
            object["reason"] = "speech"
            object["spoken"] = ["start": .integer(start), "end": .integer(end)]
        case .noSpeech: object["reason"] = "noSpeech"
        }
        if let refusal { object["wordsRefused"] = .string(refusal) }
        if let evidence { object["why"] = FrameEvidence.value(of: evidence) }
        return .object(object)
    }
}
