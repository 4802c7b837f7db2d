/// One channel of 16-bit sound, held in memory.
///
/// Shape: `samples` in time order, one a frame. Units: full scale is 32,768 (see ``PCM16``).
public struct MonoSound: Sendable, Equatable {
    /// Frames per second, in hertz.
    public var sampleRate: Int
    /// The samples, one a frame.
    public var samples: [Int16]

    /// A sound of these samples at this rate.
    public init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// The length in frames.
    public var frames: Int { samples.count }
}

/// Conversion between 16-bit samples and floating-point samples: the one place that defines it.
///
/// Units: a float is a share of full scale, `Int16` is 1/32,768 of it.
package enum PCM16 {
    /// The number of integer steps in full scale.
    package static let fullScale: Float = 32_768

    /// The float of one 16-bit sample: `sample / 32768`, exact.
    package static func float(_ sample: Int16) -> Float {
        Float(sample) / fullScale
    }

    /// The 16-bit sample of one float: `round(value * 32768)`, halves away from zero.
    ///
    /// Shape: values beyond full scale are clamped to -32768...32767; NaN becomes 0.
    package static func sample(_ value: Float) -> Int16 {
        let scaled = Double(value) * 32_768
        // NaN fails both comparisons; Double holds every 24-bit value plus a half exactly.
        if scaled >= 0 { return scaled >= 32_767 ? 32_767 : Int16(scaled + 0.5) }
        if scaled < 0 { return scaled <= -32_768 ? -32_768 : Int16(scaled - 0.5) }
        return 0
    }
}
