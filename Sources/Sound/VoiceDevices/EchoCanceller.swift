internal import CSpeexDSP

/// Removes the loudspeaker's sound from the microphone's.
///
/// Shape: hops of 10 ms of both, at one rate, in step. Source: speexdsp 1.2 manual, "Echo
/// Cancellation" and "Preprocessor"; its multidelay block filter adapts while it runs.
struct EchoCanceller: ~Copyable {
    /// Longest echo that is cancelled, in milliseconds.
    static let tailMilliseconds = 256
    /// Largest factor of what is left over the loudest of the last hops: 1.8 dB.
    private static let mostGain: Float = 1.5
    /// The hop before: the suppressor gives each one hop late.
    private var before: [Int16]
    /// The mean squares of the two hops before.
    private var energies: (Float, Float) = (0, 0)
    private let hopFrames: Int
    private let canceller: OpaquePointer
    private let suppressor: OpaquePointer
    private var gate = EchoGate()

    init(rate: Int) {
        hopFrames = rate / 100
        before = [Int16](repeating: 0, count: rate / 100)
        let tail = Int32(rate * Self.tailMilliseconds / 1_000)
        guard let canceller = speex_echo_state_init(Int32(hopFrames), tail),
            let suppressor = speex_preprocess_state_init(Int32(hopFrames), Int32(rate))
        else { preconditionFailure("speexdsp has no memory for a canceller") }
        self.canceller = canceller
        self.suppressor = suppressor
        var hertz = Int32(rate)
        speex_echo_ctl(canceller, SPEEX_ECHO_SET_SAMPLING_RATE, &hertz)
        // Only what is left of the echo is suppressed: noise is the detector's business.
        var off: Int32 = 0
        speex_preprocess_ctl(suppressor, SPEEX_PREPROCESS_SET_DENOISE, &off)
        speex_preprocess_ctl(
            suppressor, SPEEX_PREPROCESS_SET_ECHO_STATE, UnsafeMutableRawPointer(canceller))
    }

    deinit {
        speex_preprocess_state_destroy(suppressor)
        speex_echo_state_destroy(canceller)
    }

    /// Notes that what was played stands elsewhere now, or is known to stand where it stood.
    mutating func update(_ news: EchoNews) {
        // What was learnt belongs to another place.
        if case .moved = news { speex_echo_state_reset(canceller) }
        gate.update(news)
    }

    /// One hop without its echo.
    mutating func process(heard: [Int16], played: [Int16]) -> [Int16] {
        gate.process(cancel(heard: heard, played: played), reference: played)
    }

    /// Returns what the filter leaves of a hop, before the gate.
    mutating func cancel(heard: [Int16], played: [Int16]) -> [Int16] {
        precondition(heard.count == hopFrames, "the canceller works hop by hop")
        precondition(played.count == hopFrames, "the canceller works hop by hop")
        var output = [Int16](repeating: 0, count: hopFrames)
        speex_echo_cancellation(canceller, heard, played, &output)
        speex_preprocess_run(suppressor, &output)
        let energy = EchoGate.meanSquare(heard)
        let loudest = max(energy, energies.0, energies.1)
        defer {
            before = heard
            energies = (energy, energies.0)
        }
        // While it learns, the filter can be so wrong that it adds.
        guard EchoGate.meanSquare(output) <= Self.mostGain * loudest else {
            return before
        }
        return output
    }
}
