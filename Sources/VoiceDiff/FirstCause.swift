internal import VoiceTime
internal import VoiceTrace

/// A setting that both runs do not share, named as in `speech.thresholdMilliDB`; nil where one of
/// them does not have it.
public typealias SettingChange = FieldChange

/// Where two traces began to part, and why.
///
/// The earliest difference is taken. Where several stand at its frame, a changed field comes before
/// its consequences; among changed fields, what was set (threshold, limit) before what was measured
/// in the evidence, and that before other fields. When the earliest one is an event without its own
/// evidence, a later event of the speech tap that was judged by another threshold or limit is
/// named with it: settings do not change within a session, so it held before, too.
public struct FirstCause: Sendable, Equatable {
    /// The difference that everything else follows from; nil when there is none.
    public let difference: Difference?
    /// The field that changed in it, nil when none did.
    public let field: FieldChange?
    /// A later difference whose evidence shows what had changed before, if there is one.
    public let evidence: Difference?
    /// Settings that both runs do not share.
    public let settings: [SettingChange]
    /// Inputs that found no place and crossings that nothing took, as the replayer words them.
    public let flags: [String]
    /// All of it in one sentence.
    public let sentence: String

    /// The first cause of what `diff` found; nil when there is nothing to explain.
    public init?(_ diff: TraceDiff, settings: [SettingChange] = [], flags: [String] = []) {
        guard !diff.isEmpty || !flags.isEmpty else { return nil }
        let difference = Self.earliest(diff.differences)
        let field = difference.flatMap { Self.leading($0.fields) }
        var evidence: Difference?
        if let difference, field == nil, difference.event.tap == .speech {
            evidence = diff.differences.first { later in
                later.event.tap == .speech && later.fields.contains { Self.rank($0) == 0 }
            }
        }
        self.difference = difference
        self.field = field
        self.evidence = evidence
        self.settings = settings
        self.flags = flags
        sentence = CauseSentence(diff: diff, difference: difference, field: field).text(
            evidence: evidence, evidenceField: evidence.flatMap { Self.leading($0.fields) },
            settings: settings, flags: flags)
    }

    private static func earliest(_ differences: [Difference]) -> Difference? {
        guard let first = differences.first else { return nil }
        let sameFrame = differences.prefix { $0.frame == first.frame }
        var best = first
        for difference in sameFrame where rank(difference) < rank(best) { best = difference }
        return best
    }

    private static func rank(_ difference: Difference) -> Int {
        guard difference.kind == .changed else { return 5 }
        return difference.fields.map { rank($0) }.min() ?? 5
    }

    /// The field that says most about the cause.
    private static func leading(_ fields: [FieldChange]) -> FieldChange? {
        var best = fields.first
        for field in fields.dropFirst() {
            if let current = best, rank(field) < rank(current) { best = field }
        }
        return best
    }

    /// What was set before what was measured before what came of it.
    private static func rank(_ field: FieldChange) -> Int {
        switch field.name {
        case "why.threshold", "why.limit": 0
        case "why.duration": 2
        case "confidence": 4
        default: field.name.hasPrefix("why.") ? 1 : 3
        }
    }
}
