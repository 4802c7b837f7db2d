internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// Calls of the app.
extension KeenMachine {
    mutating func handle(_ call: EngineCall) {
        if let guarded = GuardedCall(rawValue: call.name) {
            if let refusal = situation.refusal(of: guarded) {
                // An interrupt has come first: the stack is active when that is over.
                if guarded == .activateAudioStack || guarded == .reinitAudioStack {
                    wantsAudio = true
                }
                refuse(call, refusal)
            } else {
                perform(guarded, call)
            }
            return
        }
        let arguments = call.arguments
        switch call.name {
        case "loadGraph": loadGraph(call)
        case "addPhrases": addPhrases(call)
        case "setVADParameter": setParameter(call)
        case "setVadGating": isGated = noteFlag(call)
        case "setHandleNotifications": handlesNotifications = noteFlag(call)
        case "setRescore", "setBluetoothA2DPOutput": emitParameter(call.name, arguments["value"])
        case "setAlternatives":
            let count = Int(clamping: arguments["count"]?.integer ?? 0)
            alternatives = min(max(0, count), Self.mostAlternatives)
            emitParameter(call.name, .integer(Int64(alternatives)))
        case "setLevelInterval":
            let milliseconds = min(max(0, arguments["milliseconds"]?.integer ?? 0), 10_000)
            levelFrames = rate.frames(milliseconds: milliseconds)
            emitParameter(call.name, .integer(milliseconds))
        case "adaptToSpeaker", "useSpeakerProfile", "saveSpeakerAdaptationProfile":
            tellSpeaker(call.name, arguments)
        case Self.listen: listen(call)
        case "awaitResponse": awaitResponse(call)
        case "awaitPartialResult": awaitPartial(call)
        case "noteRefusal":
            emit(
                "refused",
                [
                    "call": .string(arguments["call"]?.string ?? ""),
                    "reason": .string(arguments["reason"]?.string ?? ""),
                    "state": .string(situation.state.name),
                ])
        default: break
        }
    }

    private mutating func perform(_ guarded: GuardedCall, _ call: EngineCall) {
        switch guarded {
        case .prepareForListening: prepare(call)
        case .startListening:
            startListening(to: KeenSource(call))
        case .stopListening: abandon(by: guarded.rawValue)
        case .finishListening: finish(because: nil, by: guarded.rawValue, why: [:])
        case .stopListeningAndReturnFinalResponse:
            if let id = call.id { listening?.replies.append(id) }
            finish(because: nil, by: guarded.rawValue, why: [:])
        case .resetSpeakerAdaptation: tellSpeaker(guarded.rawValue, call.arguments)
        case .performEchoCancellation:
            let isWanted = call.arguments["value"]?.bool ?? false
            guard !isWanted || situation.offersEchoCancellation else {
                refuse(call, .echoCancellationUnavailable)
                return
            }
            cancelsEcho = isWanted
            emitParameter(guarded.rawValue, .bool(isWanted))
        case .deactivateAudioStack:
            wantsAudio = false
            abandon(by: guarded.rawValue)
            tellStack("deactivated", isActive: false)
        case .activateAudioStack:
            wantsAudio = true
            tellStack("activated", isActive: true)
        case .reinitAudioStack:
            wantsAudio = true
            abandon(by: guarded.rawValue)
            tellStack("deactivated", isActive: false)
            tellStack("activated", isActive: true)
        case .teardown:
            emit("teardown", ["reason": .string(guarded.rawValue)])
            output.append(.ended(reason: guarded.rawValue))
        }
    }

    // MARK: Graphs

    private mutating func loadGraph(_ call: EngineCall) {
        guard let name = call.arguments["name"]?.string,
            let graph = KeenGraph(call.arguments["graph"])
        else {
            refuse(call, .unknownGraph)
            return
        }
        graphs[name] = graph
        emit(
            "graph",
            [
                "graph": .string(name), "contexts": .integer(Int64(graph.contexts.count)),
                "phrases": .integer(Int64(graph.phraseCount)),
            ])
    }

    private mutating func addPhrases(_ call: EngineCall) {
        guard let name = call.arguments["name"]?.string,
            let context = call.arguments["context"]?.integer.flatMap({ Int(exactly: $0) }),
            let phrases = KeenGraph.texts(call.arguments["phrases"]),
            graphs[name]?.add(phrases, to: context) == true
        else {
            refuse(call, .unknownGraph)
            return
        }
    }

