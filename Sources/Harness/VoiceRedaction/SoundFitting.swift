internal import VoiceSession
internal import VoiceTrace

/// Masks the sound of a session such that its detector decides as it did.
struct SoundFitting {
    private static let attempts = 12

    let track: MaskedTrack
    let comparison: EventComparison

    /// Replays begin from the sound.
    let options: ReplayOptions

    /// Masks the sound and moves where its noise changes until the events are the recorded ones;
    /// where that goes round in circles other noise is drawn and smaller steps are taken. Returns
    /// the replay; nil where no noise is found.
    func fit(
        _ hidden: inout SessionParts, with replayer: inout SessionReplayer
    ) throws -> ReplayResult? {
        let rate = hidden.manifest.sampleRate
        let golden = hidden.golden.events
        var utterances = track.utterances
        var tried: [[MaskedUtterance]] = []
        var draw = 0
        for _ in 0..<Self.attempts {
            if tried.contains(utterances) {
                tried.removeAll()
                draw += 1
            }
            tried.append(utterances)
            hidden.masker = track.masker?.attempt(utterances, draw: draw, rate: rate)
            let result = try replayer.replay(hidden, options: options)
            if comparison.difference(of: result, from: golden) == nil { return result }
            // Other noise changes nothing where all speech is heard as it was.
            guard comparison.hearsOtherwise(result.events, than: golden) else { return nil }
            let heard = MaskedUtterance.all(in: result.events, frames: track.frames, rate: rate)
            for (index, attempt) in heard.enumerated() where index < utterances.count {
                utterances[index].correct(missed: attempt, caution: 1 + draw % 4)
            }
        }
        return nil
    }
}
