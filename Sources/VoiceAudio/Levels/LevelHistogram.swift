/// How often levels occurred, in hundredths of a decibel from -200 to 20 dBFS; what is beyond
/// counts as the nearest.
struct LevelHistogram {
    private var counts = [Int64](repeating: 0, count: 22_001)
    private var silent: Int64 = 0

    mutating func add(_ power: Double) {
        let place = (Decibels.of(power: power) + 200) * 100
        guard place >= 0 else { return silent += 1 }
        counts[Int(min(Double(counts.count - 1), place))] += 1
    }

    /// The level that one tenth stays below; nil when nothing was added.
    var tenth: Double? {
        let total = counts.reduce(silent, +)
        guard total > 0 else { return nil }
        var left = (total - 1) / 10 - silent
        if left < 0 { return -.infinity }
        for (bin, count) in counts.enumerated() {
            if left < count { return Double(bin) / 100 - 200 }
            left -= count
        }
        return nil
    }
}
