import ArgumentParser
import VoiceActivity
import VoiceJSON
import VoiceReports

/// Forms in which the speech found in a file is written down.
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

    /// The text for one file, channel by channel; `identity` is its name in RTTM.
    func text(_ found: [VadWork.Found], file: String, identity: String) -> String {
        switch self {
        case .text: found.map { Self.plain($0, file: file) }.joined()
        case .json: found.map { PrintableText.jsonLine(Self.value($0, file: file)) }.joined()
        case .audacity: found.map(Self.labels).joined()
        case .textgrid: Self.grid(found)
        case .rttm: found.map { Self.rttm($0, identity: identity) }.joined()
        }
    }

    private static func plain(_ found: VadWork.Found, file: String) -> String {
        let activity = found.activity
        let rate = activity.sampleRate
        let speech = activity.segments.reduce(0) { $0 + Int64($1.count) }
        let count = activity.segments.count
        let what =
            count == 0
            ? "no speech"
            : "\(count) stretch\(count == 1 ? "" : "es") of speech, \(seconds(speech, rate)) s"
        let title = PrintableText.line(found.channel.title(of: file))
        var text = "\(title): \(what) in \(seconds(activity.frames, rate)) s\n"
        for (index, segment) in activity.segments.enumerated() {
            text +=
                "  \(seconds(segment.lowerBound, rate)) to \(seconds(segment.upperBound, rate))\n"
            if let evidence = found.evidence {
                text += FrameEvidence.sentences(of: evidence[index])
            }
        }
        for key in found.keys ?? [] {
            let (start, end) = (key.frames.lowerBound, key.frames.upperBound)
            text += "  key \(key.key): \(seconds(start, rate)) to \(seconds(end, rate))\n"
        }
        return text
    }

    private static func value(_ found: VadWork.Found, file: String) -> JSONValue {
        let activity = found.activity
        var object: JSONObject = [
            "file": .string(file), "sampleRate": .integer(Int64(activity.sampleRate)),
            "frames": .integer(activity.frames),
        ]
        object["sha256"] = found.sha256.map { .string($0) }
        object["channel"] = found.channel.number.map { .integer(Int64($0)) }
        object["segments"] = .array(
            activity.segments.enumerated().map { index, segment in
                var object: JSONObject = [
                    "start": .integer(segment.lowerBound), "end": .integer(segment.upperBound),
                ]
                object["why"] = found.evidence.map { FrameEvidence.value(of: $0[index]) }
                return .object(object)
            })
        object["keys"] = found.keys.map { .array($0.map(\.value)) }
        return .object(object)
    }

    /// Returns the name of a stretch of a channel in a label track and a tier.
    private static func label(_ channel: PickedChannel) -> String {
        channel.number.map { "speech \($0)" } ?? "speech"
    }

    /// A label track: start, end, name. Source: Audacity manual, importing labels.
    private static func labels(_ found: VadWork.Found) -> String {
        let activity = found.activity
        let rate = activity.sampleRate
        return activity.segments.reduce(into: "") { text, segment in
            let start = seconds(segment.lowerBound, rate, digits: 6)
            let end = seconds(segment.upperBound, rate, digits: 6)
            text += "\(start)\t\(end)\t\(label(found.channel))\n"
        }
    }

    /// An interval tier for each channel. Source: Praat manual, TextGrid file formats.
    private static func grid(_ found: [VadWork.Found]) -> String {
        let rate = found.first?.activity.sampleRate ?? 1
        let length = seconds(found.map(\.activity.frames).max() ?? 0, rate, digits: 6)
        let head = """
            File type = "ooTextFile"
            Object class = "TextGrid"

            xmin = 0
            xmax = \(length)
            tiers? <exists>
            size = \(found.count)
            item []:

            """
        return found.enumerated().reduce(head) { text, entry in
            text + tier(entry.element, number: entry.offset + 1, length: length)
        }
    }

    /// A tier that covers the file.
    private static func tier(_ found: VadWork.Found, number: Int, length: String) -> String {
        let activity = found.activity
        func place(_ frame: Int64) -> String { seconds(frame, activity.sampleRate, digits: 6) }
        var intervals: [(range: Range<Int64>, name: String)] = []
        var reached: Int64 = 0
        for segment in activity.segments {
            if reached < segment.lowerBound { intervals.append((reached..<segment.lowerBound, "")) }
            intervals.append((segment, "speech"))
            reached = segment.upperBound
        }
        if reached < activity.frames { intervals.append((reached..<activity.frames, "")) }
        let head = """
                item [\(number)]:
                    class = "IntervalTier"
                    name = "\(label(found.channel))"
                    xmin = 0
                    xmax = \(length)
                    intervals: size = \(intervals.count)

            """
        return intervals.enumerated().reduce(head) { text, entry in
            text + """
                        intervals [\(entry.offset + 1)]:
                            xmin = \(place(entry.element.range.lowerBound))
                            xmax = \(place(entry.element.range.upperBound))
                            text = "\(entry.element.name)"

                """
        }
    }

    /// One line a stretch. Source: NIST RT-09 evaluation plan, appendix A.
    private static func rttm(_ found: VadWork.Found, identity: String) -> String {
        let activity = found.activity
        let rate = activity.sampleRate
        let channel = found.channel.number ?? 1
        return activity.segments.reduce(into: "") { text, segment in
            let length = seconds(Int64(segment.count), rate, digits: 6)
            text += "SPEAKER \(identity) \(channel)"
            text += " \(seconds(segment.lowerBound, rate, digits: 6))"
            text += " \(length) <NA> <NA> speech <NA> <NA>\n"
        }
    }

    /// The name of a file in RTTM: its path below the folder it was found in, without its ending.
    ///
    /// It is the second field of a line and may have no blank: blanks, characters that are not
    /// shown and `%` become `%` and two digits a byte, so that names that differ stay different.
    static func identity(of relative: String) -> String {
        SoundSearch.withoutEnding(relative).unicodeScalars.reduce(into: "") { name, scalar in
            let isPlain = scalar != "%" && !scalar.properties.isWhitespace
            let character = String(Character(scalar))
            if isPlain, PrintableText.part(character) == character {
                name.unicodeScalars.append(scalar)
            } else {
                for byte in character.utf8 {
                    name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }
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
