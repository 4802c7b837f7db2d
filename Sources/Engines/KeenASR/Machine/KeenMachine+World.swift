internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// News of the world: interrupts, permissions, what the device offers.
extension KeenMachine {
    mutating func handle(_ news: SessionInput) {
        switch news {
        case .audioSession(let news, _): handle(news)
        case .permission(.microphone, let answer, _):
            situation.mayRecord = answer == .granted
            emit("permission", ["what": "microphone", "answer": .string(answer.rawValue)])
        case .device(.opened(let name, _, _), _): opened(name)
        default: break
        }
    }

    /// Notes that a device is open: the name of a microphone tells the source of its sound.
    private mutating func opened(_ name: String) {
        let opened = KIOSAudioRoute(deviceName: name)
        guard opened != route else { return }
        route = opened
        var fields = stack("routeChanged")
        fields["route"] = .string(opened.rawValue)
        emit("audioStack", fields)
    }

    private mutating func handle(_ news: AudioSessionNews) {
        switch news {
        case .began: interrupt()
        case .ended: interruptEnded()
        case .configured(let setup):
            if let isOffered = setup.echoCancellation { offerEchoCancellation(isOffered) }
        case .other: break
        }
    }

    /// The device that is open now can take the app's own sound out of the microphone, or cannot.
    private mutating func offerEchoCancellation(_ isOffered: Bool) {
        guard isOffered != situation.offersEchoCancellation else { return }
        situation.offersEchoCancellation = isOffered
        if !isOffered { cancelsEcho = false }
        emit(
            "audioStack",
            stack(isOffered ? "echoCancellationOffered" : "echoCancellationWithdrawn"))
    }

    private mutating func interrupt() {
        guard !situation.isInterrupted else { return }
        emit("audioStack", stack("interruptionBegan"))
        guard handlesNotifications else { return }
        callBack(.unwindAppAudioBeforeAudioInterrupt)
        situation.isInterrupted = true
        abandon(by: Self.interruptWay)
        if situation.isAudioActive { tellStack("deactivated", isActive: false) }
    }

    private mutating func interruptEnded() {
        guard situation.isInterrupted else {
            emit("audioStack", stack("interruptionEnded"))
            return
        }
        situation.isInterrupted = false
        if wantsAudio { tellStack("activated", isActive: true) }
        emit("audioStack", stack("interruptionEnded"))
        callBack(.recognizerReadyToListenAfterInterrupt)
    }

    mutating func tellStack(_ event: String, isActive: Bool) {
        situation.isAudioActive = isActive
        emit("audioStack", stack(event))
    }

    private func stack(_ event: String) -> JSONObject {
        ["event": .string(event), "state": .string(situation.state.name)]
    }
}
