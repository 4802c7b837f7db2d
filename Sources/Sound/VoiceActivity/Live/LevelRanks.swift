/// Finds percentiles of a few hundred levels, without sorting them.
///
/// A level is sought by halves between the least and the greatest, all levels compared eight at
/// a time: its cost does not depend on what the levels are.
struct LevelRanks: Sendable {
    private typealias Lanes = SIMD8<Int16>
    private var vectors: [SIMD8<Int16>]
    private var count = 0
    private var least: Int16 = 0
    private var greatest: Int16 = 0

    /// Makes room for so many levels.
    init(capacity: Int) {
        vectors = [SIMD8](repeating: SIMD8(), count: (capacity + 7) / 8)
    }

    /// Takes levels instead of those before: at least one.
    mutating func load(_ levels: ArraySlice<Int16>) {
        precondition(levels.count > 0 && levels.count <= 8 * vectors.count, "no room for levels")
        count = levels.count
        (least, greatest) = (.max, .min)
        let (full, rest) = (count / 8, count % 8)
        vectors.withUnsafeMutableBytes { target in
            levels.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        // The places that are left over pass every level.
        if rest > 0 { for lane in rest..<8 { vectors[full][lane] = .max } }
        for level in levels { (least, greatest) = (min(least, level), max(greatest, level)) }
    }

    /// Returns the least level that so many thousandths of the others do not pass.
    func level(permille: Int) -> Int16 {
        let wanted = (count - 1) * permille / 1_000
        var (low, high) = (Int32(least), Int32(greatest))
        while low < high {
            let middle = (low + high) >> 1
            if passed(by: Int16(truncatingIfNeeded: middle)) > wanted {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return Int16(truncatingIfNeeded: low)
    }

    /// Returns the number of levels that are no greater.
    private func passed(by level: Int16) -> Int {
        let limit = Lanes(repeating: level)
        let counts = vectors.withUnsafeBufferPointer { vectors in
            var counts = Lanes()
            for index in 0..<(count + 7) / 8 {
                let isPassed = vectors[index] .<= limit
                counts = counts &+ Lanes().replacing(with: 1, where: isPassed)
            }
            return counts
        }
        return Int(counts.wrappedSum())
    }
}
