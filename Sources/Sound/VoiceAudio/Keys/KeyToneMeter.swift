/// Measures the eight tones of keys in windows of 20 ms, one every 2.5 ms.
///
/// Each window is transformed at the eight frequencies of ITU-T Q.23 (a Goertzel filter bank with a
/// Hann window). The turn of a tone's phase from one window to the next gives how far it is off its
/// frequency; the Hann window's response at that distance corrects its power.
struct KeyToneMeter {
    /// Measures of one window.
    struct Window {
        /// Mean square of what is found at each tone's frequency, as shares of full scale squared.
        var powers = SIMD8<Float>()
        /// The place in ``KeyPad/keys`` of the key that it holds and nothing else; nil without one.
        var key: Int?
    }

    /// Frames from the start of a window to the next.
    let hopFrames: Int
    /// The length of a window, in frames.
    let windowFrames: Int

    /// Largest deviation of a tone from its frequency: between the 1.5 % that Q.24 accepts and the
    /// 3.5 % that it rejects.
    private static let greatestDeviation = 0.025
    /// The high tone's power as a multiple of the low one's, -9 to 5 dB: Q.24 accepts -8 to 4 dB.
    private static let twist: ClosedRange<Float> = 0.1259...3.162
    /// The least power of a tone: -46 dBFS, which is -40 dBm0.
    private static let leastPower: Float = 2.5e-5
    /// The most of a window's power that belongs to neither tone.
    private static let greatestRest: Float = 0.15

    private let window: [Float]
    private let cosines: [SIMD8<Float>]
    private let sines: [SIMD8<Float>]
    /// Turn of a tone's phase in a hop, as its cosine.
    private let turnCosine: SIMD8<Float>
    private let turnSine: SIMD8<Float>
    /// The tangent of the greatest turn beside that.
    private let greatestTangent: SIMD8<Float>
    /// Factor from a transform's square to the mean square of a tone; ``windowScale`` is that from
    /// a window's sum of squares.
    private let toneScale: Float
    private let windowScale: Float
    private var real = SIMD8<Float>()
    private var imaginary = SIMD8<Float>()

    init(sampleRate: Int) {
        let hop = max(1, (sampleRate + 200) / 400)
        (hopFrames, windowFrames) = (hop, 8 * hop)
        let count = 8 * hop
        let hann = (0..<count).map { index in
            Float(0.5 - 0.5 * ExactCosine.of(halfTurns: 2 * (Double(index) + 0.5) / Double(count)))
        }
        func phase(_ frames: Int, _ part: Double, quarter: Double) -> SIMD8<Float> {
            var values = SIMD8<Float>()
            for tone in values.indices {
                let turns = 2 * KeyPad.tones[tone] * part * Double(frames) / Double(sampleRate)
                values[tone] = Float(ExactCosine.of(halfTurns: turns + quarter))
            }
            return values
        }
        window = hann
        cosines = (0..<count).map { phase($0, 1, quarter: 0) }
        sines = (0..<count).map { phase($0, 1, quarter: 1.5) }
        turnCosine = phase(hop, 1, quarter: 0)
        turnSine = phase(hop, 1, quarter: 1.5)
        greatestTangent =
            phase(hop, Self.greatestDeviation, quarter: 1.5)
            / phase(hop, Self.greatestDeviation, quarter: 0)
        let sum = hann.reduce(0, +)
        toneScale = 2 / (sum * sum)
        windowScale = 1 / hann.reduce(0) { $0 + $1 * $1 }
    }

    /// Measures the window that `samples` begins with, one hop behind the one before it.
    mutating func measure(_ samples: UnsafePointer<Float>) -> Window {
        let before = (real, imaginary)
        var squares: Float = 0
        (real, imaginary) = (SIMD8(), SIMD8())
        window.withUnsafeBufferPointer { window in
            cosines.withUnsafeBufferPointer { cosines in
                sines.withUnsafeBufferPointer { sines in
                    for index in window.indices {
                        let value = window[index] * samples[index]
                        real += value * cosines[index]
                        imaginary -= value * sines[index]
                        squares += value * value
                    }
                }
            }
        }
        var found = Window()
        found.powers = (real * real + imaginary * imaginary) * toneScale
        // Against the phase before, turned as its own frequency would turn it.
        let (expected, beside) = (
            before.0 * turnCosine - before.1 * turnSine, before.0 * turnSine + before.1 * turnCosine
        )
        let along = real * expected + imaginary * beside
        let across = imaginary * expected - real * beside
        found.key = key(found.powers, across / along, along, total: squares * windowScale)
        return found
    }

    private func key(
        _ powers: SIMD8<Float>, _ tangents: SIMD8<Float>, _ along: SIMD8<Float>, total: Float
    ) -> Int? {
        let row = Self.loudest(powers, 0), column = Self.loudest(powers, KeyPad.columns)
        for tone in [row, column] {
            guard powers[tone] >= Self.leastPower / 4, along[tone] > 0,
                abs(tangents[tone]) <= greatestTangent[tone]
            else { return nil }
        }
        let low = powers[row] / response(tangents[row])
        let high = powers[column] / response(tangents[column])
        guard min(low, high) >= Self.leastPower, Self.twist.contains(high / low),
            total - low - high <= Self.greatestRest * total
        else { return nil }
        return row * KeyPad.columns + column - KeyPad.columns
    }

    private static func loudest(_ powers: SIMD8<Float>, _ first: Int) -> Int {
        var best = first
        for tone in first..<(first + KeyPad.columns) where powers[tone] > powers[best] {
            best = tone
        }
        return best
    }

    /// Returns the power that the window leaves of a tone whose phase turns by the angle of
    /// `tangent` in a hop beside what is expected: the square of `sinc(d) / (1 - d * d)`, `d` in
    /// bins.
    private func response(_ tangent: Float) -> Float {
        let size = Double(abs(tangent))
        // The arc tangent of 0 to 1, to within 0.005.
        let angle = size / (1 + 0.28 * size * size)
        let bins = angle * Double(windowFrames / hopFrames) / (2 * Double.pi)
        guard bins > 0.001 else { return 1 }
        let sinc = ExactCosine.of(halfTurns: bins + 1.5) / (Double.pi * bins)
        let amplitude = sinc / (1 - bins * bins)
        return Float(amplitude * amplitude)
    }
}
