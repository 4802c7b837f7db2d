package import VoiceTime

/// Stretches in which the two sides of a recorded call speak.
///
/// Shape: stretches ascending and apart, in frames of the call.
package struct CallSpeech: Sendable, Hashable {
    /// Stretches in which the caller speaks.
    package var caller: [Range<Frame>]
    /// Stretches in which the app speaks.
    package var app: [Range<Frame>]
    /// The clock's rate.
    package var sampleRate: SampleRate
    /// The call's length.
    package var frames: Frame

    /// A pause of the app up to here does not part two prompts, in milliseconds, unless the caller
    /// begins or ends in it: a recording does not tell where a sound ends, and sentences pause for
    /// longer than ``HeardStretch/pauseMilliseconds``.
    private static let promptPauseMilliseconds: Int64 = 700

    /// A call in which these stretches are spoken.
    package init(
        caller: [Range<Frame>], app: [Range<Frame>], sampleRate: SampleRate, frames: Frame
    ) {
        self.caller = caller
        self.app = app
        self.sampleRate = sampleRate
        self.frames = frames
    }

    /// Prompts of the app, each said in one go, ascending and apart.
    package var prompts: [Range<Frame>] {
        let pause = sampleRate.frames(milliseconds: Self.promptPauseMilliseconds)
        let edges = caller.flatMap { [$0.lowerBound, $0.upperBound] }
        var prompts: [Range<Frame>] = []
        for stretch in app.sorted(by: { $0.lowerBound < $1.lowerBound }) where !stretch.isEmpty {
            guard let last = prompts.last, stretch.lowerBound - last.upperBound <= pause,
                !edges.contains(where: { last.upperBound <= $0 && $0 < stretch.lowerBound })
            else {
                prompts.append(stretch)
                continue
            }
            prompts[prompts.count - 1] =
                last.lowerBound..<max(last.upperBound, stretch.upperBound)
        }
        return prompts
    }
}
