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
    /// Blocks that are whole.
    private(set) var blocks = 0

    /// Takes the next hop's levels into the block that goes on.
    mutating func add(_ levels: SpeechInputs.Levels) {
        sum.add(levels, times: 1)
        summed += 1
    }

    /// Ends the block that goes on; one without any hop repeats the last.
    mutating func closeBlock() {
        if summed == 0, empty == blocks { empty += 1 }
        let last = blocks > empty ? ring[(blocks - 1) % Self.capacity] : Levels()
        ring[blocks % Self.capacity] = summed > 0 ? sum.times(1 / summed) : last
        blocks += 1
        sum = Levels()
        summed = 0
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
