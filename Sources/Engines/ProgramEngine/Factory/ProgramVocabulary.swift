package import VoiceTrace

extension EventVocabulary {
    /// The kinds of event that a program's run has beside the app's own, and what they mean.
    package static let program = program([])

    static func program(_ kinds: [ProgramDescription.Kind]) -> EventVocabulary {
        var units = usualEvidence
        for kind in kinds {
            // Those that traces have already keep their unit: values are converted.
            for (name, unit) in kind.units where usualEvidence[name] == nil {
                units[name] = EventUnit(spelled: unit)
            }
        }
        return EventVocabulary(
            scopeWord: "state",
            kinds: usual + telephone.filter { kind in !kinds.contains { $0.name == kind.name } }
                + kinds.map { EventKind($0) }, evidence: units)
    }

    /// Kinds of the telephone; an app's own kind of that name comes before them.
    private static let telephone: [EventKind] = {
        typealias Key = TelephoneEvent.Key
        let stretch = [
            EventField("sound", .item), EventField(Key.item, isIdentity: true),
            EventField(Key.frames, unit: .frames),
        ]
        return [
            EventKind("rings", fields: [EventField("port")], sentence: "the telephone rings"),
            EventKind("pickedUp", sentence: "the call is answered"),
            EventKind(
                TelephoneEvent.sent, fields: stretch, lane: .sent, sentence: "sends {sound}",
                deed: "sends sound"),
            EventKind(
                TelephoneEvent.heard, fields: stretch, lane: .heard,
                sentence: "the caller heard {sound}"),
            EventKind(
                TelephoneEvent.thrown, fields: stretch, lane: .heard,
                sentence: "the carrier throws {sound} away", deed: "throws sound away"),
            EventKind(
                TelephoneEvent.cut,
                fields: [
                    EventField(Key.item, .item, isIdentity: true),
                    EventField(Key.milliseconds, unit: .milliseconds),
                    EventField(Key.heard, unit: .frames), EventField(Key.whole, unit: .frames),
                ], lane: .heard, sentence: "cuts {item} at {milliseconds} ms",
                deed: "cuts an item"),
            EventKind(
                TelephoneEvent.mark,
                fields: [
                    EventField(Key.mark, isIdentity: true), EventField(Key.sound, .item),
                    EventField(Key.how, isIdentity: true),
                ], lane: .heard, sentence: "a mark is {how}"),
            EventKind(
                TelephoneEvent.told,
                fields: [
                    EventField(Key.item, .item, isIdentity: true), EventField(Key.words),
                    EventField(Key.heard), EventField(Key.whole),
                ], lane: .heard, sentence: "tells its model {words} of {whole} words as said",
                deed: "tells its model what was said"),
            EventKind(
                "digits", fields: [EventField("digits", isIdentity: true)],
                sentence: "sends the digits {digits}", deed: "sends digits"),
            EventKind(
                "transferred", fields: [EventField("to", .name, isIdentity: true)],
                sentence: "the call goes on with {to}"),
            EventKind("hungUp", fields: [EventField("by", .by)], sentence: "hung up by {by}"),
            EventKind(
                "received", fields: [EventField("content", isIdentity: true)],
                sentence: "the caller's app sends {content}"),
        ]
    }()

