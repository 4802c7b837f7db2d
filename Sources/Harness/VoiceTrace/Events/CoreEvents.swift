/// The kinds of event at the taps `speech` and `words`: every engine has them, none declares them.
public enum CoreKind: String, Sendable, Hashable, CaseIterable {
    /// The detector decided that speech began.
    case speechStart
    /// The detector decided that speech ended.
    case speechEnd
    /// The level of the microphone, while a listening job asks for that.
    case level
    /// Words understood of speech under way.
    case partial
    /// The words of an utterance.
    case final
    /// An utterance that was not understood.
    case rejected
    /// The recognizer failed.
    case recognitionError

    /// Whether it ends an utterance for the recognizer.
    package var isAnswer: Bool { self == .final || self == .rejected || self == .recognitionError }
}

/// Keys of fields at the taps `speech` and `words`; those of evidence are ``CoreEvidence``.
package enum CoreKey {
    /// The frame where speech really began or ended.
    package static let spoken = "spoken"
    /// Text that was understood.
    package static let text = "text"
    /// Level of the microphone, in thousandths of a decibel.
    package static let level = "level"
    /// The listening job that an event is for, where several listen.
    package static let job = "job"
    /// Every word with its frames and confidence, where a listening job asks for them.
    package static let words = "words"
    /// Other readings with their distances, where a listening job asks for them.
    package static let alternatives = "alternatives"
    /// The phones of a word with their frames and scores, where a listening job asks for them.
    package static let phones = "phones"
    /// A phone, by the name that the recognizer's model has for it.
    package static let phone = "phone"
    /// Score of a phone, in thousandths: how well it was said.
    package static let score = "score"
    /// Distance of another reading from the best: how much less likely it is.
    package static let distance = "distance"
    /// Confidence of the recognizer, in thousandths.
    package static let confidence = "confidence"
    /// Reason why the recognizer failed.
    package static let reason = "reason"
    /// The first frame of what was recognised.
    package static let start = "start"
    /// The frame after what was recognised.
    package static let end = "end"
}

extension TraceEvent {
    /// Kind of the core; nil for an event of an engine.
    public var core: CoreKind? { CoreKind(rawValue: kind) }
}

extension EventVocabulary {
    /// The kinds of the taps `speech` and `words`.
    static let coreKinds: [EventKind] = {
        let speech = [EventField(CoreKey.spoken)]
        let words = [EventField(CoreKey.text), EventField(CoreKey.confidence)]
        let reason = [EventField(CoreKey.reason)]
        return CoreKind.allCases.map { kind in
            switch kind {
            case .speechStart, .speechEnd: EventKind(kind.rawValue, fields: speech, lane: .speech)
            case .level: EventKind(kind.rawValue, fields: [EventField(CoreKey.level)], lane: .level)
            case .partial, .final, .rejected: EventKind(kind.rawValue, fields: words, lane: .words)
            case .recognitionError: EventKind(kind.rawValue, fields: reason, lane: .words)
            }
        }
    }()

    /// Units of the numbers of fields and inputs that the core knows by name.
    static let coreUnits: [String: EventUnit] = [
        "frames": .frames, "activeStart": .frames, "activeEnd": .frames,
        "labelStart": .frames, "labelEnd": .frames,
        CoreKey.spoken: .instant, CoreKey.start: .instant, CoreKey.end: .instant,
        CoreKey.confidence: .thousandths, CoreKey.level: .milliDecibels,
    ]

    /// Units of the numbers of evidence in the traces of this program: that of the core and of the
    /// engines, which use one name with one meaning.
    public static let usualEvidence = Dictionary(
        uniqueKeysWithValues: CoreEvidence.allCases.map { ($0.rawValue, $0.unit) })
}
