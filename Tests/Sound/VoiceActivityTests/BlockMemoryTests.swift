import Testing

@testable import VoiceActivity

@Suite struct BlockMemoryTests {
    /// A memory of one block for each level, of ten hops each.
    private static func memory(
        _ levels: [Float], reach: BlockMemory.Reach = BlockMemory.Reach()
    ) -> BlockMemory {
        var memory = BlockMemory(reach: reach)
        for level in levels {
            var block = BandLevels()
            block.a[0] = level
            block.mean = level
            for _ in 0..<10 { memory.add(block) }
            memory.closeBlock()
        }
        return memory
    }

    @Test("knows nothing before a block is whole")
    func nothing() {
        var memory = BlockMemory()
        memory.closeBlock()
        #expect(memory.closed == 0)
        memory.add(BandLevels())
        #expect(memory.closed == 0)
        memory.closeBlock()
        #expect(memory.closed == 1)
    }

    @Test("tells a block by the mean of the hops it has")
    func mean() {
        var memory = BlockMemory()
        for level in [Float(-1_000), -2_000, -6_000] {
            var hop = BandLevels()
            hop.mean = level
            memory.add(hop)
        }
        memory.closeBlock()
        #expect(memory.known.usual == -3_000)
        #expect(memory.known.floors.mean == -3_000)
    }

    @Test("looks back three seconds for floors, and ten for the longer time")
    func reach() {
        let levels = (0..<200).map { Float(-3_000 + ($0 * 37) % 101) }
        for count in [1, 7, 8, 9, 29, 30, 31, 99, 100, 101, 200] {
            let known = Self.memory(Array(levels.prefix(count))).known
            let (floor, near, long) = (
                levels.prefix(count).suffix(30), levels.prefix(count).suffix(8),
                levels.prefix(count).suffix(100)
            )
            #expect(known.floors.mean == floor.min())
            #expect(known.floors.a[0] == floor.min())
            #expect(known.near == near.min())
            #expect(known.top == floor.max())
            #expect(abs(known.usual - floor.reduce(0, +) / Float(floor.count)) < 0.01)
            #expect(known.topLong == long.max())
            #expect(known.floorLong == long.min())
            #expect(known.known == Float(min(count, 30)) / 30)
        }
    }

    @Test("takes any reach", arguments: [-5, 0, 1, 20_000])
    func anyReach(blocks: Int) {
        let reach = BlockMemory.Reach(floor: blocks, near: blocks, long: blocks)
        #expect(Self.memory([-1, -3, -2], reach: reach).closed == 3)
    }
}
