package import VoiceTrace

extension EventVocabulary {
    /// The kinds of event that the recognizer emits, and what they mean.
    package static let keenASR = EventVocabulary(
        scopeWord: "state",
        kinds: [
            EventKind("initialized", fields: [EventField("language")]),
            EventKind("teardown", .runEnd, fields: [EventField("reason", .reason)]),
            EventKind(
                "state", .scopeBegin, fields: [EventField("state", .scope, isIdentity: true)]),
            EventKind(
                "change", .step,
                fields: [
                    EventField("from", .from, isIdentity: true, word: "from"),
                    EventField("to", .to), EventField("by", .by),
                ], sentence: "{by} → {to}"),
            EventKind(
                "graph",
                fields: [graph, EventField("contexts"), EventField("phrases")],
                sentence: "graph {graph}: {phrases} phrases"),
            EventKind(
                "prepared",
                fields: [graph, EventField("context"), EventField("computeGoP")]),
            EventKind(
                "parameter",
                fields: [EventField("name", .name, isIdentity: true), EventField("value")],
                sentence: "{name} = {value}"),
            EventKind(
                "speaker",
                fields: [
                    EventField("by", .by, isIdentity: true), EventField("speaker", .name),
                    EventField("route"), EventField("frames"),
                ]),
            EventKind(
                "audioStack",
                fields: [
                    EventField("event", isIdentity: true), EventField("state"),
                    EventField("route"),
                ], sentence: "audio stack: {event}"),
            EventKind(
                "permission",
                fields: [EventField("what", isIdentity: true), EventField("answer")]),
            EventKind(
                "refused",
                fields: [
                    EventField("call", .name, isIdentity: true), EventField("reason", .reason),
                    EventField("state"),
                ], sentence: "{call} refused: {reason}"),
            EventKind(
                "listening", .listenBegin, fields: [response, graph],
                sentence: "listens with {graph}"),
            EventKind(
                "trigger", fields: [response, EventField("phrase")],
                sentence: "trigger phrase heard"),
            EventKind(
                "partialResult", .progress, fields: [response, EventField("text")],
                lane: .words, sentence: "so far: {text}"),
            listened,
            EventKind(
                "response", .answer,
                fields: [
                    response, EventField("rule", .by), EventField("text"),
                    EventField("confidence", unit: .thousandths), EventField("failure", .reason),
                    EventField("start", unit: .instant), EventField("end", unit: .instant),
                ], lane: .words, sentence: "response {response}: {text|nothing}"),
        ])

    private static let graph = EventField("graph", .name, isIdentity: true)
    private static let response = EventField("response", .item, isIdentity: true)

    private static let listened = EventKind(
        "listened", .listenEnd, fields: [response, EventField("by", .by)],
        sentence: "listening ends: {by}",
        cases: [
            EventCase(
                [.init("by", [KIOSVadParameter.timeoutMaxDuration.name])], .listenCut)
        ])
}
