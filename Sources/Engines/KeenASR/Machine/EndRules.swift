internal import VoiceRecognition
internal import VoiceTime

/// The limits of ``KIOSVadParameter``, in milliseconds; nil is never.
struct VadLimits: Sendable, Hashable {
    private var values: [Int64?] = [10_000, 1_000, 2_000, 20_000]
    /// The longest limit: a day.
    static let longest: Int64 = 86_400_000

    subscript(parameter: KIOSVadParameter) -> Int64? {
        values[parameter.rawValue]
    }

    /// Sets a limit; false for 0 and less, which are no limit.
    mutating func set(_ parameter: KIOSVadParameter, milliseconds: Int64?) -> Bool {
        if let milliseconds, milliseconds <= 0 { return false }
        values[parameter.rawValue] = milliseconds.map { min($0, Self.longest) }
        return true
    }

    /// Converts a limit in seconds to milliseconds; nil for 0, less and what is no number.
    /// `.some(nil)` stands for infinity, which is never.
    static func milliseconds(seconds: Float) -> Int64?? {
        guard seconds > 0 else { return nil }
        guard seconds.isFinite, Double(seconds) * 1_000 < Double(longest) else {
            return .some(seconds.isFinite ? longest : nil)
        }
        return .some(max(1, Int64((Double(seconds) * 1_000).rounded())))
    }
}

/// Rules by which listening ends by itself. A pure value.
///
/// Rule A: nothing was recognised for so long. Rule B: silence after a whole phrase of the graph.
/// Rule C: silence after anything recognised. Rule D: the length of listening. Silence counts from
/// the end of the last word or of the last speech, whichever is later: none counts during speech,
/// whatever was recognised of it. Where the graph knows spoken noise, speech that gives no word
/// counts as such: for rule C, and not as a good match. Rule A counts until there is a word, and
/// ends nothing during speech.
struct EndRules: Sendable, Equatable {
    /// A rule that is due.
    struct Due: Sendable, Equatable {
        let rule: KIOSVadParameter
        let frame: Frame
        /// Frame that its limit is counted from.
        let since: Frame
    }

    var limits: VadLimits
    /// Frame from which rules A and D count; nil while no rule counts: before voice with gating,
    /// before the trigger phrase.
    var start: Frame?
    private(set) var hasWords = false
    private(set) var isWholePhrase = false
    /// Whether speech began since ``start``.
    private(set) var hasSpoken = false
    private(set) var isSpeaking = false
    private var lastWordEnd: Frame?
    private var speechEnd: Frame?

    /// Whether speech that gives no word is spoken noise.
    private let knowsNoise: Bool

    /// Rules that count from `start`.
    init(_ limits: VadLimits, start: Frame?, knowsNoise: Bool = true) {
        self.knowsNoise = knowsNoise
        self.limits = limits
        self.start = start
    }

    mutating func speechBegan() {
        isSpeaking = true
        hasSpoken = true
    }

    mutating func speechEnded(at frame: Frame) {
        isSpeaking = false
        speechEnd = frame
    }

    /// Takes the words that are understood so far; the last of them ends at `end`, nil where no
    /// time is known.
    mutating func understood(hasWords: Bool, isWholePhrase: Bool, end: Frame?) {
        self.hasWords = hasWords
        self.isWholePhrase = isWholePhrase
        lastWordEnd = end
    }

    /// Notes that the trigger phrase was said: rules count from now on, and earlier words do not.
    mutating func triggered(at now: Frame) {
        start = now
        hasWords = false
        isWholePhrase = false
        hasSpoken = false
        lastWordEnd = nil
    }

    /// The frame at which silence began; nil during speech, and before the first speech.
    private var silentSince: Frame? {
        if isSpeaking { return nil }
        guard let lastWordEnd, let speechEnd else { return lastWordEnd ?? speechEnd }
        return max(lastWordEnd, speechEnd)
    }

    /// The rule that is due next; nil while none counts.
    func next(rate: SampleRate) -> Due? {
        guard let start else { return nil }
        var due: [Due] = []
        func add(_ rule: KIOSVadParameter, since: Frame) {
            guard let limit = limits[rule] else { return }
            due.append(
                Due(rule: rule, frame: since + rate.frames(milliseconds: limit), since: since))
        }
        if !hasWords, !isSpeaking { add(.timeoutForNoSpeech, since: start) }
        if hasWords || hasSpoken && knowsNoise, let silentSince {
            let since = max(silentSince, start)
            if hasWords, isWholePhrase { add(.timeoutEndSilenceForGoodMatch, since: since) }
            add(.timeoutEndSilenceForAnyMatch, since: since)
        }
        add(.timeoutMaxDuration, since: start)
        return due.min { ($0.frame, $0.rule.rawValue) < ($1.frame, $1.rule.rawValue) }
    }
}

extension KIOSVadParameter {
    /// The name in events and inputs.
    var name: String { "\(self)" }

    /// The parameter of a name in events and inputs.
    init?(name: String) {
        guard let rule = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = rule
    }
}
