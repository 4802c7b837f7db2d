import Testing

@testable import VoiceActivity

@Suite struct HopGridTests {
    private static func grid(_ samples: [Int16]) -> HopGrid {
        samples.withUnsafeBufferPointer { HopGrid(first: $0) }
    }

    @Test("lays hops about the loudest sample", arguments: [0, 1, 159, 160, 319, 320, 7_777])
    func loudest(place: Int) {
        var sound = [Int16](repeating: 5, count: 10_000)
        sound[place] = .min
        let grid = Self.grid(sound)
        #expect((-319...0).contains(grid.firstStart))
        #expect((place - grid.firstStart) % 320 == 0)
        #expect((0..<10).contains(grid.firstPlace))
        let hopsBefore = (place - grid.firstStart) / 160
        #expect((hopsBefore + grid.firstPlace) % 10 == 0)
    }

    @Test("takes the first of several that are as loud, and none in silence")
    func ties() {
        var sound = [Int16](repeating: 0, count: 10_000)
        #expect(Self.grid(sound).firstStart == 0)
        sound[500] = 9
        sound[900] = -9
        #expect((500 - Self.grid(sound).firstStart) % 320 == 0)
    }

    @Test("looks at ten seconds and no more")
    func bounded() {
        var sound = [Int16](repeating: 0, count: 170_000)
        sound[165_001] = 100
        #expect(Self.grid(sound).firstStart == 0)
    }

    @Test("covers every frame", arguments: [0, 1, 100, 160, 161, 16_000])
    func hopCount(frames: Int) {
        var sound = [Int16](repeating: 0, count: max(frames, 1))
        sound[frames / 3] = 1
        let grid = Self.grid(sound)
        let end = grid.firstStart + grid.hopCount(frames: frames) * HopGrid.hopFrames
        #expect(frames == 0 ? grid.hopCount(frames: 0) == 0 : end >= frames && end < frames + 160)
    }
}
