internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// How far what plays was heard, and how the app is told.
extension VoiceflowMachine {
    /// How much of a segment has been heard by now. It ends by itself while a callback holds up
    /// what is told of it.
    func heardFrames(of playback: Playback) -> Frame {
        let heard = now - playback.leafStart
        guard let request = playback.request, let prompt = playback.prompt,
            let whole = PlayedPrompt(request, prompt, rate: rate).frames(rate: rate)
        else { return heard }
        return min(heard, whole)
    }

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
            let played = PlayedPrompt(request, prompt, rate: rate)
            place = rate.milliseconds(played.place(after: heard))
        }
        return .announce(
            kind: "media",
            fields: mediaFields(playback.leaf ?? "", "playAudioSegment", event, fields), why: why,
            callback: "MediaEvent", told: ["positionMs": .integer(place)])
    }
}
