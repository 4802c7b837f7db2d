import ArgumentParser
import VoiceActivity
import VoiceReports
import VoiceTrace

/// How the speech found in a file is written down.
enum VadFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, audacity, textgrid, rttm

    /// The ending of a file that holds it.
    var ending: String {
        switch self {
        case .text, .audacity: "txt"
        case .json: "json"
        case .textgrid: "TextGrid"
        case .rttm: "rttm"
        }
    }

    /// Whether the results of several files can stand one after the other.
    var takesSeveral: Bool {
        switch self {
        case .text, .json, .rttm: true
        case .audacity, .textgrid: false
        }
    }

    /// The text for one file.
    func text(
        _ activity: FileActivity, file: String, evidence: [SegmentEvidence]? = nil
    ) -> String {
        switch self {
        case .text: Self.plain(activity, file: file, evidence)
        case .json: PrintableText.jsonLine(Self.value(activity, file: file, evidence))
        case .audacity: Self.labels(activity)
        case .textgrid: Self.grid(activity)
        case .rttm: Self.rttm(activity, file: file)
        }
    }

    private static func plain(
        _ activity: FileActivity, file: String, _ evidence: [SegmentEvidence]?
    ) -> String {
        let rate = activity.sampleRate
        let speech = activity.segments.reduce(0) { $0 + Int64($1.count) }
        let count = activity.segments.count
        let found =
            count == 0
            ? "no speech"
            : "\(count) stretch\(count == 1 ? "" : "es") of speech, \(seconds(speech, rate)) s"
        var text = "\(PrintableText.line(file)): \(found) in \(seconds(activity.frames, rate)) s\n"
        for (index, segment) in activity.segments.enumerated() {
            text +=
                "  \(seconds(segment.lowerBound, rate)) to \(seconds(segment.upperBound, rate))\n"
            if let evidence { text += FrameEvidence.sentences(of: evidence[index]) }
        }
        return text
    }

    private static func value(
        _ activity: FileActivity, file: String, _ evidence: [SegmentEvidence]?
    ) -> JSONValue {
        [
            "file": .string(file), "sampleRate": .integer(Int64(activity.sampleRate)),
            "frames": .integer(activity.frames),
            "segments": .array(
                activity.segments.enumerated().map { index, segment in
                    var object: JSONObject = [
                        "start": .integer(segment.lowerBound),
                        "end": .integer(segment.upperBound),
                    ]
                    object["why"] = evidence.map { FrameEvidence.value(of: $0[index]) }
                    return .object(object)
                }),
        ]
    }

    /// A label track: start, end, name. Source: Audacity manual, importing labels.
    private static func labels(_ activity: FileActivity) -> String {
        let rate = activity.sampleRate
        return activity.segments.reduce(into: "") { text, segment in
            let start = seconds(segment.lowerBound, rate, digits: 6)
            text += "\(start)\t\(seconds(segment.upperBound, rate, digits: 6))\tspeech\n"
        }
    }

    /// One interval tier that covers the file. Source: Praat manual, TextGrid file formats.
    private static func grid(_ activity: FileActivity) -> String {
        let rate = activity.sampleRate
        func place(_ frame: Int64) -> String { seconds(frame, rate, digits: 6) }
        var intervals: [(range: Range<Int64>, name: String)] = []
        var reached: Int64 = 0
        for segment in activity.segments {
            if reached < segment.lowerBound { intervals.append((reached..<segment.lowerBound, "")) }
            intervals.append((segment, "speech"))
            reached = segment.upperBound
        }
        if reached < activity.frames { intervals.append((reached..<activity.frames, "")) }
        var text = """
            File type = "ooTextFile"
            Object class = "TextGrid"

            xmin = 0
            xmax = \(place(activity.frames))
            tiers? <exists>
            size = 1
            item []:
                item [1]:
                    class = "IntervalTier"
                    name = "speech"
                    xmin = 0
                    xmax = \(place(activity.frames))
                    intervals: size = \(intervals.count)

            """
        for (number, interval) in intervals.enumerated() {
            text += """
                        intervals [\(number + 1)]:
                            xmin = \(place(interval.range.lowerBound))
                            xmax = \(place(interval.range.upperBound))
                            text = "\(interval.name)"

                """
        }
        return text
    }

    /// One line a stretch. Source: NIST RT-09 evaluation plan, appendix A.
    private static func rttm(_ activity: FileActivity, file: String) -> String {
        let rate = activity.sampleRate
        // The name is the second field of a line: it may have no blank, and no control character.
        let name = PrintableText.part(SoundSearch.withoutEnding(DiskFile.name(of: file))).map {
            $0.isWhitespace ? "_" : $0
        }
        return activity.segments.reduce(into: "") { text, segment in
            let length = seconds(Int64(segment.count), rate, digits: 6)
            text += "SPEAKER \(String(name)) 1 \(seconds(segment.lowerBound, rate, digits: 6))"
            text += " \(length) <NA> <NA> speech <NA> <NA>\n"
        }
    }

    /// Frames in seconds, rounded to so many digits after the point, by integers alone.
    static func seconds(_ frames: Int64, _ rate: Int, digits: Int = 3) -> String {
        let rate = Int64(rate)
        var unit: Int64 = 1
        for _ in 0..<digits { unit *= 10 }
        let rest = (frames % rate * unit + rate / 2) / rate
        let whole = frames / rate + rest / unit
        let part = String(rest % unit)
        return "\(whole)." + String(repeating: "0", count: digits - part.count) + part
    }
}
