internal import VoiceEngine
public import VoiceTrace

extension EventVocabulary {
    /// The kinds of event that a voiceflow emits, and what they mean.
    public static let voiceflow = EventVocabulary(
        scopeWord: "module",
        kinds: [
            EventKind("flowStart"),
            EventKind(
                "flowEnd", .runEnd, fields: [EventField("reason", .reason), EventField("error")],
                sentence: "flow ends: {reason}"),
            EventKind("moduleStart", .scopeBegin, fields: [module, EventField("type")]),
            EventKind("moduleEnd", .scopeEnd, fields: [module]),
            transition, media, segment,
            EventKind(
                "prompt",
                fields: [
                    EventField("prompt", .item, isIdentity: true), EventField("member"),
                    EventField("style"),
                ]),
            EventKind(
                "field", fields: [name, setter, EventField("value")],
                sentence: "{name} = {value|nothing}"),
            EventKind(
                "intent", fields: [setter, EventField("intent", .name, isIdentity: true)]),
            EventKind("language", fields: [name]),
            EventKind("permission", fields: [EventField("what"), EventField("answer")]),
            EventKind(
                "error",
                fields: [module, name, EventField("prompt", .item, isIdentity: true)]
                    + ["error", "call", "key", "target", "value", "type", "transitions"].map {
                        EventField($0)
                    } + [EventField("reason", .reason)]),
        ])

    private static let module = EventField("module", .scope, isIdentity: true)
    private static let name = EventField("name", .name, isIdentity: true)
    private static let setter = EventField("by", .by, isIdentity: true, word: "by")

    private static let transition = EventKind(
        "transition", .step,
        fields: [
            // Where it leads is what may have changed.
            EventField("from", .from, isIdentity: true, word: "from"), EventField("to", .to),
            EventField("by", .by),
        ],
        sentence: "{by} → {to}", detail: [["intent"], ["comparator", "input"]],
        shared: [FlowChecker.Way.interruption])

    private static let segment = EventKind(
        "segment", .sound,
        fields: [
            module, EventField("prompt", .item, isIdentity: true), EventField("digest", .digest),
            EventField("type"), EventField("frames", unit: .frames), EventField("audioFile"),
            EventField("text"), EventField("textFile"), EventField("volume", unit: .thousandths),
            EventField("silence", .silence, unit: .frames),
        ])

    private static let media = EventKind(
        "media",
        fields: [
            module, EventField("item", .item, isIdentity: true),
            EventField("function", .activity, isIdentity: true),
            EventField("event", isIdentity: true), EventField("members"),
            EventField("position", unit: .frames),
            EventField("startMs"), EventField("stopReason", .by), EventField("durationMs"),
            EventField("recordedFile", .recording), EventField("reason", .reason),
        ],
        cases: [
            of("playAudio", "started", .playBegin), of("playAudio", "ended", .playEnd),
            of("playAudio", "stopped", .playStop),
            of("playAudio", "error", .playFail, "{item} failed"),
            EventCase([.init("function", ["playAudio"])], .progress, lane: .prompts),
            of("playAudioSegment", "started", .soundBegin),
            of("playAudioSegment", "ended", .soundEnd),
            of("playAudioSegment", "stopped", .soundEnd),
            of("playAudioSegment", "paused", .soundPause),
            of("playAudioSegment", "resumed", .soundResume),
            of("playAudioSegment", "error", .soundFail, "{item} error"),
            EventCase(
                [.init("function", ["playAudioSegment"])], .other, lane: .prompts,
                sentence: "{item} {event}"),
            listening("started", .listenBegin),
            EventCase(
                [
                    .init("function", hearing), .init("event", ["ended", "stopped"]),
                    .init("stopReason", limits.map(\.rawValue)),
                ], .listenCut),
            listening("ended", .listenEnd), listening("stopped", .listenEnd),
            listening("error", .listenFail, "{item} error"), listening("position", .progress),
            EventCase(
                [.init("function", hearing)], .other, lane: .listening,
                sentence: "{item} {event}"),
        ])

    private static let hearing = ["recognizeAudio", "recordAudio"]

    private static let limits: [StopReason] = [
        .maxSpeechLengthExceeded, .maxAudioLengthExceeded, .maxAudioExceeded,
    ]

    private static func of(
        _ function: String, _ event: String, _ role: EventRole, _ sentence: String? = nil
    ) -> EventCase {
        EventCase(
            [.init("function", [function]), .init("event", [event])], role, sentence: sentence)
    }

    private static func listening(
        _ event: String, _ role: EventRole, _ sentence: String? = nil
    ) -> EventCase {
        EventCase(
            [.init("function", hearing), .init("event", [event])], role,
            lane: .listening, sentence: sentence)
    }
}
