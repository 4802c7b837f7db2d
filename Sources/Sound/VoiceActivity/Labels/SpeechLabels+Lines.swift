internal import VoiceFiles

/// Labels as lines of text, a stretch a line, with times in seconds.
extension SpeechLabels {
    /// The latest time that a line may name, in seconds: the longest sound.
    private static let secondsLimit = 172_800.0

    mutating func read(
        lines bytes: [UInt8], path: String, form: Form, rate: Int
    ) throws(ActivityError) {
        let lines = String(textFile: bytes).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var ranges: [Range<Int64>] = []
        for (index, line) in lines.enumerated() where Self.isStretch(line, form) {
            guard let times = Self.times(in: line, form), times.start >= 0,
                times.end >= times.start, times.end <= Self.secondsLimit
            else {
                let shape = form == .rttm ? Self.rttmShape : Self.trackShape
                throw .labels(
                    path: path, reason: "line \(index + 1) is not \(shape), in seconds and in order"
                )
            }
            guard ranges.count < Self.limit else {
                throw .labels(path: path, reason: "more than \(Self.limit) stretches of speech")
            }
            ranges.append(
                Int64(
                    (times.start * Double(rate)).rounded())..<Int64(
                        (times.end * Double(rate)).rounded()))
        }
        turns = Self.joined(ranges)
    }

    /// Whether a line is about a stretch, or should be.
    private static func isStretch(_ line: Substring, _ form: Form) -> Bool {
        guard let first = line.split(whereSeparator: \.isWhitespace).first else { return false }
        switch form {
        // Audacity tells the frequencies of a label in a line with a backslash.
        case .audacity, .json: return !first.hasPrefix("\\")
        case .rttm: return !otherTypes.contains(first) && !first.hasPrefix(";;")
        }
    }

    /// The times of a line in seconds; nil where it has none.
    private static func times(in line: Substring, _ form: Form) -> (start: Double, end: Double)? {
        guard form == .rttm else {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 1, let start = Double(fields[0]), let end = Double(fields[1])
            else { return nil }
            return (start, end)
        }
        let fields = line.split(whereSeparator: \.isWhitespace)
        guard fields.first == "SPEAKER", fields.count > 4, let start = Double(fields[3]),
            let length = Double(fields[4])
        else { return nil }
        return (start, start + length)
    }

    /// Types of lines of RTTM that say nothing of a stretch of speech.
    /// Source: NIST RT-09 evaluation plan, appendix A.
    private static let otherTypes = Set(
        """
        SEGMENT NOSCORE NO_RT_METADATA LEXEME NON-LEX NON-SPEECH FILLER EDIT IP SU CB A/P \
        SPKR-INFO NOEVAL
        """.split(separator: " "))
    private static let rttmShape = "SPEAKER, name, channel, start, length"
    /// Source: Audacity manual, importing and exporting labels.
    private static let trackShape = "start, tab, end, tab, label"
}
