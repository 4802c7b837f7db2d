internal import VoiceActivity
internal import VoiceAudio
internal import VoiceTime
internal import VoiceTrace

/// The caller's track of a run, and where it speaks.
struct CallerTrack {
    let track: SessionSounds.Track
    /// Where the session stands, for errors.
    let path: String
    /// The session's clock.
    let rate: SampleRate

    /// Stretches of speech in all of the track, on the session's clock; nil where it is empty.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read or does not fit the clock.
    func speech() throws(SessionError) -> [Range<Frame>]? {
        let (segments, found): ([Range<Frame>], Int)
        do throws(AudioError) {
            switch track {
            case .sound(let sound):
                guard !sound.samples.isEmpty else { return nil }
                segments = try SpeechActivity.offlineSegments(in: sound)
                found = sound.sampleRate
            case .file(let path):
                (segments, found) = try SpeechActivity.offlineSegments(path: path)
            }
        } catch { throw .audio(error) }
        try check(found)
        return segments
    }

    /// Stretches of speech within `span` of the track, on the session's clock.
    ///
    /// Nothing around it is heard: the room of a clip begins and ends with the clip, and beside a
    /// quieter room it would pass for speech.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read or does not fit the clock.
    func speech(in span: Range<Frame>) throws(SessionError) -> [Range<Frame>] {
        let (segments, found): ([Range<Frame>], Int)
        do throws(AudioError) {
            let sound = try track.part(span)
            guard !sound.samples.isEmpty else { return [] }
            (segments, found) = (try SpeechActivity.offlineSegments(in: sound), sound.sampleRate)
        } catch { throw .audio(error) }
        try check(found)
        return segments.map {
            ($0.lowerBound + span.lowerBound)..<($0.upperBound + span.lowerBound)
        }
    }

    private func check(_ found: Int) throws(SessionError) {
        guard found == rate.hertz else {
            throw .trackRate(path: path, clock: rate.hertz, track: found)
        }
    }
}
