internal import VoiceTrace

/// Outcome of one session: the value that every report shows.
package struct Verdict: Sendable, Equatable {
    /// Result of comparing a session with its golden.
    package enum Outcome: Sendable, Equatable {
        /// Both traces agree within the tolerance.
        case agrees
        /// They do not.
        case differs
        /// The session or a trace could not be used, for the reason given.
        case damaged(String)

        /// `agrees`, `differs` or `damaged`.
        package var name: String {
            switch self {
            case .agrees: "agrees"
            case .differs: "differs"
            case .damaged: "damaged"
            }
        }
    }

    /// The session's name.
    package let name: String
    /// Path of the session.
    package let path: String
    /// Result of the comparison.
    package private(set) var outcome: Outcome
    /// Differences; nil when the session is damaged.
    package let diff: TraceDiff?
    /// First cause of the differences; nil when there are none, or the session is damaged.
    package private(set) var firstCause: FirstCause?
    /// Places where the run's turn-taking is not what was asked for, in order; any of them makes
    /// the session differ.
    package private(set) var faults: [TurnFault] = []
    /// Facts beside the traces that the first cause is worked out from.
    private var evidence = Evidence()
    /// Reason why it cannot be used, with its place; nil when it can.
    private let damage: Cause?
    /// Cause that made it differ, or the reason why it cannot be used, with its place; nil when it
    /// agrees.
    package var cause: Cause? {
        if let damage { return damage }
        if isNew, let flags = firstCause?.flags {
            return flags.count > 1
                ? Cause(flag: flags[1], among: faults)
                : Cause(.golden, key: Self.withoutGolden, what: Self.withoutGolden)
        }
        return firstCause?.causes.first
    }
    /// The first stage that was replayed; nil when nothing was.
    package var start: ReplayStart?
    /// Facts that two sessions do not share besides their traces, as in `seed 1 -> 2`: none of it
    /// is a difference of what happened. Empty where only traces are compared.
    package let notShared: [String]
    /// Places where a recorded caller speaks at a time that no longer fits what a changed flow
    /// does, in sentences. Empty where both runs had the caller that belongs to them.
    package let callerTiming: [String]
    /// Whether the session has no golden yet; ``diff`` then compares the session with itself.
    package var isNew = false
    /// Effect of the differences on the caller; nil where there are none, and where a rule of
    /// turn-taking is broken though prompts and words are the same.
    package var effect: CallerEffect? {
        get { effectOfDifferences?.kind == .nothing && !faults.isEmpty ? nil : effectOfDifferences }
        set { effectOfDifferences = newValue }
    }
    private var effectOfDifferences: CallerEffect?

    /// ``Cause/key`` of sessions without a golden.
    package static let withoutGolden = "no golden session yet"

    /// The verdict on two traces that could be compared.
    ///
    /// - Parameters:
    ///   - name: the session's name in reports.
    ///   - path: where the session is, as the user named it.
    ///   - diff: the comparison of the two traces.
    ///   - causes: what both runs are known not to share: settings, files, programs.
    ///   - flags: inputs that found no place and events that nothing took; any of them makes
    ///     the session differ.
    ///   - input: the first input that both sessions do not share.
    ///   - others: what else two sessions do not share; nil where no two sessions are compared.
    ///   - callerTiming: where a recorded caller no longer fits, in sentences.
    package init(
        name: String, path: String, diff: TraceDiff, causes: [Cause] = [], flags: [String] = [],
        input: InputChange? = nil, others: [String]? = nil, callerTiming: [String] = []
    ) {
        let words = CauseSentence(diff: diff, difference: nil, field: nil)
        notShared =
            others.map { others in
                let known = causes.map(words.worded) + (input.map { [words.input($0)] } ?? [])
                return CauseSentence.told(known) + others
            } ?? []
        self.name = name
        self.path = path
        self.diff = diff
        damage = nil
        evidence = Evidence(causes: causes, flags: flags, input: input)
        self.callerTiming = callerTiming
        outcome = .agrees
        add([])
    }

    /// Adds faults of turn-taking, which make a session differ that can be used.
    package mutating func add(_ more: [TurnFault]) {
        guard let diff else { return }
        faults += more
        firstCause = FirstCause(
            diff, causes: evidence.causes, flags: evidence.flags + evidence.besides, faults: faults,
            input: evidence.input, callerTiming: callerTiming, proof: evidence.proof,
            files: evidence.files)
        outcome = firstCause == nil ? .agrees : .differs
    }

    /// Adds a fault of the run that no acceptance takes, in a sentence.
    package mutating func add(besides: String) {
        evidence.besides.append(besides)
        add([])
    }

    /// Whether faults of the run alone make it differ: then its trace is the golden one.
    package var differsByFaultsAlone: Bool {
        guard let diff, !(faults.isEmpty && evidence.besides.isEmpty) else { return false }
        return diff.isEmpty && !diff.goldenIsEdited && evidence.flags.isEmpty
    }

    /// Notes which edits make the run differ, as runs with parts of them showed.
    package mutating func prove(_ proof: ProvenCauses) {
        evidence.proof = proof
        add([])
    }

    /// The verdict with the files of the app's code as the user names them.
    package func named(_ files: AppFiles) -> Verdict {
        var verdict = self
        verdict.evidence.files = files
        verdict.add([])
        return verdict
    }

    /// Notes that the proof of the session at `path` is told in the place of its own.
    mutating func confirm(as path: String) {
        guard let proof = evidence.proof, proof.proofOf != path else { return }
        prove(proof.confirmed(as: path))
    }

    /// The edits that are proven to make the first difference together.
    var provenCause: [Cause] {
        Array(firstCause?.causes.prefix(proof?.causes.first?.count ?? 0) ?? [])
    }

    /// Proof of the first cause; nil where that was not tried.
    package var proof: ProvenCauses? { evidence.proof?.named(evidence.files) }

    /// Facts beside the traces that the first cause is worked out from.
    private struct Evidence: Sendable, Equatable {
        var causes: [Cause] = []
        var flags: [String] = []
        var besides: [String] = []
        var input: InputChange?
        var proof: ProvenCauses?
        var files = AppFiles.asNamed
    }

    /// The verdict on a session that could not be used, for a `reason` in whole sentences; `file`
    /// and `line` are where it is to be mended, where that is known.
    package init(
        name: String, path: String, reason: String, file: String? = nil, line: Int? = nil
    ) {
        damage = Cause(.damage, file: file, line: line, what: reason)
        self.name = name
        self.path = path
        outcome = .damaged(reason)
        notShared = []
        callerTiming = []
        diff = nil
        firstCause = nil
    }
}

/// The first stage that ran when a session was replayed; what stands before it came from the
/// recorded trace.
package enum ReplayStart: String, Sendable, CaseIterable {
    /// Every stage ran, from the microphone on.
    case audio
    /// The recognizer and the engine ran.
    case speech
    /// Only the engine ran.
    case words
}
