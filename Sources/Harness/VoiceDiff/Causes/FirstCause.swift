internal import VoiceTrace

/// A setting that both runs do not share, named as in `speech.thresholdPermille`; nil where one of
/// them does not have it.
public typealias SettingChange = FieldChange

/// Point at which two traces began to part, and its cause.
///
/// From the first differing event the way leads back to the earliest decision input that the
/// evidence of both traces does not share: a setting or constant (named by the traces themselves,
/// whether or not anybody said that it was changed), an input, a decision that the tolerance let
/// pass.
/// The earliest difference is taken. Where several stand at its frame, what was set (threshold,
/// limit, most) comes before what was measured in the evidence, that before other changed fields,
/// and those before what only one trace has: evidence, which belongs to another decision, or a
/// whole event. Of these the first counts, since what follows in its frame follows from it; so do
/// fields of an event without evidence that comes at another time. What is missing is named before
/// what came in its place. When the earliest one is an event without its own evidence, a later
/// event of the speech tap that was judged by another threshold or limit is named with it: settings
/// do not change within a session, so it held before, too.
public struct FirstCause: Sendable, Equatable {
    /// The difference that everything else follows from; nil if there is none.
    public let difference: Difference?
    /// The field that changed in it, nil when none did.
    package let field: FieldChange?
    /// A later difference whose evidence shows what had changed before, if there is one.
    public let evidence: Difference?
    /// Settings that both runs do not share.
    public let settings: [SettingChange]
    /// The first input that both sessions do not share, where it came before the difference.
    public let input: InputChange?
    /// A decision before the difference that came out otherwise within the tolerance.
    package let tolerated: Difference?
    /// Inputs that found no place and events that nothing took, as the replayer words them, then
    /// faults of turn-taking.
    public let flags: [String]
    /// Possible causes of the difference, the most likely first. Where nothing is known to have
    /// changed, the difference, the flag or the golden itself stands there, so it is never empty.
    public let causes: [Cause]
    /// Place where the difference shows, as in `play P_Ask at 1200 ms in module Ask: …`; nil where
    /// no event differs.
    package let seen: String?
    /// The cause for people, with file, line and values where they are known.
    public let sentence: String

    /// The first cause of what `diff` found; nil when there is nothing to explain.
    ///
    /// - Parameters:
    ///   - diff: the comparison of the two traces.
    ///   - known: what both runs are known not to share, in any order; settings that the traces
    ///     tell themselves are added.
    ///   - flags: inputs that found no place and events that nothing took.
    ///   - faults: where the run's turn-taking is not what was asked for.
    ///   - input: the first input that both sessions do not share.
    ///   - callerTiming: where a recorded caller no longer fits, in sentences.
    ///   - proof: what runs with parts of the edits showed.
    ///   - files: how the user names the files of the app's code.
    package init?(
        _ diff: TraceDiff, causes known: [Cause] = [], flags: [String] = [],
        faults: [TurnFault] = [], input: InputChange? = nil, callerTiming: [String] = [],
        proof: ProvenCauses? = nil, files: AppFiles = .asNamed
    ) {
        let flags = Self.flags(flags, faults)
        guard !diff.isEmpty || !flags.isEmpty else { return nil }
        let known = known.map { $0.located(in: diff) }
        let difference = Self.earliest(diff.differences, diff.vocabulary)
        let field = difference.flatMap { Self.leading($0.fields, diff.vocabulary) }
        var evidence: Difference?
        if let difference, field == nil, difference.event.tap == .speech {
            evidence = diff.differences.first { later in
                later.event.tap == .speech && later.fields.contains { Self.rank($0, []) == 0 }
            }
        }
        self.difference = difference
        self.field = field
        self.evidence = evidence
        self.input = input.flatMap { input in
            difference.map { input.mayCause($0.frame) } ?? true ? input : nil
        }
        tolerated = diff.tolerated.flatMap { earlier in
            difference.map { earlier.frame <= $0.frame } ?? false ? earlier : nil
        }
        self.flags = flags
        let words = CauseSentence(diff: diff, difference: difference, field: field)
        let settings = Self.settings(of: diff, and: known, difference: difference, field)
            .map(words.worded)
        self.settings = settings.compactMap(\.setting)
        let relevance = difference.map { first in
            SettingRelevance(
                differences: diff.differences.prefix { $0.frame == first.frame }, first: first,
                field: field, rate: diff.sampleRate, vocabulary: diff.vocabulary)
        }
        let fits = settings.filter { cause in
            cause.setting.flatMap { relevance?.mayExplain($0) } ?? true
        }
        let late = known.filter { $0.setting == nil && $0.follows(difference, in: diff) }
        var before =
            fits + known.filter { $0.setting == nil && !late.contains($0) }.ordered(for: diff)
        if let input = self.input { before.append(words.input(input)) }
        if let proof { before = proof.ordered(before, wording: words.worded) }
        if let tolerated {
            before.append(
                words.tolerated(tolerated, Self.leading(tolerated.fields, diff.vocabulary)))
        }
        seen = difference.map(words.main)
        let all =
            (before.isEmpty ? [words.unknown(flags, faults)] : before) + late
            + (proof?.unsettled(fits + known.filter { $0.setting == nil }) ?? [])
        causes = all.map(files.named)
        sentence = words.text(
            before: CauseSentence.told(
                before.filter { proof?.hasBeside($0) != true }.map(files.named)),
            evidence: evidence,
            evidenceField: evidence.flatMap { Self.leading($0.fields, diff.vocabulary) },
            late: CauseSentence.told(late.map(files.named)),
            after: CauseSentence.told(
                settings.filter { !fits.contains($0) && proof?.hasBeside($0) != true }),
            callerTiming: callerTiming,
            flags: flags.filter { flag in
                !known.contains { $0.what == flag || $0.kind == .flag && flag.contains($0.what) }
            })
    }

