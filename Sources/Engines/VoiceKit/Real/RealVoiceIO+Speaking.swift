public import Foundation
internal import VoiceJSON
internal import VoiceRun
internal import VoiceTime

/// Speech, voices and pauses.
extension RealVoiceIO {
    /// Speaks with the default voice; returns when the speech is over or was stopped. Speech of one
    /// engine is spoken in the order of the calls.
    public func speak(_ text: String) async { await speak(text, using: nil) }

    /// Speaks with the voice, or the default one for nil. A voice that the synthesiser does not
    /// know is replaced by the default one.
    public func speak(_ text: String, using voiceID: String?) async {
        _ = await speakAndMeasure(text, using: voiceID)
    }

    /// Keeps the profile under its id, for all siblings.
    public func setVoiceProfile(_ profile: TTSVoiceProfile) { shared.set(profile) }

    /// The profile that was set for the voice; nil without one.
    public func getVoiceProfile(id: String) -> TTSVoiceProfile? { shared.profile(id) }

    /// Makes the profile the default one and keeps it under its id, for all siblings.
    public func setDefaultVoiceProfile(_ profile: TTSVoiceProfile) {
        shared.set(profile, isDefault: true)
    }

    /// The default profile; nil before one was set.
    public func getDefaultVoiceProfile() -> TTSVoiceProfile? {
        shared.defaultProfileID.flatMap { shared.profile($0) }
    }

    /// Sets what holds for all voices. Variation is drawn from the seed of the run.
    public func setTuning(_ tuning: Tuning) { shared.set(tuning) }

    /// Returns the tuning that holds for all voices.
    public func getTuning() -> Tuning { shared.tuning }

    /// Waits on the clock of the run.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, ``VoiceIOError/cancelled`` after
    ///   `stopAll`.
    public func pause(seconds: TimeInterval) async throws {
        if isCI { return await Task.yield() }
        _ = try await ask("pause", ofChannel(["ms": CallValues.milliseconds(seconds)]))
    }
}

extension RealVoiceIO: SpeechMeasuring {
    /// Speaks, and returns the seconds from the first to the last frame of the speech; 0 when it
    /// was stopped. A task that is cancelled stops its speech.
    public func speakAndMeasure(_ text: String, using voiceID: String?) async -> TimeInterval {
        log(.info, "speak(text: \(text), voiceID: \(voiceID ?? "default"))")
        if isCI {
            onTTSSpeakingChanged?(true)
            await Task.yield()
            onTTSSpeakingChanged?(false)
            return 0
        }
        guard !Task.isCancelled else { return 0 }
        let facade = shared.current()
        let speech = JSONValue.integer(facade.nextSpeech())
        do {
            let answer = try await facade.ask(
                "speak",
                ofChannel([
                    "text": .string(text), "voice": voiceID.map { .string($0) } ?? .null,
                    "speech": speech,
                ]))
            guard answer.object?["completed"]?.bool == true else { return 0 }
            return seconds(ofFrames: answer.object?["frames"])
        } catch {
            if case .callCancelled = error { facade.send("cancelSpeaking", ["speech": speech]) }
            log(.warn, "speak: \(error)")
            return 0
        }
    }

    /// Frames of the run as seconds; 0 for nil.
    func seconds(ofFrames frames: JSONValue?) -> TimeInterval {
        TimeInterval(frames?.integer ?? 0) / TimeInterval(host.conditions.sampleRate.hertz)
    }
}
