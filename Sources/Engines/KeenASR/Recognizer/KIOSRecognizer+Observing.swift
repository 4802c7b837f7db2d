internal import Foundation
internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceRun
internal import VoiceTime
internal import VoiceTrace

/// From the machine's events and callbacks to the app.
extension KIOSRecognizer {
    /// Follows what happens, before the callback about it.
    func observe(_ event: TraceEvent) {
        guard !isTornDown else { return }
        let fields = event.fields
        switch event.kind {
        case "change":
            let way = fields["by"]?.string
            if KeenASRFactory.abandons.contains(way ?? "") {
                abandonedNumber = begunNumber
                if way == KeenMachine.interruptWay { hushSource() }
                responses.forget(String(begunNumber))
            }
            resolve(way, fields["to"]?.string)
        case "refused":
            let name = fields["call"]?.string
            let call = name == KeenMachine.listen ? GuardedCall.startListening.rawValue : name
            if call == GuardedCall.startListening.rawValue, pending.first == .startListening {
                responses.wasRefused()
            }
            if call == GuardedCall.performEchoCancellation.rawValue { cancelsEcho = false }
            resolve(call, fields["state"]?.string)
        case "prepared":
            situation.hasGraph = true
            currentDecodingGraphName = fields["graph"]?.string
        case "audioStack": observeStack(fields)
        case "permission": situation.mayRecord = fields["answer"]?.string == "granted"
        case "listening":
            level = nil
            responses.begins(fields["response"]?.string ?? "")
            begunNumber = Self.number(of: fields)
        case "listened": level = nil
        default:
            if event.core == .level { level = fields["level"]?.integer.map { Int(clamping: $0) } }
        }
        Self.log(.debug, "\(event.frame) \(event.kind) \(JSONWriter.text(.object(fields)))")
    }

    /// The number of the response that an event or a callback belongs to.
    static func number(of fields: JSONObject) -> Int {
        fields["response"]?.string.flatMap { Int($0) } ?? 0
    }

    /// Follows the calls of a replayed session in the app's place, outside of callbacks.
    func follow(_ event: TraceEvent) {
        let fields = event.fields
        switch (event.kind, fields["by"]?.string ?? fields["name"]?.string) {
        case ("graph", _): replayedGraphs.insert(fields["graph"]?.string ?? "")
        case ("speaker", "adaptToSpeaker"):
            speaker.name = fields["speaker"]?.string ?? SpeakerState.usualName
        case ("speaker", "useSpeakerProfile"):
            speaker.profileName = fields["speaker"]?.string
            speaker.profileRoute = fields["route"]?.string.flatMap(KIOSAudioRoute.init(rawValue:))
        case ("speaker", GuardedCall.resetSpeakerAdaptation.rawValue): speaker.reset()
        case ("parameter", "setHandleNotifications"):
            isFollowing = true
            handleNotifications = fields["value"]?.bool ?? true
            isFollowing = false
        case ("parameter", "setAlternatives"):
            isFollowing = true
            maximumAlternatives = Int(clamping: fields["value"]?.integer ?? 0)
            isFollowing = false
        default: break
        }
    }

    /// Takes the machine's state, unless calls that were taken here, and that it still has to take,
    /// lead to another.
    private func resolve(_ way: String?, _ state: String?) {
        if let first = pending.first, first.rawValue == way { pending.removeFirst() }
        guard let state = state.flatMap(KIOSRecognizerState.init(name:)),
            !pending.contains(where: { $0.leads(away: state) })
        else { return }
        situation.state = state
    }

    private func observeStack(_ fields: JSONObject) {
        switch fields["event"]?.string {
        case "interruptionEnded": situation.isInterrupted = false
        case "echoCancellationOffered": situation.offersEchoCancellation = true
        case "echoCancellationWithdrawn":
            situation.offersEchoCancellation = false
            cancelsEcho = false
        case "routeChanged":
            let route = fields["route"]?.string.flatMap(KIOSAudioRoute.init(rawValue:))
            speaker.microphone = route ?? .builtin
            speaker.route = speaker.microphone
        case "deactivated":
            situation.isAudioActive = false
            if pending.first == .deactivateAudioStack {
                resolve(GuardedCall.deactivateAudioStack.rawValue, fields["state"]?.string)
            }
        case "activated":
            // The app may have deactivated it meanwhile, and the machine has not taken that yet.
            situation.isAudioActive = wantsAudio
            if let first = pending.first, [.activateAudioStack, .reinitAudioStack].contains(first) {
                resolve(first.rawValue, fields["state"]?.string)
            }
        default: break
        }
    }

