import Testing

@testable import VoiceActivity

@Suite struct NoiseSurroundingsTests {
    private static let mean = SpeechInputs.mean

    /// The mean floor about the first block, which has so many hops of `level`, over others at 0.
    private static func floor(first hops: Int, level: Float, blocks: Int = 3) -> Float {
        var noise = NoiseSurroundings()
        var levels = SpeechInputs.Levels()
        levels[mean] = level
        for _ in 0..<hops { noise.add(levels) }
        noise.closeBlock()
        for _ in 1..<blocks {
            for _ in 0..<HopGrid.blockHops { noise.add(SpeechInputs.Levels()) }
            noise.closeBlock()
        }
        return noise.around(0).floors[mean]
    }

    @Test("a block that is cut tells a floor by what is left of it", arguments: 1...10)
    func cut(hops: Int) {
        #expect(abs(Self.floor(first: hops, level: -1_000) + Float(100 * hops)) < 0.01)
    }

    @Test("a block without any hop tells no floor")
    func empty() {
        #expect(Self.floor(first: 0, level: -1_000) == 0)
    }

    @Test("a cut block that is alone tells what it has")
    func alone() {
        #expect(abs(Self.floor(first: 2, level: -1_000, blocks: 1) + 1_000) < 0.01)
    }

    @Test("a last block that is cut leans on the one before")
    func last() {
        var noise = NoiseSurroundings()
        for _ in 0..<HopGrid.blockHops { noise.add(SpeechInputs.Levels()) }
        noise.closeBlock()
        var levels = SpeechInputs.Levels()
        levels[Self.mean] = -1_000
        noise.add(levels)
        noise.closeBlock()
        #expect(abs(noise.around(1).floors[Self.mean] + 100) < 0.01)
    }
}
