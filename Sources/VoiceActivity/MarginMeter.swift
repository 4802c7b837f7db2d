/// Measures how far a hop stands above the floor: the mean over the bands that stand out most.
///
/// Speech fills a few bands at a time, clicks and gusts fill all: the few tell them apart better
/// than all do. Levels are smoothed over three hops first. Units: thousandths of a decibel.
struct MarginMeter {
    private let kept: Int
    private var previous: [Int32]
    private var older: [Int32]
    private var greatest: [Int32]
    /// Whether a hop was measured yet.
    private(set) var isPrimed = false

    init(bandCount: Int) {
        kept = max(1, bandCount * 3 / 10)
        previous = [Int32](repeating: 0, count: bandCount)
        older = previous
        greatest = [Int32](repeating: 0, count: kept)
    }

    mutating func measure(_ levels: [Int32], over floors: [Int32]) -> Int32 {
        for slot in 0..<kept { greatest[slot] = .min }
        for band in levels.indices {
            if !isPrimed {
                previous[band] = levels[band]
                older[band] = levels[band]
            }
            let smooth = (5 * levels[band] + 3 * previous[band] + 2 * older[band]) / 10
            insert(smooth - floors[band])
            older[band] = previous[band]
            previous[band] = levels[band]
        }
        isPrimed = true
        var sum: Int32 = 0
        for slot in 0..<kept { sum += greatest[slot] }
        return sum / Int32(kept)
    }

    /// Keeps the greatest margins in descending order.
    private mutating func insert(_ margin: Int32) {
        var candidate = margin
        for slot in 0..<kept where greatest[slot] < candidate {
            (greatest[slot], candidate) = (candidate, greatest[slot])
        }
    }
}