    /// Calls the delegate.
    func notify(_ callback: EngineCallback) {
        guard !isTornDown, let name = KeenCallback(rawValue: callback.name) else { return }
        switch name {
        case .triggerPhraseDetected, .recognizerPartialResult, .recognizerFinalResponse:
            // The app stopped listening, and the machine has not taken that call yet; or it has,
            // and this callback waited behind the one that made the call.
            if pending.contains(where: \.endsListening) { return }
            guard Self.number(of: callback.arguments) > abandonedNumber else { return }
        case .unwindAppAudioBeforeAudioInterrupt, .recognizerReadyToListenAfterInterrupt: break
        }
        switch name {
        case .unwindAppAudioBeforeAudioInterrupt:
            situation.isInterrupted = true
            delegate?.unwindAppAudioBeforeAudioInterrupt()
        case .triggerPhraseDetected: delegate?.triggerPhraseDetected(self)
        case .recognizerPartialResult:
            let result = result(soFar: callback.arguments)
            delegate?.recognizerPartialResult(result, for: self)
            partialNews.notify(result)
        case .recognizerFinalResponse:
            let response = response(of: callback.arguments)
            delegate?.recognizerFinalResponse(response, for: self)
            finalNews.notify(response)
        case .recognizerReadyToListenAfterInterrupt:
            delegate?.recognizerReadyToListen(afterInterrupt: self)
        }
    }

    /// The partial result that the machine reports.
    func result(soFar fields: JSONObject) -> KIOSResult {
        KIOSResult(
            partial: Hypothesis(fields: fields),
            responseId: responses.id(ofOpen: fields["response"]?.string ?? ""))
    }

    /// The response that the machine reports, made once.
    func response(of fields: JSONObject) -> KIOSResponse {
        let number = fields["response"]?.string ?? ""
        if let known = responses.response(number) { return known }
        hushSource()
        let beginning = responses.takeBeginning(number)
        let sound = sound(of: fields, number)
        var facts = KIOSResponse.Facts(
            responseId: beginning.id, result: result(of: fields, beginning.id),
            decodingGraphName: fields["graph"]?.string ?? "", asrBundleName: asrBundleName,
            sound: sound, startTime: beginning.time,
            origin: .current(sdkVersion: Self.sdkVersion))
        facts.echoCancellation = fields["echoCancellation"]?.bool ?? false
        facts.endRule = fields["rule"]?.string.flatMap(KIOSVadParameter.init(name:))
        facts.failure = fields["failure"]?.string
        let speech = facts.result?.speech(sampleRate: sound.sampleRate) ?? []
        facts.audioQuality = KIOSAudioQualityResult(sound, speech: speech)
        let response = KIOSResponse(
            facts, sink: Self.responseSink, reservedFolder: locations?.queuedResponses)
        responses.keep(response, number)
        learn(from: sound, speech: speech)
        return response
    }

    private func result(of fields: JSONObject, _ responseId: String) -> KIOSResult? {
        guard fields["text"]?.string != nil else { return nil }
        let graph = fields["graph"]?.string ?? ""
        return KIOSResult(
            final: Hypothesis(fields: fields),
            KIOSResult.Reading(
                start: fields["start"]?.integer ?? 0,
                sampleRate: host.conditions.sampleRate.hertz,
                computesGoP: fields["computeGoP"]?.bool ?? false,
                guessedWords: sentGraphs[graph]?.unknownWords ?? [], responseId: responseId))
    }

    /// Returns the sound of a response: the part of its recording between start and end.
    private func sound(of fields: JSONObject, _ number: String) -> MonoSound {
        let rate = host.conditions.sampleRate.hertz
        let silence = MonoSound(sampleRate: rate, samples: [])
        guard let kept = responses.sounds.removeValue(forKey: "response-\(number).wav"),
            let opened = fields["opened"]?.integer, let start = fields["start"]?.integer,
            let end = fields["end"]?.integer
        else { return silence }
        let first = Int(clamping: max(0, start - opened))
        let last = min(kept.samples.count, Int(clamping: max(0, end - opened)))
        guard first < last else { return silence }
        return MonoSound(sampleRate: kept.sampleRate, samples: Array(kept.samples[first..<last]))
    }
}
