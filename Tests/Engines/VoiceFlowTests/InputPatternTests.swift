import Testing
import VoiceTestSupport
import VoiceTime

@testable import VoiceFlow

@Suite("Rules for words")
struct InputPatternTests {
    @Test(
        "contains compares whole words, containsText any part", .fact("voiceflow-10-7"),
        arguments: [
            ("small", "small", true, true), ("small", "a Small one", true, true),
            ("small", "smaller", false, true), ("small", "too small", true, true),
            ("all", "small", false, true), ("one", "twenty-one", true, true),
            ("one, please", "a small one, please!", true, true), ("small", "large", false, false),
            ("don", "I don't", false, true), ("don", "I don\u{2019}t", false, true),
            ("yes", "'yes'", true, true), ("a small", "a smaller one, a small one", true, true),
            ("one  two", "ONE TWO three", true, true), ("7", "70", false, true),
            ("cafe\u{301}", "le caf\u{E9}", true, true), ("", "anything", true, true),
        ])
    func words(input: String, text: String, hasWords: Bool, hasText: Bool) {
        #expect(InputPattern(.contains, input).matches(text) == hasWords)
        #expect(InputPattern(.containsText, input).matches(text) == hasText)
    }

    @Test("a rule covers another only where it takes all that the other takes")
    func covers() {
        var chance = SeededChance(seed: 7).stream("patterns")
        let words = ["a", "ab", "b", "ba"]
        func text(_ most: Int) -> String {
            (0...chance.below(most)).map { _ in words[chance.below(words.count)] }
                .joined(separator: " ")
        }
        func pattern() -> InputPattern {
            let all = InputPattern.Comparator.allCases
            return InputPattern(all[chance.below(all.count)], text(2))
        }
        var covered = 0
        for _ in 0..<600 {
            let (first, second) = (pattern(), pattern())
            guard first.covers(second) else { continue }
            covered += 1
            for _ in 0..<60 {
                let ends = ["", "a", " ", "'b", "-"]
                let heard =
                    ends[chance.below(ends.count)] + (chance.below(2) == 0 ? second.input : text(4))
                    + ends[chance.below(ends.count)]
                guard second.matches(heard) else { continue }
                #expect(first.matches(heard), "\(first.detail), \(second.detail), \(heard)")
            }
        }
        #expect(covered > 40)
    }

    @Test(
        "what a rule's words ask of the words of a text",
        arguments: [
            (InputPattern.Comparator.equals, ["equals one", "equals two", "equals three"]),
            (.starts, ["equals one", "equals two", "starts three"]),
            (.contains, ["contains one", "contains two", "contains three"]),
            (.containsText, ["containsText one", "equals two", "containsText three"]),
        ])
    func parts(comparator: InputPattern.Comparator, parts: [String]) {
        #expect(InputPattern(comparator, " one two  three").ofWords.map(\.detail) == parts)
    }
}
