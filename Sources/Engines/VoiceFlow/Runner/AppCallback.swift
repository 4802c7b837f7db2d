internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Callbacks of the app, in the document's words.
enum AppCallback: Sendable {
    struct Media: Sendable {
        let module: String
        let item: String
        let function: STNotifyMediaFunction
        let event: STNotifyMediaEvent
        let arguments: JSONObject
        let rate: SampleRate
        var audioFile: String?
        var text: String?

        var data: [AnyHashable: Any] {
            var data = EventNames.data(arguments, rate: rate)
            data["audioFile"] = audioFile
            data["textString"] = text
            return data
        }
    }

    struct Segment: Sendable {
        let module: String
        let prompt: String
        let type: STAudioSegmentType
        let audioFile: String?
        let textString: String?
        let textFile: String?
    }

    case start(module: String)
    case end(module: String)
    case hypothesis(module: String, STSRData)
    case media(Media)
    case segment(Segment)
    case permission(STNotifyMediaEvent)

    /// A callback of the engine about `event`; nil for one that no app knows. `recognizer` names
    /// the engine that a module recognises with.
    init?(
        _ callback: EngineCallback, of event: TraceEvent?, state: RunnerState, rate: SampleRate,
        recognizer: (String) -> String?
    ) {
        let arguments = callback.arguments
        let module = arguments["module"]?.string ?? state.module
        func text(_ key: String) -> String { arguments[key]?.string ?? "" }
        switch callback.name {
        case "PreModuleStart": self = .start(module: module)
        case "PreModuleEnd": self = .end(module: module)
        case "SRHypothesis":
            let data = Self.data(
                arguments, of: event, rate: rate, engine: recognizer(module) ?? "default")
            self = .hypothesis(module: module, data)
        case "MediaEvent":
            var media = Media(
                module: module, item: text("item"),
                function: EventNames.function(text("function")),
                event: EventNames.event(text("event")), arguments: arguments, rate: rate)
            if media.function == .NMF_PLAY_AUDIO_SEGMENT, media.item == state.segment.prompt {
                media.audioFile = state.segment.audioFile
                media.text = state.segment.text
            }
            self = .media(media)
        case "PlayAudioSegmentData":
            self = .segment(
                Segment(
                    module: module, prompt: text("prompt"), type: Self.type(text("type")),
                    audioFile: arguments["audioFile"]?.string,
                    textString: arguments["text"]?.string,
                    textFile: arguments["textFile"]?.string))
        case "PermissionEvent":
            self = .permission(EventNames.permission(text("what"), text("answer")))
        default: return nil
        }
    }

    private static func data(
        _ arguments: JSONObject, of event: TraceEvent?, rate: SampleRate, engine: String
    ) -> STSRData {
        let isPartial = arguments["type"]?.string == "partial"
        return STSRData(
            srEngine: engine, srHypothesis: arguments["hypothesis"]?.string,
            srAlternatives: arguments["alternatives"]?.array?.compactMap(\.string) ?? [],
            srHypothesisType: isPartial ? .NME_SR_HYPOTHESIS_PARTIAL : .NME_SR_HYPOTHESIS_FINAL,
            srConfidence: arguments["confidence"]?.integer.map { Double($0) / 1_000 },
            srStartMs: event?.why[evidence: .start].map { Int(rate.milliseconds($0)) },
            srEndMs: event?.why[evidence: .end].map { Int(rate.milliseconds($0)) })
    }

    private static func type(_ word: String) -> STAudioSegmentType {
        switch word {
        case "audioFile": .AST_AUDIO_FILE
        case "textFile": .AST_TEXT_FILE
        default: .AST_TEXT_STRING
        }
    }

    /// Whether the app rejected the words it was told.
    var isRejected: Bool {
        if case .hypothesis(_, let data) = self { data.srClientRejectedHypothesis } else { false }
    }

    /// Tells an app on the main actor.
    @MainActor
    func call(_ app: any STVoiceFlowCallback) {
        switch self {
        case .start(let module): app.STVFC_PreModuleStart(vfModuleID: module)
        case .end(let module): app.STVFC_PreModuleEnd(vfModuleID: module)
        case .hypothesis(let module, let data):
            app.STVFC_SRHypothesis(vfModuleID: module, srData: data)
        case .media(let media):
            app.STVFC_MediaEvent(
                vfModuleID: media.module, mediaItemID: media.item, mediaFunction: media.function,
                mediaEvent: media.event, mediaEventData: media.data)
        case .segment(let segment):
            app.STVFC_PlayAudioSegmentData(
                vfModuleID: segment.module, promptID: segment.prompt,
                audioSegmentType: segment.type, audioFile: segment.audioFile,
                textString: segment.textString, textFile: segment.textFile)
        case .permission(let event): app.STVFC_PermissionEvent(permissionEvent: event)
        }
    }

    /// Makes the callback to an app that is an actor.
    func call(_ app: any STVoiceFlowActorCallback) async {
        switch self {
        case .start(let module): await app.STVFC_PreModuleStart(vfModuleID: module)
        case .end(let module): await app.STVFC_PreModuleEnd(vfModuleID: module)
        case .hypothesis(let module, let data):
            await app.STVFC_SRHypothesis(vfModuleID: module, srData: data)
        case .media(let media):
            await app.STVFC_MediaEvent(
                vfModuleID: media.module, mediaItemID: media.item, mediaFunction: media.function,
                mediaEvent: media.event, mediaEventData: media.data)
        case .segment(let segment):
            await app.STVFC_PlayAudioSegmentData(
                vfModuleID: segment.module, promptID: segment.prompt,
                audioSegmentType: segment.type, audioFile: segment.audioFile,
                textString: segment.textString, textFile: segment.textFile)
        case .permission(let event): await app.STVFC_PermissionEvent(permissionEvent: event)
        }
    }
}
