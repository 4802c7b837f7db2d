internal import VoiceTime
internal import VoiceTrace

/// A setting that both runs do not share, named as in `speech.thresholdPermille`; nil where one of
/// them does not have it.
public typealias SettingChange = FieldChange

/// Where two traces began to part, and why.
///
/// From the first differing event the way leads back to the earliest decision input that the
/// evidence of both traces does not share: a setting or constant (named by the traces themselves,
/// whether or not anybody said that it was changed), an input, a decision that the tolerance let
/// pass.
/// The earliest difference is taken. Where several stand at its frame, a changed field comes before
/// its consequences; among changed fields, what was set (threshold, limit, most) before what was
/// measured in the evidence, that before other fields, and evidence that only one trace has last:
/// it belongs to another decision. When the earliest one is an event without its own
/// evidence, a later event of the speech tap that was judged by another threshold or limit is
/// named with it: settings do not change within a session, so it held before, too.
public struct FirstCause: Sendable, Equatable {
    /// The difference that everything else follows from; nil if there is none.
    public let difference: Difference?
    /// The field that changed in it, nil when none did.
    public let field: FieldChange?
    /// A later difference whose evidence shows what had changed before, if there is one.
    public let evidence: Difference?
    /// Settings that both runs do not share.
    public let settings: [SettingChange]
    /// The first input that both sessions do not share, where it came before the difference.
    public let input: InputChange?
    /// A decision before the difference that came out otherwise within the tolerance.
    public let tolerated: Difference?
    /// Inputs that found no place and crossings that nothing took, as the replayer words them.
    public let flags: [String]
    /// The cause for people, with file, line and values where they are known.
    public let sentence: String

    /// The first cause of what `diff` found; nil when there is nothing to explain.
    ///
    /// - Parameters:
    ///   - diff: the comparison of the two traces.
    ///   - settings: settings that are known to differ, for traces that do not tell themselves.
    ///   - flags: inputs that found no place and crossings that nothing took.
    ///   - input: the first input that both sessions do not share.
    ///   - surroundings: what else is not the same, as in `flow/prompts.json is another file`.
    ///   - settingPlaces: where settings were changed, as in `voicetest.json:3: settings.seed`.
    ///   - callerTiming: where a recorded caller no longer fits, in sentences.
    public init?(
        _ diff: TraceDiff, settings: [SettingChange] = [], flags: [String] = [],
        input: InputChange? = nil, surroundings: [String] = [],
        settingPlaces: [String: String] = [:], callerTiming: [String] = []
    ) {
        guard !diff.isEmpty || !flags.isEmpty else { return nil }
        let difference = Self.earliest(diff.differences)
        let field = difference.flatMap { Self.leading($0.fields, diff.vocabulary) }
        var evidence: Difference?
        if let difference, field == nil, difference.event.tap == .speech {
            evidence = diff.differences.first { later in
                later.event.tap == .speech && later.fields.contains { Self.rank($0) == 0 }
            }
        }
        self.difference = difference
        self.field = field
        self.evidence = evidence
        self.settings = Self.settings(of: diff, and: settings, difference: difference, field)
        self.input = input.flatMap { input in
            difference.map { input.mayCause($0.frame) } ?? true ? input : nil
        }
        tolerated = diff.tolerated.flatMap { earlier in
            difference.map { earlier.frame <= $0.frame } ?? false ? earlier : nil
        }
        self.flags = flags
        var words = CauseSentence(diff: diff, difference: difference, field: field)
        words.settingPlaces = settingPlaces
        let relevance = difference.map { first in
            SettingRelevance(
                differences: diff.differences.prefix { $0.frame == first.frame }, first: first,
                field: field, rate: diff.sampleRate, vocabulary: diff.vocabulary)
        }
        let fits = self.settings.filter { relevance?.mayExplain($0) ?? true }
        let others = self.settings.filter { !fits.contains($0) }
        var before = words.settings(fits) + surroundings
        if let input = self.input { before.append(words.input(input)) }
        if let tolerated {
            before.append(
                words.tolerated(tolerated, Self.leading(tolerated.fields, diff.vocabulary)))
        }
        sentence = words.text(
            before: before, evidence: evidence,
            evidenceField: evidence.flatMap { Self.leading($0.fields, diff.vocabulary) },
            after: words.settings(others), callerTiming: callerTiming, flags: flags)
    }

    /// Declared settings come first; the rest are told by the traces, and those that
    /// explain the difference best come first among them.
    private static func settings(
        of diff: TraceDiff, and declared: [SettingChange], difference: Difference?,
        _ field: FieldChange?
    ) -> [SettingChange] {
        var told = diff.settings.filter { change in
            !declared.contains { $0.name == change.name }
        }
        if let difference {
            told = SettingRelevance(
                differences: diff.differences.prefix(1), first: difference, field: field,
                rate: diff.sampleRate, vocabulary: diff.vocabulary
            ).ordered(told)
        }
        return declared + told
    }

    static func earliest(_ differences: [Difference]) -> Difference? {
        guard let first = differences.first else { return nil }
        let sameFrame = differences.prefix { $0.frame == first.frame }
        var best = first
        for difference in sameFrame where rank(difference) < rank(best) { best = difference }
        return best
    }

    private static func rank(_ difference: Difference) -> Int {
        difference.fields.map { rank($0) }.min() ?? weakest
    }

    /// The rank of what says nothing about the cause.
    private static let weakest = 5

    /// The field that says most about the cause.
    static func leading(
        _ fields: [FieldChange], _ vocabulary: EventVocabulary
    ) -> FieldChange? {
        let digests = vocabulary.fields(of: .digest)
        func clarity(_ field: FieldChange) -> Int { Self.clarity(field, digests) }
        var best = fields.first
        for field in fields.dropFirst() {
            if let current = best, (rank(field), clarity(field)) < (rank(current), clarity(current))
            {
                best = field
            }
        }
        return best
    }

    /// Among fields that say as much, words come before numbers, and those before a digest.
    private static func clarity(_ field: FieldChange, _ digests: Set<String>) -> Int {
        if field.name == CoreKey.text { return 0 }
        return digests.contains(field.name) ? 2 : 1
    }

    /// What was set before what was measured before what came of it.
    private static func rank(_ field: FieldChange) -> Int {
        let isEvidence = field.name.hasPrefix("why.")
        if isEvidence, field.expected == nil || field.found == nil { return weakest }
        return switch field.name {
        case "why.threshold", "why.limit", "why.most": 0
        case "why.duration", "why.silence", "why.count": 2
        case CoreKey.confidence: 4
        default: isEvidence ? 1 : 3
        }
    }
}
