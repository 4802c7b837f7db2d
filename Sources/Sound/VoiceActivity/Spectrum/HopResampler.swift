internal import VoiceAudio

/// Brings hops of sound to 16 kHz, one at a time, by arithmetic of its own: the same bits on every
/// CPU.
///
/// Shape: a hop of `rate / 100` samples in, 160 out. At 16 kHz samples go through as they are; at
/// any other rate they come ``delayFrames`` later, which is a quarter of a hop, and what lies
/// within 400 Hz of the lower rate's limit is damped. A hop allocates nothing.
/// Source: a polyphase filter by the window method (Crochiere and Rabiner 1983), Kaiser window,
/// beta 7.
struct HopResampler: ~Copyable {
    /// The samples of a hop at 16 kHz.
    static let hopFrames = 160
    /// Delay of sound of other rates, in samples at 16 kHz: 2.5 ms.
    static let delayFrames = 40
    private typealias Lanes = SIMD8<Float>

    /// The samples of a hop that comes in.
    let inputFrames: Int
    /// Taps of a phase, a multiple of 8.
    private let taps: Int
    /// The filter: a row of taps for each of the places that an output has between two inputs.
    private let filter: [Float]
    /// First input sample that is looked at for each output of a hop, and its row.
    private let places: [(start: Int, row: Int)]
    /// The last samples that came in, then room for a hop.
    private let sound: UnsafeMutablePointer<Float>

    /// A resampler of hops at a rate of 8,000 through 48,000 hertz, a multiple of 100.
    init(sampleRate: Int) {
        let hop = sampleRate / 100
        inputFrames = hop
        // An output looks at as many inputs either way as the delay lasts.
        let reach = (2 * Self.delayFrames * hop + Self.hopFrames - 1) / Self.hopFrames
        let taps = (reach + 1 + 7) / 8 * 8
        self.taps = taps
        sound = .allocate(capacity: taps + hop)
        sound.initialize(repeating: 0, count: taps + hop)
        // Output n lies at input n * hop / 160: the last it looks at is the one before or there.
        places = (0..<Self.hopFrames).map { place in
            (place * hop / Self.hopFrames + 1, place * hop % Self.hopFrames)
        }
        let rows = Set(places.map(\.row)).sorted()
        var filter = [Float](repeating: 0, count: Self.hopFrames * taps)
        if sampleRate != HopGrid.sampleRate {
            for row in rows {
                let share = Double(row) / Double(Self.hopFrames)
                let numbers = Self.row(share, taps: taps, hop: hop)
                filter.replaceSubrange(row * taps..<(row + 1) * taps, with: numbers)
            }
        }
        self.filter = filter
    }

    deinit { sound.deallocate() }

    /// Whether samples go through as they are.
    var isIdentity: Bool { inputFrames == Self.hopFrames }

    /// Takes the next hop, and fills `target` with 160 samples at 16 kHz.
    func resample(
        _ hop: UnsafeBufferPointer<Int16>, into target: UnsafeMutablePointer<Int16>
    ) {
        precondition(hop.count == inputFrames, "a hop is \(inputFrames) samples")
        guard let samples = hop.baseAddress else { return }
        guard !isIdentity else { return target.update(from: samples, count: hop.count) }
        sound.update(from: sound + inputFrames, count: taps)
        for place in 0..<inputFrames { sound[taps + place] = Float(samples[place]) }
        filter.withUnsafeBufferPointer { filter in
            let rows = filter.baseAddress.unsafelyUnwrapped
            for (place, (start, row)) in places.enumerated() {
                target[place] = Self.output(sound + start, rows + row * taps, taps)
            }
        }
    }

    /// The sum of all products, rounded and held within 16 bits.
    @inline(__always)
    private static func output(
        _ sound: UnsafePointer<Float>, _ row: UnsafePointer<Float>, _ taps: Int
    ) -> Int16 {
        let (samples, factors) = (UnsafeRawPointer(sound), UnsafeRawPointer(row))
        var sums = Lanes()
        for place in stride(from: 0, to: 4 * taps, by: 32) {
            let eight = samples.loadUnaligned(fromByteOffset: place, as: Lanes.self)
            sums += eight * factors.loadUnaligned(fromByteOffset: place, as: Lanes.self)
        }
        let four = sums.lowHalf + sums.highHalf
        let sum = (four.x + four.z) + (four.y + four.w)
        return Int16(min(max(sum, -32_768), 32_767).rounded(.toNearestOrEven))
    }

    /// The taps, oldest first, of an output that lies `share` of a sample after an input: their
    /// sum is 1.
    private static func row(_ share: Double, taps: Int, hop: Int) -> [Float] {
        // Length of the window either way, and the limit in half turns a sample.
        let reach = Double(delayFrames * hop) / Double(hopFrames)
        let limit = min(1, Double(hopFrames) / Double(hop))
        let numbers = (0..<taps).map { tap -> Double in
            // The newest tap is at the output's own input; the middle of the filter is `reach`
            // before the output.
            let distance = Double(taps - 1 - tap) + share - reach
            let place = distance / reach
            guard place > -1, place < 1 else { return 0 }
            return sinc(limit * distance) * bessel(49 * (1 - place * place))
        }
        let sum = numbers.reduce(0, +)
        return numbers.map { Float($0 / sum) }
    }

    /// The sine of `value` half turns over that angle, whose unit does not matter.
    private static func sinc(_ value: Double) -> Double {
        let size = value.magnitude
        guard size > 1e-9 else { return Double.pi }
        // sin(pi x) is the cosine of half a half turn more or less.
        return ExactCosine.of(halfTurns: size + 1.5) / size
    }

    /// The modified Bessel function of order zero of the square root of `square`, by its series.
    private static func bessel(_ square: Double) -> Double {
        var (term, sum) = (1.0, 1.0)
        for order in 1...40 {
            term *= square / 4 / Double(order * order)
            sum += term
        }
        return sum
    }
}
