internal import VoiceFiles
internal import VoiceJSON
internal import VoiceLanguage

/// Labels with speakers as lines of text and as transcripts.
extension SpeakerLabels {
    /// Lines of RTTM, and of a label track of Audacity, whose labels are `SPEAKER` or
    /// `SPEAKER: what is said`.
    static func lines(tracks bytes: [UInt8], path: String) throws(ActivityError) -> [Line] {
        let isRTTM = Form(ofFile: path) == .rttm
        var lines: [Line] = []
        let all = String(textFile: bytes).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, text) in all.enumerated() {
            guard let first = text.split(whereSeparator: \.isWhitespace).first,
                isRTTM ? first == "SPEAKER" : !first.hasPrefix("\\")
            else { continue }
            guard let line = isRTTM ? rttm(text) : track(text) else {
                throw .labels(
                    path: path,
                    reason: "line \(index + 1) is not "
                        + (isRTTM
                            ? "SPEAKER, name, channel, start, length, two more, speaker"
                            : "start, tab, end, tab, speaker"))
            }
            lines.append(line)
            guard lines.count <= limit else { break }
        }
        return lines
    }

    /// Source: NIST RT-09 evaluation plan, appendix A.
    private static func rttm(_ text: Substring) -> Line? {
        let fields = text.split(whereSeparator: \.isWhitespace)
        guard fields.count > 7, let start = Double(fields[3]), let length = Double(fields[4]),
            start.isFinite, length.isFinite
        else { return nil }
        return Line(speaker: String(fields[7]), start: start, end: start + length)
    }

    /// Source: Audacity manual, importing and exporting labels.
    private static func track(_ text: Substring) -> Line? {
        let fields = text.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, let start = Double(fields[0]), let end = Double(fields[1]),
            start.isFinite, end.isFinite
        else { return nil }
        let (speaker, said) = parts(of: fields[2])
        return speaker.isEmpty ? nil : Line(speaker: speaker, start: start, end: end, text: said)
    }

    /// `SPEAKER` or `SPEAKER: what is said`.
    private static func parts(of text: Substring) -> (speaker: String, said: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0].trimmed), parts.count > 1 ? String(parts[1].trimmed) : "")
    }

    /// A transcript with speakers: `segments`, `utterances` or `turns`, or the root, a list of
    /// `{"speaker", "start", "end", "text"?}`, in seconds; in frames where the root has a
    /// `sampleRate`, and in milliseconds as `startMs` and `endMs`.
    static func lines(transcript bytes: [UInt8], path: String) throws(ActivityError) -> [Line] {
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes)
        } catch { throw .labels(path: path, reason: "not JSON: \(error)") }
        let object = root.object ?? [:]
        let lists = ["segments", "utterances", "turns"].compactMap { object[$0]?.array }
        guard let list = root.array ?? lists.first, list.count <= limit else {
            throw .labels(
                path: path,
                reason: "no list of \"segments\", \"utterances\" or \"turns\" with at most"
                    + " \(limit) stretches in it")
        }
        var unit = 1.0
        if let rate = object["sampleRate"] {
            guard let rate = rate.integer, (1...1_000_000).contains(rate) else {
                throw .labels(path: path, reason: "\"sampleRate\" is not 1 to 1000000 Hz")
            }
            unit = Double(rate)
        }
        var lines: [Line] = []
        for (index, value) in list.enumerated() {
            guard let line = line(value.object ?? [:], unit: unit) else {
                throw .labels(
                    path: path,
                    reason: "stretch \(index + 1) lacks \"speaker\", \"start\" or \"end\"")
            }
            lines.append(line)
        }
        return lines
    }

    private static func line(_ object: JSONObject, unit: Double) -> Line? {
        func time(_ key: String) -> Double? {
            object["\(key)Ms"]?.seconds.map { $0 / 1_000 } ?? object[key]?.seconds.map { $0 / unit }
        }
        let name = object["speaker"]?.string ?? object["speaker"]?.integer.map { "speaker \($0)" }
        guard let name, !name.isEmpty, let start = time("start"), let end = time("end") else {
            return nil
        }
        let text = (object["text"] ?? object["transcript"])?.string ?? ""
        return Line(speaker: name, start: start, end: end, text: String(text.trimmed))
    }
}

extension JSONValue {
    /// A finite number.
    fileprivate var seconds: Double? {
        let number: Double? =
            switch self {
            case .integer(let number): Double(number)
            case .decimal(let digits): Double(digits)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