    private mutating func prepare(_ call: EngineCall) {
        guard let name = call.arguments["graph"]?.string, let graph = graphs[name] else {
            refuse(call, .unknownGraph)
            return
        }
        let context = call.arguments["context"]?.integer.map { Int(clamping: $0) }
        if let refusal = Self.refusal(of: context, in: graph) {
            refuse(call, refusal)
            return
        }
        let computesGoP = call.arguments["computeGoP"]?.bool ?? false
        prepared = PreparedGraph(
            name: name, context: context, computesGoP: computesGoP,
            graph: graph.contexts[context ?? 0], unknownWords: graph.unknownWords)
        situation.hasGraph = true
        var fields: JSONObject = ["graph": .string(name), "computeGoP": .bool(computesGoP)]
        if let context { fields["context"] = .integer(Int64(context)) }
        emit("prepared", fields)
        output.append(.prepare(.graph(graph.contexts[context ?? 0])))
        move(to: .readyToListen, by: GuardedCall.prepareForListening.rawValue)
    }

    /// Returns the reason why a context of a graph cannot be prepared; nil where it can.
    static func refusal(of context: Int?, in graph: KeenGraph) -> KIOSRefusal? {
        switch (context, graph.isContextual) {
        case (nil, true): .contextual
        case (_?, false): .notContextual
        case (let context?, true):
            graph.contexts.indices.contains(context) ? nil : .contextOutOfRange
        case (nil, false): nil
        }
    }

    // MARK: Parameters

    private mutating func setParameter(_ call: EngineCall) {
        let value = call.arguments["milliseconds"]
        guard
            let parameter = call.arguments["parameter"]?.string.flatMap(
                KIOSVadParameter.init(name:)), value == .null || value?.integer != nil,
            limits.set(parameter, milliseconds: value?.integer)
        else {
            refuse(call, .value)
            return
        }
        emitParameter(parameter.name, limits[parameter].map { .integer($0) } ?? .string("never"))
        listening?.rules.limits = limits
        checkRules()
    }

    private mutating func noteFlag(_ call: EngineCall) -> Bool {
        let flag = call.arguments["value"]?.bool ?? false
        emitParameter(call.name, .bool(flag))
        return flag
    }

    private mutating func emitParameter(_ name: String, _ value: JSONValue?) {
        emit("parameter", ["name": .string(name), "value": value ?? .null])
    }

    private mutating func tellSpeaker(_ name: String, _ arguments: JSONObject) {
        var fields: JSONObject = [
            "by": .string(name), "speaker": .string(arguments["speaker"]?.string ?? "default"),
        ]
        if let frames = arguments["profile"]?.object?["frames"]?.integer {
            fields["frames"] = .integer(frames)
        }
        fields["route"] = arguments["route"]
        if let profile = arguments["profile"] { speaker = SpeakerMean(profile: profile) }
        emit("speaker", fields)
    }

    // MARK: Calls that wait

    /// The call that starts listening and is answered with its response.
    static let listen = "listen"

    private mutating func listen(_ call: EngineCall) {
        if let refusal = situation.refusal(of: .startListening) {
            refuse(call, refusal)
            return
        }
        startListening(to: KeenSource(call))
        if let id = call.id { listening?.callers.append(id) }
    }

    private mutating func awaitResponse(_ call: EngineCall) {
        guard let id = call.id else { return }
        let after = Int(clamping: call.arguments["after"]?.integer ?? 0)
        if let last = lastResponse, last.number > after {
            output.append(.reply(call: id, .value(.object(last.fields))))
        } else {
            waiters.responses.append((id, after))
        }
    }

    private mutating func awaitPartial(_ call: EngineCall) {
        guard let id = call.id else { return }
        let after = Int(clamping: call.arguments["after"]?.integer ?? 0)
        if let last = lastPartial, last.number > after {
            output.append(.reply(call: id, .value(.object(last.fields))))
        } else {
            waiters.partials.append((id, after))
        }
    }
}

extension SpeakerMean {
    /// Reads the mean of a profile from an input, in thousandths; nil if there is none.
    fileprivate init?(profile: JSONValue) {
        guard let values = profile.object?["mean"]?.array else { return nil }
        let thousandths = values.compactMap(\.integer)
        guard thousandths.count == values.count else { return nil }
        self.init(thousandths.map { Float($0) / 1_000 })
    }
}
