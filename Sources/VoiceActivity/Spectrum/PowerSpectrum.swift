internal import VoiceAudio

/// The power of every bin of a windowed stretch of sound: the only owner of its buffer.
///
/// Shape: `size` samples in, `size / 2 + 1` powers out. Units: 16-bit full scale, squared.
struct PowerSpectrum: ~Copyable {
    /// The powers last measured.
    let powers: UnsafeMutablePointer<Float>
    private let fast: FastSpectrum?
    private let general: FrequencyTransform?

    init(size: Int) {
        powers = .allocate(capacity: size / 2 + 1)
        powers.initialize(repeating: 0, count: size / 2 + 1)
        fast = size == FastSpectrum.size ? FastSpectrum() : nil
        general = size == FastSpectrum.size ? nil : FrequencyTransform(size: size)
    }

    deinit { powers.deallocate() }

    /// Measures `samples` under `window`, which has as many points.
    func measure(_ samples: UnsafeBufferPointer<Int16>, window: UnsafeBufferPointer<Float>) {
        guard let sound = samples.baseAddress, let factors = window.baseAddress else { return }
        precondition(samples.count == window.count, "the window has other points than the sound")
        fast?.measure(sound, window: factors, into: powers)
        general?.measure(sound, window: factors, into: powers)
    }
}
