package import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Unit of the integers of a field, told by the vocabulary or the field's name.
package enum FieldUnit: Sendable, Equatable {
    /// Thousandths of a decibel, shown in decibels.
    case milliDecibels
    /// Frames of the session clock, shown in milliseconds.
    case frames
    /// A time or duration in milliseconds, not in frames.
    case milliseconds
    /// Thousandths, shown as a fraction.
    case thousandths
    /// Nothing that is known.
    case plain

    /// The unit of the field, evidence (`why.NAME`) or setting called `field`; what stands before
    /// its last dot is ignored, and so is which member of a list it is.
    ///
    /// Of evidence only what the vocabulary declares is known: other programs have other clocks.
    package init(field: String, in vocabulary: EventVocabulary) {
        let last = field.split(separator: ".").last ?? Substring(field)
        let name = String(last.prefix { $0 != "[" })
        let isEvidence = field.hasPrefix(TraceEvent.evidencePrefix)
        self =
            switch isEvidence ? vocabulary.evidence[name] : vocabulary.unit(of: name) {
            case .milliDecibels: .milliDecibels
            case .frames, .instant: .frames
            case .milliseconds: .milliseconds
            case .thousandths: .thousandths
            case nil: isEvidence ? .plain : Self.unit(bySuffixOf: name)
            }
    }

    private static func unit(bySuffixOf name: String) -> FieldUnit {
        if name.hasSuffix("MilliDB") { return .milliDecibels }
        if name.hasSuffix("Permille") { return .thousandths }
        if name.hasSuffix("Ms") { return .milliseconds }
        return name.hasSuffix("Frames") ? .frames : .plain
    }

    /// The value as a person reads it: `9 dB`, `800 ms`, `0.873`; nil is spelled `nothing`.
    package func text(_ value: JSONValue?, rate: SampleRate) -> String {
        guard let value else { return "nothing" }
        guard case .integer(let number) = value else { return JSONWriter.text(value) }
        return switch self {
        case .milliDecibels: Self.fraction(number) + " dB"
        case .frames: Self.time(number, rate: rate)
        case .milliseconds: "\(number) ms"
        case .thousandths: Self.fraction(number)
        case .plain: "\(number)"
        }
    }

    /// Says by how much `change` went up or down, as in `+1 dB`; nil unless both values are
    /// integers.
    package func distance(_ change: FieldChange, rate: SampleRate) -> String? {
        guard let expected = change.expected?.integer, let found = change.found?.integer
        else { return nil }
        let (distance, overflow) = found.subtractingReportingOverflow(expected)
        guard !overflow else { return nil }
        return (distance > 0 ? "+" : "") + text(.integer(distance), rate: rate)
    }

    /// `frame` in milliseconds, as in `1234.5 ms`; in frames where it lies past any session.
    package static func time(_ frame: Frame, rate: SampleRate) -> String {
        abs(max(frame, -.max)) < timeLimit ? rate.text(frame) : "\(frame) frames"
    }

    /// Past 48 hours at any rate; larger numbers come from damaged traces only.
    private static let timeLimit: Frame = 1 << 40

    private static func fraction(_ thousandths: Int64) -> String {
        let size = thousandths.magnitude
        var digits = "\(size % 1_000)"
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        let sign = thousandths < 0 ? "-" : ""
        return "\(sign)\(size / 1_000)" + (digits.isEmpty ? "" : ".\(digits)")
    }
}
