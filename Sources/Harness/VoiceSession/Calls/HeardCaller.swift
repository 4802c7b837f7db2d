internal import VoiceTime

/// Where the app's side of a call may hold the caller's voice.
struct HeardCaller {
    private let stretches: [Range<Frame>]

    /// The caller's `turns`, which the app's side hears `delay` frames later: 0 where both sides
    /// share a channel, nil where it does not hear them. As much around them counts as is hidden
    /// around speech.
    init(_ turns: [Range<Frame>], delay: Frame?, rate: SampleRate) {
        let edge = rate.frames(milliseconds: CallMask.edgeMilliseconds)
        stretches =
            delay.map { delay in
                turns.map { turn in
                    let start = turn.lowerBound + min(0, delay) - edge
                    return start..<(turn.upperBound + max(0, delay) + edge)
                }
            } ?? []
    }

    /// Whether a prompt may hold it.
    func isIn(_ prompt: Range<Frame>) -> Bool { stretches.contains { $0.overlaps(prompt) } }
}