    private static let usual: [EventKind] = {
        let sound = EventField("sound", .item)
        let listen = EventField("listen", .item)
        let to = EventField("to", .name, isIdentity: true)
        return [
            EventKind(
                "started", fields: [EventField("app", .name, isIdentity: true)],
                sentence: "{app} starts"),
            EventKind(
                "note",
                fields: [EventField("event", .name, isIdentity: true), EventField("fields")],
                sentence: "{event}"),
            EventKind(
                "says", .playBegin,
                fields: [
                    sound, EventField("text", .name, isIdentity: true),
                    EventField("file", isIdentity: true),
                ], sentence: "{sound} begins: {text|own sound}",
                deed: "says {text|a sound of its own}"),
            EventKind(
                "sounds", .sound,
                fields: [
                    EventField("sound", .item, isIdentity: true), EventField("digest", .digest),
                ], sentence: "{sound} sounds"),
            EventKind(
                "said", .playEnd,
                fields: [
                    EventField("sound", .item, isIdentity: true), EventField("how", .reason),
                    EventField("frames", unit: .frames), EventField("digest"),
                ], sentence: "{sound}: {how}",
                cases: [
                    EventCase([.init("how", ["stopped"])], .playStop),
                    EventCase([.init("how", ["failed"])], .playFail),
                ]),
            EventKind(
                "listens", .listenBegin, fields: [listen, EventField("task")],
                sentence: "{listen} begins"),
            EventKind(
                "listened", .listenEnd,
                fields: [
                    EventField("listen", .item, isIdentity: true), EventField("by", .by),
                ], sentence: "{listen} ends: {by}"),
            EventKind(
                "understood", .answer,
                fields: [
                    EventField("listen", .item, isIdentity: true), EventField("text"),
                    EventField("rejected"),
                ], lane: .words, sentence: "{listen}: {text|nothing}"),
            EventKind(
                "field",
                fields: [EventField("name", .name, isIdentity: true), EventField("value")],
                sentence: "{name} = {value|nothing}"),
            EventKind(
                "key", fields: [EventField("key", .name, isIdentity: true)],
                sentence: "the caller presses {key}"),
            EventKind(
                "call", fields: [to, EventField("body")], sentence: "asks {to}", deed: "asks {to}"),
            EventKind(
                "more", fields: [to, EventField("body")], sentence: "sends more to {to}",
                deed: "sends more to {to}"),
            EventKind(
                "answered", .waitEnd,
                fields: [
                    to, EventField("status"), EventField("error", .reason),
                    EventField("frames", .wait, unit: .frames),
                    // The length of a call that stays open, as a WebSocket. The app does not wait
                    // for its end.
                    EventField("openFrames", unit: .frames),
                ], sentence: "{to} answers: {status|error}"),
            EventKind(
                "cancelled", .waitEnd,
                fields: [
                    to, EventField("frames", .wait, unit: .frames),
                    EventField("openFrames", unit: .frames),
                ], sentence: "gives {to} up", deed: "gives {to} up"),
            EventKind("unrecorded", fields: [to], sentence: "{to} was not recorded"),
            EventKind(
                "escape",
                fields: [
                    EventField("what", isIdentity: true), EventField("name", isIdentity: true),
                ], sentence: "{what} escapes: {name}"),
            EventKind(
                "unhandled",
                fields: [EventField("error", isIdentity: true), EventField("of")],
                sentence: "nothing handles {error}", deed: "leaves unhandled: {error}"),
            EventKind("failed", sentence: "the app failed"),
            EventKind("ended", .runEnd, fields: [EventField("reason", .reason)]),
        ]
    }()
}

extension EventKind {
    /// A kind of the app's own.
    fileprivate init(_ kind: ProgramDescription.Kind) {
        let scope = kind.role == .state ? kind.fields.first : nil
        let figure = kind.figure
        let role: EventRole =
            switch kind.role {
            case .state: .scopeBegin
            case .decision: .other
            case .note: .progress
            case .figure: .figure
            }
        self.init(
            kind.name, role,
            fields: kind.fields.map { name in
                EventField(
                    name, name == scope ? .scope : name == figure ? .figure : nil,
                    isIdentity: name == scope || kind.role == .figure && name != figure,
                    unit: kind.units[name].flatMap(EventUnit.init(spelled:)))
            }, lane: kind.role == .state ? .modules : .actions)
    }
}

extension EventUnit {
    /// The unit that a program spells so; nil for one that is not known.
    init?(spelled text: String) {
        switch text {
        case "ms", "milliseconds": self = .milliseconds
        case "frames": self = .frames
        case "thousandths", "permille": self = .thousandths
        default: return nil
        }
    }
}
