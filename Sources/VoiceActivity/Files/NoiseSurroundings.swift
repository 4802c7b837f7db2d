/// Gathers hops into blocks and tells of each block what lies around it, both ways.
///
/// Shape: a block's surroundings are known ``SpeechInputs/reach`` blocks later, or at the end.
struct NoiseSurroundings: Sendable {
    private typealias Levels = SpeechInputs.Levels
    private static let capacity = 64
    private var ring = [Levels](repeating: Levels(), count: capacity)
    private var sum = Levels()
    private var summed: Float = 0
    /// Blocks at the beginning that no hop came for.
    private var empty = 0
    /// The hops of the first block that any came for.
    private var firstHops: Float = 0
    /// Blocks that are whole.
    private(set) var blocks = 0

    /// Takes the next hop's levels into the block that goes on.
    mutating func add(_ levels: SpeechInputs.Levels) {
        sum.add(levels, times: 1)
        summed += 1
    }

    /// Ends the block that goes on; one without any hop repeats the last.
    ///
    /// Of a block that the sound's beginning or end cuts there may be a single hop, which is no
    /// measure of noise: the block beside it stands for the hops that are missing. So cutting a
    /// few hops off a sound changes little.
    mutating func closeBlock() {
        if summed == 0, empty == blocks { empty += 1 }
        let last = blocks > empty ? ring[(blocks - 1) % Self.capacity] : Levels()
        let place = blocks % Self.capacity
        if summed == 0 {
            ring[place] = last
        } else if blocks == empty {
            ring[place] = sum.times(1 / summed)
            firstHops = summed
        } else {
            ring[place] = Self.completed(sum, hops: summed, by: last)
        }
        if blocks == empty + 1, summed > 0, Int(firstHops) < HopGrid.blockHops {
            let first = empty % Self.capacity
            ring[first] = Self.completed(
                ring[first].times(firstHops), hops: firstHops, by: ring[place])
        }
        blocks += 1
        sum = Levels()
        summed = 0
    }

    /// The mean of a block's hops, `other` for each that is missing.
    private static func completed(_ sum: Levels, hops: Float, by other: Levels) -> Levels {
        let whole = Float(HopGrid.blockHops)
        guard hops < whole else { return sum.times(1 / hops) }
        return (sum + other.times(whole - hops)).times(1 / whole)
    }

    /// What lies around a block; blocks to come that are not there yet do not count.
    func around(_ block: Int) -> SpeechInputs.Surroundings {
        let mean = SpeechInputs.mean
        let known = min(empty, blocks - 1)
        var floors = ring[max(block, known) % Self.capacity]
        var (near, top) = (floors[mean], floors[mean])
        var usual: Float = 0
        let first = block - SpeechInputs.reach
        for other in first...block + SpeechInputs.reach {
            // Beyond either end the first or last block is thought to go on.
            let place = min(max(other, known), blocks - 1) % Self.capacity
            floors = floors.lesser(of: ring[place])
            let level = ring[place][mean]
            usual += level
            top = max(top, level)
            if abs(other - block) <= SpeechInputs.near { near = min(near, level) }
        }
        usual /= Float(2 * SpeechInputs.reach + 1)
        return SpeechInputs.Surroundings(
            floors: floors, near: near, top: top, restlessness: usual - floors[mean])
    }
}
