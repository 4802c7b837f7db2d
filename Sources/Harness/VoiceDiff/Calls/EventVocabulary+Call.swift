package import VoiceTrace

/// Kinds of event in the trace of a call that happened.
enum CallKind {
    static let start = "callStart"
    static let end = "callEnd"
    static let appStart = "appStart"
    static let appEnd = "appEnd"
    static let appStop = "appStop"
    /// The field that names what plays or listens.
    static let item = "item"
    /// The field that names the sound of what plays.
    static let digest = "digest"
    /// The field that says what the app says, where that is known.
    static let text = "text"
    /// The field of what was understood that says which keys of a telephone it is.
    static let keys = "keys"
    /// Name of the item that listens from the first frame to the last.
    static let call = "call"
}

extension EventVocabulary {
    /// Meaning of the events of a recorded call: the app's speech is its playing, and it may hear
    /// the caller all the time. Its decisions and their times are not recorded.
    package static let call = EventVocabulary(
        scopeWord: "part",
        kinds: [
            EventKind(
                CallKind.start, .listenBegin, fields: [EventField(CallKind.item, .item)],
                sentence: "the call begins"),
            EventKind(
                CallKind.appStart, .playBegin,
                fields: item + [EventField(CallKind.digest, .digest), EventField(CallKind.text)],
                sentence: "{item} begins"),
            EventKind(CallKind.appEnd, .playEnd, fields: item, sentence: "{item} ends"),
            EventKind(
                CallKind.appStop, .playStop, fields: item,
                sentence: "{item} ends while the caller speaks"),
            EventKind(
                CallKind.end, .listenEnd, fields: [EventField(CallKind.item, .item)],
                sentence: "the call is over"),
        ])

    private static let item = [EventField(CallKind.item, .item, isIdentity: true)]
}
