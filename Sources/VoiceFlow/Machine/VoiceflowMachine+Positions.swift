internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

extension VoiceflowMachine {
    /// Where in a segment something happened, in frames since it began; and where in its audio it
    /// began, when not at its start. The app is told the place in the audio as well, from which the
    /// segment can be started again.
    func announcePosition(
        _ event: String, of playback: Playback, heard: Frame, why: JSONObject = [:]
    ) -> Work {
        var fields: JSONObject = ["position": .integer(heard)]
        let start = playback.request?.startMilliseconds ?? 0
        if start > 0 { fields["startMs"] = .integer(start) }
        var place = start
        if let request = playback.request, let prompt = playback.prompt {
            let played = PlayedPrompt(request, prompt, rate: setup.rate)
            place = setup.rate.milliseconds(played.place(after: heard))
        }
        return .announce(
            kind: "media",
            fields: mediaFields(playback.leaf ?? "", "playAudioSegment", event, fields), why: why,
            callback: "MediaEvent", told: ["positionMs": .integer(place)])
    }
}
