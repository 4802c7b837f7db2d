public import VoiceAudio
public import VoiceDevices
public import VoiceEngine

extension DuplexPort {
    /// Lets a prompt be heard as its request says; what kept it from being heard, nil for nothing.
    public mutating func play(_ sound: MonoSound, _ request: PromptRequest, job: Int) -> String? {
        do {
            let prepared = try PreparedSound(
                sound, deviceRate: rate, volume: request.volume,
                startMilliseconds: request.startMilliseconds,
                leadMilliseconds: request.silenceMilliseconds.before, plays: request.plays)
            return play(prepared, job: job)
                ? nil : "a prompt was not heard: too many play at once."
        } catch { return "a prompt was not heard: \(error)" }
    }
}
