import Testing

@testable import VoiceAcoustics

/// Forced alignment where it is known what lies where.
struct AlignmentTests {
    private static let tiny = TinyModel(isDistinct: true)

    /// Frames that fit these states of phones perfectly, each for so many frames.
    private static func features(
        _ states: [(phone: Int, state: Int, frames: Int)]
    ) -> CepstralFrontEnd.Features {
        var values: [Float] = []
        for (phone, state, frames) in states {
            let place = TinyModel.place(of: 3 * phone + state, phone: phone)
            values += [Float](repeating: place, count: 39 * frames)
        }
        return .init(count: values.count / 39, isNarrow: false, values: values)
    }

    /// A phone whose three states take so many frames each.
    private static func phone(
        _ phone: Int, _ frames: [Int]
    ) -> [(phone: Int, state: Int, frames: Int)] {
        frames.enumerated().map { (phone, $0, $1) }
    }

    @Test("finds words and phones to the frame; a word goes on for 20 ms in a silence behind it")
    func exact() throws {
        let words = [
            SearchFixtures.word("ab", [0, 1]), SearchFixtures.word("c", [2]),
            SearchFixtures.word("ba", [1, 0]),
        ]
        let features = Self.features(
            Self.phone(3, [2, 2, 3]) + Self.phone(0, [1, 2, 1]) + Self.phone(1, [3, 1, 1])
                + Self.phone(2, [2, 2, 2]) + Self.phone(3, [1, 4, 2]) + Self.phone(1, [1, 1, 1])
                + Self.phone(0, [1, 5, 2]) + Self.phone(3, [2, 1, 1]))
        let alignment = try #require(
            ForcedAlignment(words, to: features, model: try Self.tiny.model()))
        #expect(alignment.words.map(\.number) == [0, 1, 2])
        #expect(alignment.words.map(\.frames) == [7..<16, 16..<24, 29..<42])
        let phones = alignment.words.flatMap(\.phones)
        #expect(phones.map(\.name) == ["A", "B", "C", "B", "A"])
        #expect(phones.map(\.frames) == [7..<11, 11..<16, 16..<24, 29..<32, 32..<42])
        // Each state is the best of its frames.
        #expect(phones.map(\.fit) == [0, 0, 0, 0, 0])
    }

    @Test("a phone left out between its states is still whole")
    func skippedState() throws {
        let words = [SearchFixtures.word("ab", [0, 1])]
        let features = Self.features([
            (0, 0, 3), (0, 2, 2), (1, 0, 2), (1, 1, 3), (3, 0, 2), (3, 1, 1), (3, 2, 1),
        ])
        let alignment = try #require(
            ForcedAlignment(words, to: features, model: try Self.tiny.model()))
        #expect(alignment.words[0].phones.map(\.frames) == [0..<5, 5..<12])
        #expect(alignment.words[0].frames == 0..<12)
    }

    @Test("a word goes on no further than the silence behind it")
    func shortSilence() throws {
        let words = [SearchFixtures.word("a", [0]), SearchFixtures.word("b", [1])]
        let features = Self.features(
            Self.phone(0, [2, 2, 2]) + Self.phone(3, [1, 1, 1]) + Self.phone(1, [2, 2, 2]))
        let alignment = try #require(
            ForcedAlignment(words, to: features, model: try Self.tiny.model()))
        #expect(alignment.words.map(\.frames) == [0..<8, 9..<15])
        let end = Self.features(Self.phone(0, [2, 2, 2]) + Self.phone(1, [2, 2, 2]))
        let whole = try #require(ForcedAlignment(words, to: end, model: try Self.tiny.model()))
        #expect(whole.words.map(\.frames) == [0..<6, 6..<12])
    }

    @Test("a word that was not said fits worse than one that was")
    func wrongWord() throws {
        let model = try Self.tiny.model()
        let features = Self.features(Self.phone(0, [2, 2, 2]) + Self.phone(1, [2, 2, 2]))
        func fit(_ phones: [Int]) throws -> Float {
            let words = [SearchFixtures.word("w", phones)]
            return try #require(ForcedAlignment(words, to: features, model: model)).words[0].fit
        }
        let right = try fit([0, 1])
        let half = try fit([0, 2])
        let wrong = try fit([2, 0])
        #expect(right == 0)
        #expect(half < right - 10)
        #expect(wrong < half - 10)
    }

    @Test("a sound that is too short for its words has no alignment")
    func tooShort() throws {
        let model = try Self.tiny.model()
        let words = [SearchFixtures.word("abc", [0, 1, 2])]
        #expect(ForcedAlignment(words, to: Self.features([]), model: model) == nil)
        #expect(ForcedAlignment(words, to: Self.features([(0, 0, 4)]), model: model) == nil)
    }
}
