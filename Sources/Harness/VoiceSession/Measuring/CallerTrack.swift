internal import VoiceActivity
internal import VoiceAudio
internal import VoiceTime

/// The caller's track of a run, and the stretches in which it speaks.
struct CallerTrack {
    let track: SessionSounds.Track
    /// Path of the session, for errors.
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
                segments = try SpeechActivity.offlineSegments(
                    in: sound, settings: .fadingEnds)
                found = sound.sampleRate
            case .file(let path):
                (segments, found) = try SpeechActivity.offlineSegments(
                    path: path, settings: .fadingEnds)
            }
        } catch { throw .audio(error) }
        try check(found)
        return segments
    }

    /// Returns the stretch from the first to the last speech of a clip that is played in `span`, on
    /// the session's clock; nil where none is found.
    ///
    /// What is around the clip tells speech that begins or ends with it from noise. But the room of
    /// a clip ends with the clip, and would pass for speech beside a quieter room: where the clip
    /// alone ends earlier by more than the end of a word fades, that is its end.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read or does not fit the clock.
    func speech(ofClip span: Range<Frame>) throws(SessionError) -> Range<Frame>? {
        let context = rate.frames(milliseconds: Self.contextMilliseconds)
        let around = max(0, span.lowerBound - context)..<(span.upperBound + context)
        let near = try speech(in: around).map { $0.clamped(to: span) }.filter { !$0.isEmpty }
        let alone = try speech(in: span)
        guard let first = near.first ?? alone.first, let last = near.last ?? alone.last else {
            return nil
        }
        var end = last.upperBound
        if let other = alone.last, other.overlaps(last),
            end - other.upperBound > rate.frames(milliseconds: Self.fadingMilliseconds)
        {
            end = other.upperBound
        }
        return first.lowerBound..<max(first.lowerBound, end)
    }

    /// Length of the track that is heard on either side of a clip, in milliseconds. The detector
    /// looks 1.3 s either way.
    private static let contextMilliseconds: Int64 = 2_000
    /// Longest time that the end of a word fades, in milliseconds.
    private static let fadingMilliseconds: Int64 = 100

    /// Stretches of speech in a part of the track, which nothing else is heard of.
    private func speech(in part: Range<Frame>) throws(SessionError) -> [Range<Frame>] {
        let (segments, found): ([Range<Frame>], Int)
        do throws(AudioError) {
            let sound = try track.part(part)
            guard !sound.samples.isEmpty else { return [] }
            (segments, found) = (try KnownSpeech.segments(in: sound), sound.sampleRate)
        } catch { throw .audio(error) }
        try check(found)
        return segments.map {
            ($0.lowerBound + part.lowerBound)..<($0.upperBound + part.lowerBound)
        }
    }

    private func check(_ found: Int) throws(SessionError) {
        guard found == rate.hertz else {
            throw .trackRate(path: path, clock: rate.hertz, track: found)
        }
    }
}
