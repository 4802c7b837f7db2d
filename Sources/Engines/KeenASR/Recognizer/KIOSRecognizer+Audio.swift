internal import VoiceRun

/// The audio stack, echo cancellation and the level of the microphone.
extension KIOSRecognizer {
    /// The level of the microphone in dBFS: the loudest 25 ms of the last 100 ms. Not a number
    /// while the recognizer does not listen, and before the first level.
    public func inputLevel() -> Float {
        guard situation.state == .listening, let level else { return .nan }
        return Float(level) / 1_000
    }

    /// Whether the world of the recognizer, or without one that of the next, can take the app's own
    /// sound out of the microphone.
    public static func echoCancellationAvailable() -> Bool {
        sharedInstance()?.situation.offersEchoCancellation ?? makeHost().offersEchoCancellation
    }

    /// Takes the app's own sound out of the microphone, or no longer. False while the recognizer
    /// listens, and where nothing here can.
    @discardableResult
    public func performEchoCancellation(_ value: Bool) -> Bool {
        guard refusal(.performEchoCancellation) == nil else { return false }
        guard !value || situation.offersEchoCancellation else {
            report(.echoCancellationUnavailable, of: GuardedCall.performEchoCancellation.rawValue)
            return false
        }
        cancelsEcho = value
        send(GuardedCall.performEchoCancellation.rawValue, value)
        facade.tellWish()
        return true
    }

    /// Whether sound may go out by Bluetooth; noted, for no device here asks.
    public func setBluetoothA2DPOutput(_ value: Bool) { send("setBluetoothA2DPOutput", value) }

    /// Stops listening, without a response, and releases the audio devices: a `DeviceHost` closes
    /// its sound device until ``activateAudioStack()``.
    @discardableResult
    public func deactivateAudioStack() -> Bool {
        guard refusal(.deactivateAudioStack) == nil else { return false }
        hushSource()
        send(.deactivateAudioStack)
        wantAudio(false)
        return true
    }

    /// Takes the audio devices again. False while the audio session is interrupted. A device that
    /// does not come back in ten seconds ends the run.
    @discardableResult
    public func activateAudioStack() -> Bool {
        guard refusal(.activateAudioStack) == nil else { return false }
        send(.activateAudioStack)
        wantAudio(true)
        return true
    }

    /// Lets go of the audio devices and takes them again.
    public func reinitAudioStack() {
        guard refusal(.reinitAudioStack) == nil else { return }
        hushSource()
        send(.reinitAudioStack)
        wantAudio(false)
        wantAudio(true)
    }

    private func wantAudio(_ isWanted: Bool) {
        wantsAudio = isWanted
        facade.tellWish()
    }
}
