public import VoiceEngine

/// Makes the engine of SayKit: voice requests and tracks of sounds.
///
/// Calls of a façade, and their answers:
/// - `present {request}`, with the keys of `RequestForm`. It is answered when the request is over,
///   with `outcome` (answered, failed, cancelled), `value`, `transcript`, `attempts` and `error`
///   (`code`, `message`). Value of a confirmation: a boolean; select: `{index, label}`; string: a
///   string; numerical: a number; pattern: `{template, entities}`; command: `{type, parameters}`.
///   It fails while another request is presented.
/// - `runDialogue {dialogue}`, with what a file of a dialogue holds. It is answered when the
///   dialogue is over, with `reason` (dialogueEnd, cancelled, failed, loopGuard), the last `node`,
///   `answers` by their names, each with `value` and `transcript`, and for a failed one the `error`
///   of its request. Meanwhile no request can be presented. `cancelDialogue` ends it where it is.
/// - `cancelRequest`, `tapMicrophone`, `typeAnswer {text}`: what the user does on the screen.
/// - `respondImmediately {value, errors}`: a silent answer.
/// - `interpretation {request, value, errors}`: answers the callback `interpret` of a request whose
///   `interpreter` is "app".
/// - `respond {request, response}`: answers the callback `respond` of a request whose `responder`
///   is "app"; `feedbackPrompt` is spoken first, then `followupRequest` is asked, or the same
///   request where `again` is true; otherwise the request ends.
/// - `serviceTold {request, event, text, message}`: what the app's recognition service tells, as
///   the callback `service` of a request whose `recognizer` is "app" asks for: event `partial` and
///   `heard` with a text, `stopped`, `failed` with a message. With `heard`, `confidence` is in
///   thousandths, 1000 where it is absent, and `alternatives` are objects with `text` and
///   `confidence`. A service that tells of no speech for `noSpeechMs` is cancelled; one that
///   listens for `saykit.maxListenMs` is stopped.
/// - `addEvents {track, events}`: objects with one of the keys `speech`, `tone`, `silence` (in
///   milliseconds) and `composite`; answered when all are over, with the outcome of each.
/// - `duckTrack {track, gain}`: while a track of higher priority has focus, the track is heard by
///   `gain`, 1 to 1000 thousandths, and not suspended; null suspends it.
/// - `registerTrack {track, priority}`, `unregisterTrack {track}`, `cancelTrack {track}`,
///   `suspendTracks`, `resumeTracks`. The track `main` has priority 10; the track `voiceRequest`
///   has 999 and belongs to requests.
/// - `configure {settings}`: `responseTimeoutMs`, `noSpeechMs`, `levelMs`, `wordsPerMinute` and
///   `tones` with the file names `microphoneStart`, `microphoneStop` and `unrecognizedCommand`,
///   null for no tone.
/// - `shutDown`: cancels everything and ends the run.
public struct SayKitFactory: Sendable {
    /// The façade of the engine's calls, and the kind of the engine.
    public static let kind = "saykit"

    /// A factory.
    public init() {}

    /// The calls, callbacks and settings of the engine.
    public var declaration: EngineDeclaration {
        EngineDeclaration(
            kind: Self.kind, version: "1", calls: Self.calls,
            callbacks: SayCallback.allCases.map(\.rawValue), receivers: SayCallback.receivers,
            settings: SaySettings.declared,
            constants: SayConstants.named, vocabulary: .sayKit,
            runner: "SAYConversationManager")
    }

    private static let calls: [EngineDeclaration.Call] = {
        func value(
            _ name: String, _ content: EngineDeclaration.Call.Argument.Content? = nil
        ) -> EngineDeclaration.Call.Argument {
            .init(name, isAnyValue: true, content: content)
        }
        return [
            .init("configure", [value("settings")], isAnswered: true),
            .init("present", [value("request", .expected)], isAnswered: true),
            .init("runDialogue", [value("dialogue", .expected)], isAnswered: true),
            .init("cancelDialogue", isAnswered: true),
            .init("cancelRequest", isAnswered: true), .init("tapMicrophone", isAnswered: true),
            .init("typeAnswer", [.init("text", content: .heard)], isAnswered: true),
            .init("respondImmediately", [value("value"), value("errors")], isAnswered: true),
            .init("interpretation", [.init("request"), value("value"), value("errors")]),
            .init("respond", [.init("request"), value("response")]),
            .init(
                "serviceTold",
                [
                    .init("request"), .init("event", content: .name),
                    .init("text", content: .heard), .init("message"),
                ]),
            .init("addEvents", [.init("track"), value("events")], isAnswered: true),
            .init("cancelTrack", [.init("track")], isAnswered: true),
            .init("duckTrack", [.init("track"), value("gain")], isAnswered: true),
            .init("registerTrack", [.init("track"), value("priority")], isAnswered: true),
            .init("unregisterTrack", [.init("track")], isAnswered: true),
            .init("suspendTracks"), .init("resumeTracks"), .init("shutDown"),
        ]
    }()
}
