/// Splits sound at 16 kHz into what lies below and above 4 kHz, each at 8 kHz.
///
/// Shape: `2 * count + 24` samples in, `count` of either half out; the first output lies at
/// sample 12. Units: 16-bit full scale. Sums run in a fixed order, so bits never differ.
/// Source: a half-band filter of 23 taps by the window method, Kaiser window, beta 5; its mirror
/// image gives the upper half.
struct HalfBandSplit: ~Copyable {
    typealias Lanes = SIMD4<Float>

    /// Samples needed before the first output's place and after the last's.
    static let reach = 12
    /// The taps at odd distances 1, 3 ... 11 from the middle, doubled: so is the output.
    private static let taps: [Float] = [
        0.624_955_82, -0.179_227_21, 0.078_443_4, -0.033_362_34, 0.011_458_82, -0.002_124_6,
    ]
    private let even: UnsafeMutablePointer<Float>
    private let odd: UnsafeMutablePointer<Float>
    private let capacity: Int
    private let gain: Float
    let low: UnsafeMutablePointer<Float>
    let high: UnsafeMutablePointer<Float>

    /// Room for `capacity` outputs, a multiple of 4, of the sound times `gain`.
    init(capacity: Int, gain: Float = 1) {
        self.capacity = capacity
        self.gain = gain
        func room(_ count: Int) -> UnsafeMutablePointer<Float> {
            let start = UnsafeMutablePointer<Float>.allocate(capacity: count)
            start.initialize(repeating: 0, count: count)
            return start
        }
        even = room(capacity + 16)
        odd = room(capacity + 16)
        low = room(capacity)
        high = room(capacity)
    }

    deinit {
        even.deallocate()
        odd.deallocate()
        low.deallocate()
        high.deallocate()
    }

    /// Fills `low` and `high` with `count` outputs each, a multiple of 4.
    func split(_ samples: UnsafePointer<Int16>, count: Int) {
        precondition(count <= capacity && count % 4 == 0, "the split has no room for this")
        deal(samples, count: count + Self.reach)
        let (evens, odds) = (UnsafeRawPointer(even), UnsafeRawPointer(odd))
        let (lows, highs) = (UnsafeMutableRawPointer(low), UnsafeMutableRawPointer(high))
        let (t0, t1, t2) = (lanes(0), lanes(1), lanes(2))
        let (t3, t4, t5) = (lanes(3), lanes(4), lanes(5))
        for start in stride(from: 0, to: count, by: 4) {
            // The middle of output `start` is even sample `start + 6`: odd ones lie about it.
            @inline(__always)
            func odd(_ place: Int) -> Lanes {
                odds.loadUnaligned(fromByteOffset: 4 * (start + place), as: Lanes.self)
            }
            let near = (odd(5) + odd(6)) * t0 + (odd(4) + odd(7)) * t1
            let middle = (odd(3) + odd(8)) * t2 + (odd(2) + odd(9)) * t3
            let far = (odd(1) + odd(10)) * t4 + (odd(0) + odd(11)) * t5
            let sum = near + middle + far
            let center =
                evens.loadUnaligned(fromByteOffset: 4 * (start + 6), as: Lanes.self) * gain
            lows.storeBytes(of: center + sum, toByteOffset: 4 * start, as: Lanes.self)
            highs.storeBytes(of: center - sum, toByteOffset: 4 * start, as: Lanes.self)
        }
    }

    @inline(__always)
    private func lanes(_ tap: Int) -> Lanes { Lanes(repeating: Self.taps[tap] * gain) }

    /// Deals the samples out: even ones, odd ones.
    private func deal(_ samples: UnsafePointer<Int16>, count: Int) {
        let pairs = UnsafeRawPointer(samples)
        let (evens, odds) = (UnsafeMutableRawPointer(even), UnsafeMutableRawPointer(odd))
        for start in stride(from: 0, to: count, by: 4) {
            // Two samples a word, the even one in its low half.
            let four = pairs.loadUnaligned(fromByteOffset: 4 * start, as: SIMD4<Int32>.self)
            evens.storeBytes(
                of: Lanes((four &<< 16) &>> 16), toByteOffset: 4 * start, as: Lanes.self)
            odds.storeBytes(of: Lanes(four &>> 16), toByteOffset: 4 * start, as: Lanes.self)
        }
    }
}
