/// Memory of the sound before a hop: the levels of whole blocks of hops, in hundredths of a
/// decibel.
///
/// A band's floor is its lowest block of the last three seconds: speech has gaps in every band,
/// steady noise has none.
struct SoundBefore: Sendable {
    /// The lowest levels of each band and of the mean.
    var floors = BandLevels()
    /// The lowest mean level near by.
    var near: Float = 0
    /// The highest mean level.
    var top: Float = 0
    /// The mean of the mean levels.
    var usual: Float = 0
    /// The highest mean level of a longer time.
    var topLong: Float = 0
    /// The lowest mean level of a longer time.
    var floorLong: Float = 0
    /// Share of the time that floors are told by which has passed: 0 through 1.
    var known: Float = 0

    /// Creates a memory of nothing but the hop itself, where no block is whole yet.
    @inline(__always)
    init(only levels: BandLevels) {
        floors = levels
        (near, top, usual) = (levels.mean, levels.mean, levels.mean)
        (topLong, floorLong) = (levels.mean, levels.mean)
    }
}

/// Gathers hops into blocks and remembers their levels.
///
/// Shape: a block ends when ``closeBlock()`` is called; what is known changes only then, so a hop
/// costs one addition.
struct BlockMemory: Sendable {
    /// Number of blocks that each measure looks back.
    struct Reach: Sendable, Equatable {
        /// Blocks for floors, the top and the usual level.
        var floor = 30
        /// Blocks for what is near by.
        var near = 8
        /// Blocks for the longer time.
        var long = 100
        /// Blocks of the sound after which the room before it is forgotten.
        var room = 3
    }

    private let reach: Reach
    /// The last blocks: that of number `n` at `n % reach.floor`.
    private var blocks: [BandLevels]
    /// The mean levels of the last blocks, likewise.
    private var means: [Float]
    private var sum = BandLevels()
    private var hops: Float = 0
    /// Blocks that are whole.
    private(set) var closed = 0
    /// Number of the whole blocks that are of the room before the sound.
    private var roomBlocks = 0
    /// Levels that are known of them; nothing before the first.
    private(set) var known = SoundBefore(only: BandLevels())

    /// A memory of nothing.
    init(reach: Reach = Reach()) {
        let floor = min(max(1, reach.floor), 10_000)
        self.reach = Reach(
            floor: floor, near: min(max(1, reach.near), floor),
            long: min(max(1, reach.long), 10_000), room: reach.room)
        blocks = [BandLevels](repeating: BandLevels(), count: self.reach.floor)
        means = [Float](repeating: 0, count: self.reach.long)
    }

    /// Takes the next hop's levels into the block that goes on.
    @inline(__always)
    mutating func add(_ levels: BandLevels) {
        sum.add(levels)
        hops += 1
    }

    /// Ends the current block, whose level is the mean of its hops; a block without any does not
    /// count.
    mutating func closeBlock() {
        guard hops > 0 else { return }
        let block = sum.times(1 / hops)
        blocks[closed % reach.floor] = block
        means[closed % reach.long] = block.mean
        closed += 1
        sum = BandLevels()
        hops = 0
        look()
    }

    /// Ends the room before the sound.
    mutating func endRoom() {
        closeBlock()
        roomBlocks = closed
    }

    /// The first block that still counts.
    private var first: Int { closed - roomBlocks < reach.room ? 0 : roomBlocks }

    /// Forgets the block that goes on.
    mutating func dropBlock() {
        sum = BandLevels()
        hops = 0
    }

    /// Looks at the blocks that are remembered, from the oldest on.
    private mutating func look() {
        let count = min(closed - first, reach.floor)
        var found = SoundBefore(only: blocks[(closed - 1) % reach.floor])
        var sum: Float = 0
        for block in closed - count..<closed {
            let levels = blocks[block % reach.floor]
            found.floors = found.floors.lesser(of: levels)
            found.top = max(found.top, levels.mean)
            sum += levels.mean
            if closed - block <= reach.near { found.near = min(found.near, levels.mean) }
        }
        found.usual = sum / Float(count)
        for block in max(first, closed - reach.long)..<closed {
            let level = means[block % reach.long]
            found.topLong = max(found.topLong, level)
            found.floorLong = min(found.floorLong, level)
        }
        found.known = Float(count) / Float(reach.floor)
        known = found
    }
}