    /// Returns the flags with the faults that none of them already tells.
    private static func flags(_ flags: [String], _ faults: [TurnFault]) -> [String] {
        flags + faults.map(\.sentence).filter { told in !flags.contains { $0.contains(told) } }
    }

    /// Declared settings come first; the rest are told by the traces, and those that
    /// explain the difference best come first among them.
    private static func settings(
        of diff: TraceDiff, and known: [Cause], difference: Difference?, _ field: FieldChange?
    ) -> [Cause] {
        let declared = known.filter { $0.setting != nil }
        var told = diff.settings.filter { change in
            !declared.contains { $0.setting?.name == change.name }
        }
        if let difference {
            told = SettingRelevance(
                differences: diff.differences.prefix(1), first: difference, field: field,
                rate: diff.sampleRate, vocabulary: diff.vocabulary
            ).ordered(told)
        }
        return declared + told.map { Cause(setting: $0) }
    }

    static func earliest(
        _ differences: [Difference], _ vocabulary: EventVocabulary
    ) -> Difference? {
        guard let first = differences.first else { return nil }
        let numbers = vocabulary.fields(of: .item)
        let digests = vocabulary.fields(of: .digest)
        func rank(_ difference: Difference) -> Int {
            switch difference.kind {
            case .missing, .extra: return weakest
            case .moved, .retimed, .changed: break
            }
            // Another digest or number follows from another request, whose event is named first.
            let isConsequence = difference.fields.allSatisfy {
                digests.contains($0.name) || numbers.contains($0.name)
            }
            if isConsequence, !difference.fields.isEmpty { return weakest + 1 }
            guard let rank = difference.fields.map({ Self.rank($0, numbers) }).min() else {
                return weakest + 1
            }
            // A duration that ends at another time follows from what made it end.
            let isDecided = difference.fields.contains { $0.name.hasPrefix("why.") }
            return isDecided || (difference.shift ?? 0) == 0 ? rank : max(rank, weakest)
        }
        let sameFrame = differences.prefix { $0.frame == first.frame }
        let best = sameFrame.reduce(first) { rank($1) < rank($0) ? $1 : $0 }
        guard best.kind == .extra else { return best }
        // An event that stood in its place is told first.
        return sameFrame.first { $0.stands(for: best, vocabulary) } ?? best
    }

    /// Rank of a field that says nothing about the cause.
    private static let weakest = 5

    /// The field that says most about the cause. Among fields that say as much, words and reasons
    /// come before numbers, and those before a digest.
    static func leading(
        _ fields: [FieldChange], _ vocabulary: EventVocabulary
    ) -> FieldChange? {
        let numbers = vocabulary.fields(of: .item)
        func rank(_ field: FieldChange) -> Int { Self.rank(field, numbers) }
        let digests = vocabulary.fields(of: .digest)
        let words = vocabulary.fields(of: .reason).union([CoreKey.text])
        func clarity(_ field: FieldChange) -> Int {
            if words.contains(field.name) { return 0 }
            return digests.contains(field.name) ? 2 : 1
        }
        var best = fields.first
        for field in fields.dropFirst() {
            if let current = best, (rank(field), clarity(field)) < (rank(current), clarity(current))
            {
                best = field
            }
        }
        return best
    }

    /// Ranks a field: settings before measurements, measurements before their outcome. Names of
    /// what plays or listens may be counted, in `numbers`: one more or less before it renumbers it.
    private static func rank(_ field: FieldChange, _ numbers: Set<String>) -> Int {
        if numbers.contains(field.name) { return weakest }
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

extension TraceDiff {
    /// The first difference of the traces, in a sentence; nil where they agree.
    package var firstSentence: String? {
        FirstCause(
            self, causes: [], flags: [], faults: [], input: nil, callerTiming: []
        )?.sentence
    }
}
