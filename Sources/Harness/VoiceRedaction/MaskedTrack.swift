internal import VoiceAudio
internal import VoiceSession
package import VoiceTime
internal import VoiceTrace

/// The microphone track of a session, its hidden stretches, and the noise in their place.
package struct MaskedTrack {
    /// Length that is hidden on either side of speech, in milliseconds.
    private static let edgeMs: Int64 = 200

    /// Length in frames; the session's length where there is no track.
    let frames: Int
    /// Hidden stretches, ascending and apart.
    let spans: [Range<Int>]
    /// Speech as the events place it.
    let utterances: [MaskedUtterance]
    /// Masker of the spans; nil where there is no track.
    let masker: NoiseMasker?

    /// Goes through the track of `parts` twice: for speech, and for the shapes of room and voices.
    ///
    /// - Throws: ``SessionError`` where the track cannot be read.
    init(_ parts: SessionParts, hiding hidden: HiddenSpans) throws(SessionError) {
        let rate = parts.manifest.sampleRate
        frames = Int(clamping: parts.manifest.frames)
        let golden = parts.golden.events
        guard parts.hasMicrophone else {
            // Without a microphone there is nothing to find speech in, and all words are hidden.
            spans = HiddenSpans.merged(hidden.ranges ?? [0..<max(1, frames)], count: max(1, frames))
            utterances = MaskedUtterance.all(in: golden, frames: 0, rate: rate)
            masker = nil
            return
        }
        utterances = MaskedUtterance.all(in: golden, frames: frames, rate: rate)
        let (speech, keys) = try Self.speech(in: parts, utterances)
        spans = HiddenSpans.merged(hidden.ranges ?? speech, count: frames)
        var room = ShapeMeter(of: HiddenSpans.gaps(in: speech, count: frames), together: true)
        var voices = ShapeMeter(
            of: utterances.map(\.spoken), without: keys, together: false)
        try parts.eachMicrophoneBlock(of: rate.hertz) { block in
            room.process(block)
            voices.process(block)
        }
        masker = NoiseMasker(
            spans, room: room.sums.first.map { VoiceShape($0) } ?? VoiceShape(ShapeSums()),
            voices: voices.sums.map { VoiceShape($0) }, rate: rate, seed: parts.manifest.seed)
    }

    /// Returns the stretches of keys, which no shape of a voice is made of: noise with the tones of
    /// a key has the key, too.
    package static func keys(_ found: [Range<Int64>], _ rate: SampleRate) -> [Range<Int>] {
        let edge = rate.frames(milliseconds: 20)
        return HiddenSpans.merged(
            found.map { Int($0.lowerBound - edge)..<Int($0.upperBound + edge) }, count: .max)
    }

    /// Finds stretches that sound like speech, that scripted callers said, or that the events call
    /// speech; beside them the keys in them.
    private static func speech(
        in parts: SessionParts, _ utterances: [MaskedUtterance]
    ) throws(SessionError) -> (speech: [Range<Int>], keys: [Range<Int>]) {
        let rate = parts.manifest.sampleRate
        let edge = Int(rate.frames(milliseconds: edgeMs))
        func widened(_ range: Range<Int64>) -> Range<Int> {
            Int(clamping: range.lowerBound) - edge..<Int(clamping: range.upperBound) + edge
        }
        var found = SpeechScan.Found()
        if let path = parts.trackPath {
            do throws(AudioError) { found = try SpeechScan.run(path: path, rate: rate.hertz) } catch
            {
                throw .audio(error)
            }
        }
        var ranges = found.speech.map(widened)
        for input in parts.inputs {
            if case .caller(let line) = input.input { ranges.append(widened(line.active)) }
        }
        ranges += utterances.map {
            widened(Int64($0.spoken.lowerBound)..<Int64($0.spoken.upperBound))
        }
        return (
            HiddenSpans.merged(ranges, count: Int(clamping: parts.manifest.frames)),
            keys(found.keys, rate)
        )
    }
}
