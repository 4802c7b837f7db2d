package import VoiceTrace

extension EventVocabulary {
    /// The kinds of event that the engine emits, and what they mean.
    package static let voiceKit = EventVocabulary(
        scopeWord: "step",
        kinds: [
            EventKind("started", fields: [EventField("language")]),
            EventKind(
                "permission",
                fields: [EventField("what", isIdentity: true), EventField("answer")],
                sentence: "{what}: {answer}"),
            EventKind("session", fields: [EventField("event", isIdentity: true)]),
            EventKind(
                "configured",
                fields: [
                    EventField("clipWait", unit: .milliseconds),
                    EventField("suppress", unit: .milliseconds), EventField("compatibleTracker"),
                ]),
            EventKind(
                "profile",
                fields: [
                    EventField("voice", .name, isIdentity: true), EventField("default"),
                    EventField("rate", unit: .thousandths), EventField("pitch", unit: .thousandths),
                    EventField("volume", unit: .thousandths),
                ]),
            EventKind(
                "tuning",
                fields: [
                    EventField("rateVariation", unit: .thousandths),
                    EventField("pitchVariation", unit: .thousandths),
                    EventField("volume", unit: .thousandths),
                ]),
        ] + speaking + playing + listening + [
            EventKind(
                "pause", fields: [channel, EventField("milliseconds", unit: .milliseconds)],
                sentence: "pause of {milliseconds} ms"),
            EventKind("status", fields: [EventField("message")], sentence: "status {message|none}"),
            EventKind(
                "refused",
                fields: [
                    EventField("call", .name, isIdentity: true), EventField("reason", .reason),
                ],
                sentence: "{call} refused: {reason}"),
            EventKind(
                "stopped", fields: [EventField("call", .name, isIdentity: true), channel],
                sentence: "{call}"),
            EventKind("step", .scopeBegin, fields: [EventField("step", .scope, isIdentity: true)]),
            EventKind(
                "edge", .step,
                fields: [
                    EventField("from", .from, isIdentity: true, word: "from"),
                    EventField("by", .by, isIdentity: true), EventField("to", .to),
                ], sentence: "{by} → {to}"),
            EventKind("ended", .runEnd, fields: [EventField("reason", .reason)]),
        ])

    private static let channel = EventField("channel", isIdentity: true)

    private static let speaking: [EventKind] = {
        let speech = EventField("speech", .item, isIdentity: true)
        return [
            EventKind(
                "speaking", .playBegin,
                fields: [
                    // Speeches are counted: which one it is, its words say.
                    EventField("speech", .item), channel,
                    EventField("text", .name, isIdentity: true), EventField("voice", .name),
                    EventField("wordsPerMinute"), EventField("pitch"),
                    EventField("volume", unit: .thousandths),
                    EventField("delay", .delay, unit: .frames),
                ], sentence: "{speech} begins: {text}"),
            EventKind(
                "spoken", .playEnd,
                fields: [
                    speech, channel, EventField("how", .reason),
                    EventField("frames", unit: .frames),
                ], sentence: "{speech}: {how}",
                cases: [
                    EventCase([.init("how", ["cancelled"])], .playStop),
                    EventCase([.init("how", ["failed"])], .playFail),
                ]),
            EventKind(
                "pulse", .progress,
                fields: [speech, EventField("word"), EventField("pulse", unit: .thousandths)]),
        ]
    }()

    private static let playing: [EventKind] = {
        let clip = EventField("clip", .item, isIdentity: true)
        return [
            EventKind(
                "clipPrepared",
                fields: [
                    EventField("file", .name, isIdentity: true), channel,
                    EventField("gain", unit: .milliDecibels), EventField("frames", unit: .frames),
                ], lane: .clips, sentence: "{file} is ready"),
            EventKind(
                "clip", .playBegin,
                fields: [
                    clip, channel, EventField("file", .name),
                    EventField("gap", .gap, unit: .frames),
                ], lane: .clips, sentence: "{file} begins"),
            EventKind(
                "clipEnded", .playEnd,
                fields: [
                    clip, channel, EventField("how", .reason),
                    EventField("frames", unit: .frames),
                ], lane: .clips, sentence: "{clip}: {how}",
                cases: [
                    EventCase(
                        [.init("how", ["cancelled", "timedOut"])], .playStop, lane: .clips),
                    EventCase([.init("how", ["failed"])], .playFail, lane: .clips),
                ]),
        ]
    }()

    private static let listening: [EventKind] = {
        let listen = EventField("listen", .item, isIdentity: true)
        return [
            EventKind(
                "listening", .listenBegin,
                fields: [
                    listen, EventField("expectation"), EventField("task"),
                    EventField("timeout", unit: .milliseconds),
                    EventField("inactivity", unit: .milliseconds), EventField("record"),
                    EventField("names"),
                ], sentence: "{listen} begins: {expectation}"),
            EventKind(
                "extended", fields: [listen, EventField("milliseconds", unit: .milliseconds)],
                sentence: "{listen} may take {milliseconds} ms longer"),
            EventKind(
                "namesLeftOut", fields: [listen, EventField("count"), EventField("names")],
                sentence: "{listen} does not listen for {count} names: {names}"),
            EventKind(
                "transcript", .progress, fields: [listen, EventField("text")], lane: .words,
                sentence: "so far: {text}"),
            EventKind(
                "listened", .listenEnd, fields: [listen, EventField("by", .by)],
                sentence: "{listen} ends: {by}",
                cases: [
                    EventCase([.init("by", ["timeout"])], .listenCut),
                    EventCase([.init("by", ["error"])], .listenFail),
                ]),
            EventKind(
                "result", .answer,
                fields: [
                    listen, EventField("text"), EventField("reason", .reason),
                    EventField("confidence", unit: .thousandths),
                ], lane: .words, sentence: "{listen}: {text|nothing}"),
        ]
    }()
}
