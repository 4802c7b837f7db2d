package import VoiceDevices

/// Simulated sound card: brings blocks of any size to a port's callbacks, loses frames when it is
/// told to, and may stand beside its own loudspeaker. No thread, no clock.
package struct SimulatedDevice: Sendable {
    /// Echo of the loudspeaker in the microphone.
    package struct Echo: Sendable {
        /// Share of the amplitude that arrives.
        package var gain: Float
        /// Delay after it was handed over, in frames.
        package var delayFrames: Int

        /// An echo.
        package init(gain: Float, delayFrames: Int) {
            self.gain = gain
            self.delayFrames = delayFrames
        }
    }

    /// Frames per second.
    package let rate: Int
    /// Frames that were captured, lost ones included.
    package private(set) var frames = 0
    /// Everything that was played.
    package private(set) var played: [Float] = []
    /// Seconds from the handing over of a frame to its sound.
    package var latencySeconds = 0.1
    /// Speed of its capture over what its rate says, in millionths.
    package var captureMillionths = 0.0
    /// The way from loudspeaker to microphone; nil for headphones.
    package var echo: Echo?

    /// A card of that rate.
    package init(rate: Int = 16_000) { self.rate = rate }

    /// Seconds of the capture clock at a frame.
    private func time(_ frame: Int) -> Double {
        1 + Double(frame) / (Double(rate) * (1 + captureMillionths / 1_000_000))
    }

    /// Brings a block of captured sound and takes one to play; `isBroken` is the host's word that
    /// frames before it were lost, `hasInput` false its word that it has none.
    package mutating func call(
        _ heard: [Float], _ port: borrowing DuplexPort, isBroken: Bool = false,
        hasInput: Bool = true
    ) {
        var output = [Float](repeating: 0, count: heard.count)
        let now = 1 + Double(frames) / Double(rate)
        DuplexCallback.play(
            &output, frames: heard.count,
            DuplexCallback.Conditions(
                isBroken: isBroken, moment: now + latencySeconds, called: now), port.state)
        played += output
        DuplexCallback.capture(
            heard.indices.map { heard[$0] + echoed(at: frames + $0) }, frames: heard.count,
            DuplexCallback.Conditions(
                isMissing: !hasInput, isBroken: isBroken, moment: time(frames),
                called: time(frames + heard.count)), port.state)
        frames += heard.count
    }

    private func echoed(at frame: Int) -> Float {
        guard let echo else { return 0 }
        let source = frame - echo.delayFrames
        return played.indices.contains(source) ? played[source] * echo.gain : 0
    }

    /// Loses frames between two calls.
    package mutating func lose(_ count: Int) {
        frames += count
        played += [Float](repeating: 0, count: count)
    }
}
