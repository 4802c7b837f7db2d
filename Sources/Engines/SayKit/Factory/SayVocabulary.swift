package import VoiceTrace

extension EventVocabulary {
    /// The kinds of event that the engine of SayKit emits, and what they mean.
    package static let sayKit = EventVocabulary(
        scopeWord: "state", kinds: sounds + requests + dialogue + world)

    private static let sounds: [EventKind] = {
        // Sounds are counted: which one it is, its words or its file say.
        let item = EventField("item", .item)
        let track = EventField("track", .name)
        let sound = EventField("sound", .name, isIdentity: true)
        let fields = [item, track, sound]
        let reason = EventField("reason", .reason)
        return [
            EventKind(
                "sound", .playBegin,
                fields: fields + [
                    EventField("digest", .digest), EventField("voice", .name),
                    EventField("wordsPerMinute"), EventField("pitch"),
                    EventField("volume", unit: .thousandths),
                ], sentence: "{track} plays {sound}"),
            EventKind(
                "silence",
                fields: [item, track, EventField("milliseconds", unit: .milliseconds)],
                sentence: "{track} is silent for {milliseconds} ms"),
            EventKind("soundEnded", .playEnd, fields: fields),
            EventKind("soundStopped", .playStop, fields: fields),
            EventKind("soundFailed", .playFail, fields: fields + [reason]),
            EventKind("soundHeld", .soundPause, fields: fields),
            EventKind("soundResumed", .soundResume, fields: fields),
            EventKind(
                "soundDucked", .soundGain,
                fields: fields + [EventField("gain", .gain)],
                sentence: "{track} plays {sound} by a gain of {gain} thousandths"),
            EventKind(
                "soundRestored", .soundGain, fields: fields,
                sentence: "{track} plays {sound} by its own gain again"),
            EventKind(
                "eventOver",
                fields: [
                    EventField("item", .item, isIdentity: true), track, EventField("outcome"),
                    reason,
                ],
                sentence: "event {item} is over: {outcome}"),
            EventKind(
                "focus", fields: [EventField("track", .name, isIdentity: true)],
                sentence: "focus: {track|none}"),
            EventKind(
                "track",
                fields: [
                    EventField("track", .name, isIdentity: true),
                    EventField("event", isIdentity: true), EventField("priority"),
                ], sentence: "track {track}: {event}"),
            EventKind("tracks", fields: [EventField("event", isIdentity: true)]),
        ]
    }()

    private static let request = EventField("request", .item, isIdentity: true)

    private static let requests: [EventKind] = [
        EventKind(
            "request",
            fields: [
                EventField("request", .item), EventField("ask"),
                EventField("prompt", .name, isIdentity: true), EventField("retries"),
            ]
                + [
                    "spoken", "followup", "options", "templates", "commands", "globals",
                    "interpreter", "responder", "recognizer",
                ].map { EventField($0) },
            sentence: "request {request}: {ask}, {prompt}"),
        EventKind(
            "state", .scopeBegin,
            fields: [EventField("request"), EventField("state", .scope, isIdentity: true)]),
        EventKind(
            "change", .step,
            fields: [
                EventField("request"), EventField("from", .from, isIdentity: true, word: "from"),
                EventField("to", .to), EventField("by", .by),
            ], sentence: "{by} → {to}"),
        EventKind(
            "session", .progress, fields: [request, EventField("session", isIdentity: true)]),
        EventKind(
            "listening", .listenBegin,
            fields: [request, EventField("listen"), EventField("task")],
            sentence: "listens for {task}"),
        EventKind(
            "listened", .listenEnd, fields: [request, EventField("by", .by)],
            sentence: "listening ends: {by}",
            cases: [
                EventCase(
                    [.init("by", ["maxAudioLengthExceeded", "maxSpeechLengthExceeded"])],
                    .listenCut)
            ]),
        EventKind(
            "transcript", .progress, fields: [request, EventField("text")], lane: .words,
            sentence: "so far: {text}"),
        EventKind("typed", fields: [request, EventField("text")], lane: .words),
        EventKind(
            "interpreted",
            fields: [
                request, EventField("text"), EventField("valid"), EventField("value"),
                EventField("errors"),
            ], lane: .words, sentence: "request {request} understands {value|nothing}"),
        EventKind(
            "failure",
            fields: [
                request, EventField("code", isIdentity: true), EventField("message", .reason),
            ], sentence: "{message}"),
        EventKind(
            "result", .answer,
            fields: [
                request, EventField("outcome"), EventField("value"), EventField("transcript"),
                EventField("attempts"), EventField("error"),
            ], lane: .words, sentence: "request {request} {outcome}: {value|nothing}"),
    ]

    private static let dialogue: [EventKind] = [
        EventKind(
            "node", .scopeBegin, fields: [EventField("node", .scope, isIdentity: true)]),
        EventKind(
            "edge", .step,
            fields: [
                EventField("from", .from, isIdentity: true, word: "from"),
                EventField("to", .to), EventField("by", .by),
            ], sentence: "{by} → {to}"),
        EventKind(
            "kept", fields: [EventField("name", .name, isIdentity: true), EventField("value")],
            sentence: "{name} = {value|nothing}"),
        EventKind(
            "dialogueOver", fields: [EventField("reason", .reason)],
            sentence: "the dialogue is over: {reason}"),
        EventKind(
            "phase", .progress,
            fields: [request, EventField("state", isIdentity: true), EventField("by", .by)]),
    ]

    private static let world: [EventKind] = [
        EventKind("started", fields: [EventField("language")]),
        EventKind("configured", fields: [EventField("settings")]),
        EventKind(
            "permission", fields: [EventField("what", isIdentity: true), EventField("answer")]),
        EventKind(
            "refused",
            fields: [
                EventField("call", .name, isIdentity: true), EventField("reason", .reason),
            ], sentence: "{call} refused: {reason}"),
        EventKind("ended", .runEnd, fields: [EventField("reason", .reason)]),
    ]
}
