import Testing
import VoiceTime

@testable import VoiceCalls

/// The marks of a call in which app and caller take turns at irregular times.
struct MadeMarks {
    var sound: ClockAlignment.Marks = [:]
    var length: Int64 = 0
    private static let millisecond: Int64 = 1_000_000

    init(turns: Int, seed: UInt64 = 1, isRegular: Bool = false) {
        var chance = SeededChance(seed: seed).stream("turns")
        var time: Int64 = 500
        for index in 0..<turns {
            let side: SpeechEdge.Side = index.isMultiple(of: 2) ? .app : .caller
            sound[SpeechEdge(side, .begins), default: []].append(time * Self.millisecond)
            time += isRegular ? 1_000 : 600 + Int64(chance.below(3_000))
            sound[SpeechEdge(side, .ends), default: []].append(time * Self.millisecond)
            time += isRegular ? 1_000 : 300 + Int64(chance.below(1_500))
        }
        length = (time + 500) * Self.millisecond
    }

    /// The same on a clock that is `offset` later, runs faster by `ppm` and jitters by up to
    /// `jitter` milliseconds.
    func log(offset: Int64, ppm: Double = 0, jitter: Int64 = 0) -> ClockAlignment.Marks {
        var chance = SeededChance(seed: 7).stream("jitter")
        var log: ClockAlignment.Marks = [:]
        for mark in sound.keys.sorted(by: { "\($0)" < "\($1)" }) {
            log[mark] = (sound[mark] ?? []).map { time in
                let noise = jitter == 0 ? 0 : Int64(chance.below(Int(2 * jitter))) - jitter
                return offset + time + Int64(Double(time) * ppm / 1_000_000)
                    + noise * Self.millisecond
            }
        }
        return log
    }
}

@Suite("The clock of a log beside that of a sound")
struct ClockAlignmentTests {
    private static let epoch: Int64 = 1_795_000_000_000_000_000

    @Test("finds the offset of a clock that jitters, and says by how much")
    func jitter() throws {
        let made = MadeMarks(turns: 20)
        let found = try ClockAlignment(
            log: made.log(offset: Self.epoch, jitter: 40), sound: made.sound, length: made.length)
        #expect(abs(found.offset - Self.epoch) < 20_000_000)
        #expect(found.pairs == 40 && found.driftPPM == nil)
        #expect((10_000_000...40_000_000).contains(found.median))
        #expect(found.ninetyFifth <= 60_000_000)
    }

    @Test("follows a clock that drifts over an hour", arguments: [-120.0, 100])
    func drift(ppm: Double) throws {
        let made = MadeMarks(turns: 1_200)
        let found = try ClockAlignment(
            log: made.log(offset: Self.epoch, ppm: ppm, jitter: 20), sound: made.sound,
            length: made.length)
        #expect(abs(try #require(found.driftPPM) - ppm) < 5)
        #expect(found.pairs > 2_300)
        #expect(abs(found.sound(Self.epoch)) < 10_000_000)
        #expect(found.median < 20_000_000)
    }

    @Test("a log of part of the call lies where it belongs")
    func part() throws {
        let made = MadeMarks(turns: 40)
        let log = made.log(offset: Self.epoch, jitter: 10).mapValues { Array($0.suffix(6)) }
        let found = try ClockAlignment(log: log, sound: made.sound, length: made.length)
        #expect(abs(found.offset - Self.epoch) < 10_000_000)
    }

    @Test("the log of another call lies nowhere", arguments: [2, 3, 4, 5] as [UInt64])
    func foreign(seed: UInt64) {
        let (made, other) = (MadeMarks(turns: 24), MadeMarks(turns: 24, seed: seed))
        #expect(throws: ClockAlignment.Misfit.self) {
            try ClockAlignment(
                log: other.log(offset: Self.epoch), sound: made.sound, length: made.length)
        }
    }

    @Test("a call that repeats itself lies in several ways")
    func regular() {
        let made = MadeMarks(turns: 30, isRegular: true)
        let log = made.log(offset: Self.epoch).mapValues { Array($0.prefix(6)) }
        #expect(throws: ClockAlignment.Misfit.ambiguous) {
            try ClockAlignment(log: log, sound: made.sound, length: made.length)
        }
    }

    @Test("two marks are too few")
    func few() {
        let made = MadeMarks(turns: 20)
        let mark = SpeechEdge(.app, .begins)
        #expect(throws: ClockAlignment.Misfit.tooFew(log: 2, sound: 40)) {
            try ClockAlignment(log: [mark: [1, 2]], sound: made.sound, length: made.length)
        }
    }
}
