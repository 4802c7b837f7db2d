import Testing
import VoiceTime

@Suite("Frame queue")
struct FrameQueueTests {
    @Test("takes work by frame, then rank, then arrival")
    func totalOrder() {
        var queue = FrameQueue<String>()
        queue.schedule("late", at: 20, rank: 0)
        queue.schedule("media", at: 10, rank: 4)
        queue.schedule("input", at: 10, rank: 0)
        queue.schedule("second input", at: 10, rank: 0)
        #expect(drain(&queue, upTo: 30) == ["input", "second input", "media", "late"])
    }

    @Test("leaves work of later frames alone")
    func stopsAtFrame() {
        var queue = FrameQueue<String>()
        queue.schedule("now", at: 10, rank: 0)
        queue.schedule("later", at: 11, rank: 0)
        #expect(drain(&queue, upTo: 10) == ["now"])
        #expect(queue.nextFrame == 11)
    }

    @Test("can stop just before a frame")
    func exclusive() {
        var queue = FrameQueue<String>()
        queue.schedule("at", at: 10, rank: 0)
        #expect(queue.next(upTo: 10, inclusive: false) == nil)
        #expect(queue.next(upTo: 10)?.element == "at")
    }

    @Test("forgets cancelled work, and cancelling twice or too late does nothing")
    func cancelling() {
        var queue = FrameQueue<String>()
        let first = queue.schedule("a", at: 1, rank: 0)
        queue.schedule("b", at: 2, rank: 0)
        queue.cancel(first)
        queue.cancel(first)
        #expect(queue.count == 1)
        #expect(drain(&queue, upTo: 9) == ["b"])
        queue.cancel(first)
        #expect(queue.count == 0)
    }

    @Test("keeps the order over a thousand entries put in by chance")
    func manyEntries() {
        var chance = SeededChance(seed: 7).stream("order")
        var queue = FrameQueue<Int>()
        var expected: [(Int64, Int, Int)] = []
        for arrival in 0..<1_000 {
            let frame = Int64(chance.below(50))
            let rank = chance.below(5)
            queue.schedule(arrival, at: frame, rank: rank)
            expected.append((frame, rank, arrival))
        }
        var taken: [Int] = []
        while let (_, element) = queue.next(upTo: 100) { taken.append(element) }
        #expect(taken == expected.sorted { $0 < $1 }.map(\.2))
    }

    private func drain(_ queue: inout FrameQueue<String>, upTo frame: Frame) -> [String] {
        var taken: [String] = []
        while let (_, element) = queue.next(upTo: frame) { taken.append(element) }
        return taken
    }
}

@Suite("Sample rate")
struct SampleRateTests {
    @Test("turns milliseconds into frames and back", arguments: [8_000, 16_000, 44_100, 48_000])
    func convertsMillisecondsBothWays(hertz: Int) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        for milliseconds: Int64 in [0, 1, 10, 999, 86_400_000] {
            #expect(rate.milliseconds(rate.frames(milliseconds: milliseconds)) == milliseconds)
        }
    }

    @Test("refuses rates without a whole 10 ms hop", arguments: [0, -1, 7_999, 22_050, 96_000])
    func refuses(hertz: Int) {
        #expect(SampleRate(hertz: hertz) == nil)
    }

    @Test("says times as a person reads them")
    func texts() {
        let rate = SampleRate.standard
        #expect(rate.text(16_000) == "1000 ms")
        #expect(rate.text(8) == "0.5 ms")
        #expect(rate.text(-8) == "-0.5 ms")
    }

    @Test("saturates instead of overflowing", arguments: [8_000, 8_200, 9_300, 16_000, 48_000])
    func saturates(hertz: Int) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        for milliseconds in [Int64.max, .max / Int64(hertz), .max / Int64(hertz) - 1] {
            #expect(rate.frames(milliseconds: milliseconds) == .max / 4)
            #expect(rate.frames(milliseconds: -milliseconds) == -(.max / 4))
        }
    }

    @Test("tells any frame in microseconds, milliseconds and words", arguments: [8_000, 48_000])
    func farFrames(hertz: Int) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        for frame in [Frame.min, -1 << 62, 1 << 62, .max] {
            #expect(rate.microseconds(frame).signum() == frame.signum())
            #expect(rate.milliseconds(frame).signum() == frame.signum())
            #expect(rate.text(frame).hasSuffix(" ms"))
        }
        let far = Frame(hertz) * 1_000_000
        #expect(rate.microseconds(far) == 1_000_000_000_000)
        #expect(rate.microseconds(-far) == -1_000_000_000_000)
    }
}

@Suite("Seeded chance")
struct SeededChanceTests {
    @Test("draws the same numbers for ever (known answers)")
    func knownAnswers() {
        var stream = SeededChance(seed: 1).stream("select")
        #expect((0..<8).map { _ in stream.below(10) } == [0, 5, 1, 6, 2, 4, 9, 6])
    }

    @Test("gives every consumer a stream of its own")
    func independentStreams() {
        var first = SeededChance(seed: 1).stream("a")
        var second = SeededChance(seed: 1).stream("b")
        #expect(first.next() != second.next())
    }

    @Test("reaches every outcome and nothing else")
    func bounded() {
        var stream = SeededChance(seed: 3).stream("bounds")
        #expect(Set((0..<200).map { _ in stream.below(3) }) == [0, 1, 2])
    }
}
