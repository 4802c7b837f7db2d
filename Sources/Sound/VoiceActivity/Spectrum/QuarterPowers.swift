/// Levels of quarters of hops, 2.5 ms each, below and above 4 kHz: they place boundaries finely.
///
/// Below 4 kHz each sample is lessened by nine tenths of the last, which holds rumble down and
/// keeps a constant offset out.
struct QuarterPowers: ~Copyable {
    private typealias Lanes = SIMD4<Float>

    /// Half-rate samples in a quarter; the first quarter told begins at the 48th.
    private static let frames = 20
    private static let first = 48
    private static let share: Float = 1 / (20 * 4 * 1_073_741_824)
    private let low: UnsafeMutablePointer<Float>
    /// Of the sums of neighbours above 4 kHz, which are its lower half, and of the differences.
    private let sums: UnsafeMutablePointer<Float>
    private let differences: UnsafeMutablePointer<Float>

    init(capacity: Int) {
        func room() -> UnsafeMutablePointer<Float> {
            let start = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
            start.initialize(repeating: 0, count: capacity)
            return start
        }
        low = room()
        sums = room()
        differences = room()
    }

    deinit {
        low.deallocate()
        sums.deallocate()
        differences.deallocate()
    }

    /// Measures `count` quarters.
    func measure(_ half: borrowing HalfBandSplit, count: Int) {
        let (lows, highs) = (UnsafeRawPointer(half.low), UnsafeRawPointer(half.high))
        for quarter in 0..<count {
            let start = 4 * (Self.first + quarter * Self.frames)
            var (lowPower, sum, difference) = (Lanes(), Lanes(), Lanes())
            for offset in stride(from: start, to: start + 4 * Self.frames, by: 16) {
                let now = lows.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                let last = lows.loadUnaligned(fromByteOffset: offset - 4, as: Lanes.self)
                let lifted = now - last * 0.9
                lowPower += lifted * lifted
                let high = highs.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                let lastHigh = highs.loadUnaligned(fromByteOffset: offset - 4, as: Lanes.self)
                let (added, apart) = (high + lastHigh, high - lastHigh)
                sum += added * added
                difference += apart * apart
            }
            low[quarter] = Self.total(lowPower) * Self.share
            sums[quarter] = Self.total(sum) * (Self.share / 4)
            differences[quarter] = Self.total(difference) * (Self.share / 4)
        }
    }

    @inline(__always)
    private static func total(_ four: Lanes) -> Float { (four.x + four.z) + (four.y + four.w) }

    /// Fills the row of hop `hop`: what lies above 4 kHz over 20 ms about it, and its quarters.
    @inline(__always)
    func fill(_ row: UnsafeMutablePointer<Int16>, hop: Int) {
        let first = 4 * hop
        let place = first + 2
        let raw = (UnsafeRawPointer(low), UnsafeRawPointer(sums), UnsafeRawPointer(differences))
        @inline(__always)
        func four(_ raw: UnsafeRawPointer, _ quarter: Int) -> Lanes {
            raw.loadUnaligned(fromByteOffset: 4 * quarter, as: Lanes.self)
        }
        let wideSums = Self.total(four(raw.1, first) + four(raw.1, first + 4)) / 8
        let wideDifferences = Self.total(four(raw.2, first) + four(raw.2, first + 4)) / 8
        let high = four(raw.1, place) + four(raw.2, place)
        let wide = Self.levels(Lanes(wideSums, wideDifferences, 1, 1))
        row[HopFeatures.Place.high] = wide[0]
        // Mirrored in the split: differences are what lies lower.
        row[HopFeatures.Place.high + 1] = wide[1]
        let raws = UnsafeMutableRawPointer(row)
        raws.storeBytes(
            of: Self.levels(four(raw.0, place)),
            toByteOffset: 2 * HopFeatures.Place.lowQuarters, as: SIMD4<Int16>.self)
        raws.storeBytes(
            of: Self.levels(high), toByteOffset: 2 * HopFeatures.Place.highQuarters,
            as: SIMD4<Int16>.self)
    }

    @inline(__always)
    private static func levels(_ powers: Lanes) -> SIMD4<Int16> {
        let heard = powers.replacing(with: 1e-12, where: powers .< 1e-12)
        let found = CentiDecibels.of(heard)
        let lowest = Int32(HopFeatures.lowest)
        return SIMD4<Int16>(
            truncatingIfNeeded: found.replacing(with: lowest, where: found .< lowest))
    }
}
