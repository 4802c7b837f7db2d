/// Measures how far a hop stands above the floor: the mean over the bands that stand out most.
///
/// Speech fills a few bands at a time, clicks and gusts fill all: the few tell them apart better
/// than all do. Levels are smoothed over three hops first. Units: thousandths of a decibel.
struct MarginMeter {
    private let kept: Int
    /// The shares of a level, the one before and the one before that, in thousandths.
    private let shares: (now: Int32, before: Int32, earlier: Int32)
    private let bandCount: Int
    /// The levels of the last hop, those of the hop before it, then the greatest margins.
    private var memory: [Int32]
    /// Whether a hop was measured yet.
    private(set) var isPrimed = false

    init(bandCount: Int, constants: SpeechConstants) {
        kept = max(1, min(bandCount, bandCount * constants.keptBandsPermille / 1_000))
        let smooth = constants.marginSmoothPermille.map { Int32($0) }
        shares = (smooth[0], smooth[1], smooth[2])
        self.bandCount = bandCount
        memory = [Int32](repeating: 0, count: 2 * bandCount + kept)
    }

    mutating func measure(_ levels: [Int32], over floors: [Int32]) -> Int32 {
        if !isPrimed {
            memory.replaceSubrange(..<(2 * bandCount), with: levels + levels)
            isPrimed = true
        }
        let (kept, bandCount, shares) = (kept, bandCount, shares)
        precondition(levels.count == bandCount && floors.count == bandCount, "a value a band")
        return memory.withUnsafeMutableBufferPointer { memory in
            levels.withUnsafeBufferPointer { levels in
                floors.withUnsafeBufferPointer { floors in
                    let greatest = UnsafeMutableBufferPointer(rebasing: memory[(2 * bandCount)...])
                    for slot in 0..<kept { greatest[slot] = .min }
                    for band in 0..<bandCount {
                        let (level, previous) = (levels[band], memory[band])
                        let older = memory[bandCount + band]
                        // Levels stay far from where these could wrap.
                        let smooth =
                            (shares.now &* level &+ shares.before &* previous
                                &+ shares.earlier &* older) / 1_000
                        Self.insert(smooth &- floors[band], into: greatest)
                        memory[bandCount + band] = previous
                        memory[band] = level
                    }
                    var sum: Int32 = 0
                    for slot in 0..<kept { sum &+= greatest[slot] }
                    return sum / Int32(kept)
                }
            }
        }
    }

    /// Keeps the greatest margins in descending order.
    private static func insert(
        _ margin: Int32, into greatest: UnsafeMutableBufferPointer<Int32>
    ) {
        // No branch depends on the margin: a wrong guess would cost more than all slots do.
        var left = margin
        for slot in 0..<greatest.count {
            let held = greatest[slot]
            greatest[slot] = max(held, left)
            left = min(held, left)
        }
    }
}
