internal import VoiceAudio
internal import VoiceRedaction
internal import VoiceSession
internal import VoiceTime

/// Stretches of the caller's side of a call that are hidden, and the noise in their place.
struct CallMask {
    /// Length that is hidden on either side of speech, in milliseconds.
    static let edgeMilliseconds: Int64 = 200

    /// Hidden stretches, ascending and apart, in frames.
    let spans: [Range<Int>]
    /// The caller's turns.
    let turns: [Range<Frame>]
    /// Stretches that may be speech, the turns and the keys among them.
    private let speech: [Range<Frame>]
    /// The keys that are pressed.
    private let keys: [Range<Frame>]
    /// The noise.
    let masker: NoiseMasker

    /// Goes through `track` twice: for what may be speech beside the `turns`, and for the shapes of
    /// room and voices.
    ///
    /// - Throws: ``SessionError`` where the track cannot be read.
    init(
        _ track: CallTrack, turns: [Range<Frame>], hiding hidden: HiddenSpans, seed: UInt64
    ) throws(SessionError) {
        let rate = track.rate
        let count = Int(clamping: track.frames)
        let edge = rate.frames(milliseconds: Self.edgeMilliseconds)
        var scanned: SpeechScan.Found
        do throws(AudioError) {
            scanned = try SpeechScan.run(path: track.path, rate: rate.hertz, choice: track.choice)
        } catch { throw .audio(error) }
        scanned.speech += turns
        self.turns = turns
        self.speech = scanned.speech
        keys = scanned.keys
        let speech = HiddenSpans.merged(
            scanned.speech.map { Int($0.lowerBound - edge)..<Int($0.upperBound + edge) },
            count: count)
        spans = HiddenSpans.merged(hidden.ranges ?? speech, count: count)
        let voiced = turns.map { Int($0.lowerBound)..<Int($0.upperBound) }
        var room = ShapeMeter(of: HiddenSpans.gaps(in: speech, count: count), together: true)
        var voices = ShapeMeter(
            of: voiced, without: MaskedTrack.keys(scanned.keys, rate), together: false)
        try track.show { (block) throws(SessionError) in
            room.process(block)
            voices.process(block)
        }
        masker = NoiseMasker(
            spans, room: room.sums.first.map { VoiceShape($0) } ?? VoiceShape(ShapeSums()),
            voices: voices.sums.map { VoiceShape($0) }, rate: rate, seed: seed
        ).attempt(
            voiced.map { MaskedUtterance(speech: $0) }, draw: 0, rate: rate)
    }

    /// Returns the stretches in which the caller may have spoken. Where both sides share a channel,
    /// speech may be the app's: the turns and all keys count.
    func said(inSharedChannel isShared: Bool) -> [Range<Frame>] {
        isShared ? turns + keys : speech
    }
}
