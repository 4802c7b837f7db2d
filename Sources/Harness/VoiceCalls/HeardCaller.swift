internal import VoiceTime

/// Stretches in which the app's side of a call may hold the caller's voice.
struct HeardCaller {
    private let stretches: [Range<Frame>]

    /// The app's side hears what the caller `said` after `delay` frames: 0 where both sides share a
    /// channel, nil where it does not hear it. The edge that is hidden around speech counts, too.
    /// `keys` are those in the app's side, also where the app pressed them.
    init(_ said: [Range<Frame>], delay: Frame?, keys: [Range<Frame>] = [], rate: SampleRate) {
        let edge = rate.frames(milliseconds: CallMask.edgeMilliseconds)
        let heard = delay.map { delay in
            said.map { $0.lowerBound + min(0, delay)..<$0.upperBound + max(0, delay) }
        }
        stretches = ((heard ?? []) + keys).map { $0.lowerBound - edge..<$0.upperBound + edge }
    }

    /// Whether a prompt may hold it.
    func isIn(_ prompt: Range<Frame>) -> Bool { stretches.contains { $0.overlaps(prompt) } }
}
