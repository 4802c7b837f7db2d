internal import VoiceFiles
internal import VoiceLanguage

/// Transcripts as subtitles.
extension SpeakerLabels {
    /// Cues of WebVTT and SubRip: `00:00:01.500 --> 00:00:03.000`, then text that names its speaker
    /// as `<v SPEAKER>` or `SPEAKER:`.
    ///
    /// Source: W3C WebVTT, 4.2.2; SubRip writes a comma before the milliseconds.
    static func lines(subtitles bytes: [UInt8], path: String) throws(ActivityError) -> [Line] {
        var lines: [Line] = []
        var cue: (number: Int, start: Double, end: Double, text: String)?
        func finished(
            _ cue: (number: Int, start: Double, end: Double, text: String)
        ) throws(ActivityError) -> Line {
            guard let (speaker, text) = speaker(of: cue.text) else {
                throw .labels(
                    path: path,
                    reason: "the text of line \(cue.number) names no speaker, as <v NAME> or NAME:")
            }
            return Line(speaker: speaker, start: cue.start, end: cue.end, text: text)
        }
        let all = String(textFile: bytes).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, text) in all.enumerated() {
            if let times = text.range(of: "-->") {
                guard let start = seconds(text[..<times.lowerBound]),
                    let end = seconds(text[times.upperBound...])
                else {
                    throw .labels(path: path, reason: "line \(index + 1) is not TIME --> TIME")
                }
                if let cue { lines.append(try finished(cue)) }
                cue = (index + 2, start, end, "")
            } else if text.allSatisfy(\.isWhitespace) {
                if let cue, !cue.text.isEmpty {
                    lines.append(try finished(cue))
                }
                if cue?.text.isEmpty == false { cue = nil }
            } else if let before = cue?.text {
                cue?.text = before.isEmpty ? String(text) : "\(before) \(text)"
            }
            guard lines.count <= limit else { return lines }
        }
        if let cue, !cue.text.isEmpty { lines.append(try finished(cue)) }
        return lines
    }

    /// `hh:mm:ss.mmm`, the hours left out or not; settings of the cue may follow.
    private static func seconds(_ text: Substring) -> Double? {
        guard let first = text.split(whereSeparator: \.isWhitespace).first else { return nil }
        let parts = first.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            let plain = String(part.map { $0 == "," ? "." : $0 })
            guard let number = Double(plain), number.isFinite, number >= 0 else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds
    }

    private static func speaker(of text: String) -> (speaker: String, text: String)? {
        let text = String(text.trimmed)
        if text.hasPrefix("<v"), let end = text.firstIndex(of: ">") {
            let name = String(text[..<end].drop { $0 != " " }.trimmed)
            guard !name.isEmpty else { return nil }
            let said = text[text.index(after: end)...]
            return (name, String((said.hasSuffix("</v>") ? said.dropLast(4) : said).trimmed))
        }
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        return (String(text[..<colon].trimmed), String(text[text.index(after: colon)...].trimmed))
    }
}

extension Substring {
    /// Returns the first place of `text` in it.
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
