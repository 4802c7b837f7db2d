import Testing
import VoiceTime

@testable import VoiceDiff

/// Times are in milliseconds.
@Suite struct HeardStretchTests {
    private static let rate = SampleRate.standard

    /// The stretches of sounds that are `heard` there; `asked` says when one was asked for that was
    /// not asked for where it begins.
    private func stretches(
        _ heard: [Range<Int64>], over speech: Range<Int64>, asked: [Int: Int64] = [:],
        keys: String? = nil
    ) -> [HeardStretch] {
        var turn = SpokenTurn(active: frames(speech))
        turn.keys = keys
        let sounds = heard.enumerated().map { place, range in
            HeardStretch.Sound(
                place: place,
                asked: Self.rate.frames(milliseconds: asked[place] ?? range.lowerBound),
                heard: frames(range))
        }
        return HeardStretch.stretches(of: sounds, over: turn, rate: Self.rate)
    }

    private func frames(_ range: Range<Int64>) -> Range<Frame> {
        Self.rate.frames(
            milliseconds: range.lowerBound)..<Self.rate.frames(
                milliseconds: range.upperBound)
    }

    /// How long a stretch is heard while the caller speaks.
    private func length(_ stretch: HeardStretch, over speech: Range<Int64>) -> Int64 {
        Self.rate.milliseconds(stretch.length(in: frames(speech)))
    }

    private func places(_ stretches: [HeardStretch]) -> [[Int]] {
        stretches.map { $0.sounds.map(\.place) }
    }

    @Test("a sound behind a pause of less than 300 ms continues what the caller hears")
    func pause() {
        let joined = stretches([0..<1_100, 1_399..<2_000], over: 1_000..<3_000)
        #expect(places(joined) == [[0, 1]])
        #expect(joined[0].frames == frames(0..<2_000))
        #expect(length(joined[0], over: 1_000..<3_000) == 1_000)
        let parted = stretches([0..<1_100, 1_400..<2_000], over: 1_000..<3_000)
        #expect(places(parted) == [[0], [1]])
    }

    @Test("a sound that was asked for before the interruption continues it, however late it comes")
    func asked() {
        let sounds: [Range<Int64>] = [0..<1_100, 1_900..<2_500]
        let queued = stretches(sounds, over: 1_000..<3_000, asked: [1: 1_000])
        #expect(places(queued) == [[0, 1]])
        // The silence between them is heard as silence.
        #expect(length(queued[0], over: 1_000..<3_000) == 700)
        let later = stretches(sounds, over: 1_000..<3_000, asked: [1: 1_001])
        #expect(places(later) == [[0], [1]])
        // A caller whom the app itself speaks over interrupts nothing.
        let second = stretches(
            [1_200..<1_300, 1_900..<2_500], over: 1_000..<3_000, asked: [1: 1_000])
        #expect(places(second) == [[0], [1]])
    }

    @Test("a sound that begins once the caller has ended is an answer")
    func answer() {
        let sounds: [Range<Int64>] = [0..<1_100, 1_150..<2_000]
        #expect(places(stretches(sounds, over: 1_000..<1_150, asked: [1: 0])) == [[0]])
        #expect(places(stretches(sounds, over: 1_000..<1_151, asked: [1: 0])) == [[0, 1]])
    }

    @Test("keys of a telephone join nothing")
    func keys() {
        let sounds: [Range<Int64>] = [0..<1_100, 1_100..<2_000]
        #expect(places(stretches(sounds, over: 1_000..<1_500, keys: "1")) == [[0], [1]])
        #expect(places(stretches(sounds, over: 1_000..<1_500)) == [[0, 1]])
    }

    @Test("music below speech is no part of it, and neither joins what follows to the other")
    func music() {
        let sounds: [Range<Int64>] = [0..<9_000, 500..<1_100, 2_500..<2_600]
        #expect(
            places(stretches(sounds, over: 1_000..<3_000)) == [[0], [1], [2]])
        let crossing = stretches([500..<1_100, 900..<2_000], over: 1_000..<3_000)
        #expect(places(crossing) == [[0, 1]])
        #expect(length(crossing[0], over: 1_000..<3_000) == 1_000)
    }

    @Test("what the caller does not speak over is in no stretch")
    func apart() {
        #expect(stretches([0..<1_000, 3_000..<4_000], over: 1_000..<3_000) == [])
    }
}
