public import VoiceTrace

/// What came of one session: the value that every report shows.
public struct Verdict: Sendable, Equatable {
    /// How a session fared.
    public enum Outcome: Sendable, Equatable {
        /// Both traces agree within the tolerance.
        case agrees
        /// They do not.
        case differs
        /// The session or a trace could not be used, for the reason given.
        case damaged(String)

        /// `agrees`, `differs` or `damaged`.
        public var name: String {
            switch self {
            case .agrees: "agrees"
            case .differs: "differs"
            case .damaged: "damaged"
            }
        }
    }

    /// The session's name.
    public let name: String
    /// Where the session stands.
    public let path: String
    /// How it fared.
    public let outcome: Outcome
    /// What differs; nil when the session is damaged.
    public let diff: TraceDiff?
    /// Why it differs; nil when it does not, or is damaged.
    public let firstCause: FirstCause?
    /// The first stage that was replayed; nil when nothing was.
    public var start: ReplayStart?
    /// What two sessions do not share besides their traces, as in `seed 1 -> 2`: none of it is a
    /// difference of what happened. Empty where only traces are compared.
    public let notShared: [String]
    /// Where a recorded caller speaks at a time that no longer fits what a changed flow does, in
    /// sentences. Empty where both runs had the caller that belongs to them.
    public let callerTiming: [String]
    /// Whether the session has no golden yet; ``diff`` then compares the session with itself.
    public var isNew = false

    /// The verdict on two traces that could be compared.
    ///
    /// - Parameters:
    ///   - name: the session's name in reports.
    ///   - path: where the session is, as the user named it.
    ///   - diff: the comparison of the two traces.
    ///   - settings: settings that both runs do not share, as in a what-if.
    ///   - flags: inputs that found no place and crossings that nothing took; any of them makes
    ///     the session differ.
    ///   - input: the first input that both sessions do not share.
    ///   - surroundings: what else is not the same in both runs.
    ///   - others: what else two sessions do not share; nil where no two sessions are compared.
    ///   - settingPlaces: where settings were changed, by their names.
    ///   - callerTiming: where a recorded caller no longer fits, in sentences.
    public init(
        name: String, path: String, diff: TraceDiff, settings: [SettingChange] = [],
        flags: [String] = [], input: InputChange? = nil, surroundings: [String] = [],
        others: [String]? = nil, settingPlaces: [String: String] = [:],
        callerTiming: [String] = []
    ) {
        let words = CauseSentence(diff: diff, difference: nil, field: nil)
        notShared =
            others.map {
                words.settings(settings) + (input.map { [words.input($0)] } ?? []) + surroundings
                    + $0
            } ?? []
        self.name = name
        self.path = path
        self.diff = diff
        firstCause = FirstCause(
            diff, settings: settings, flags: flags, input: input, surroundings: surroundings,
            settingPlaces: settingPlaces, callerTiming: callerTiming)
        self.callerTiming = callerTiming
        outcome = firstCause == nil ? .agrees : .differs
    }

    /// The verdict on a session that could not be used.
    public init(name: String, path: String, damage: TraceError) {
        self.init(name: name, path: path, reason: damage.description)
    }

    /// The verdict on a session that could not be used, for a `reason` in whole sentences.
    public init(name: String, path: String, reason: String) {
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
public enum ReplayStart: String, Sendable, CaseIterable {
    /// Every stage ran, from the microphone on.
    case audio
    /// The recognizer and the engine ran.
    case speech
    /// Only the engine ran.
    case words
}
