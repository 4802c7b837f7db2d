import Testing
import VoiceSession

@testable import VoiceRedaction

@Suite("Plan of which words stay")
struct WordPlanTests {
    private func letters(_ text: String) -> Letters { LetterFolding.letters(text) }

    private func plan(expected: [String]) -> WordPlan {
        WordPlan(expected: Set(expected.map(letters)), numbers: .english, secret: 7)
    }

    @Test(
        "leaves what is expected first, then draws other numbers, then leaves numbers, nothing else"
    )
    func order() {
        var plan = plan(expected: ["please"])
        let text = ["seven quixote please"]
        #expect(plan.hideLess(of: text) == true)
        #expect(plan.kept == [letters("please")] && plan.swaps.isEmpty)
        #expect(plan.hideLess(of: text) == true)
        let drawn = plan.swaps[letters("seven")]
        #expect(drawn != nil && drawn != "seven" && plan.kept == [letters("please")])
        for _ in 0..<20 where !plan.kept.contains(letters("seven")) {
            _ = plan.hideLess(of: text)
        }
        #expect(plan.kept == [letters("please"), letters("seven")] && plan.swaps.isEmpty)
        #expect(plan.hideLess(of: text) == false)
    }

    @Test("blames what was said last first")
    func lastFirst() {
        var plan = plan(expected: ["help", "back"])
        #expect(plan.hideLess(of: ["go back", "help me"]) == true)
        #expect(plan.kept == [letters("back")])
        #expect(plan.hideLess(of: ["go back", "help me"]) == true)
        #expect(plan.kept == [letters("back"), letters("help")])
    }

    @Test("draws no number that was said, while there is another")
    func unsaid() {
        let said = Set(["three", "eight", "forty", "fifty", "sixty"].map(letters))
        for (word, others) in [("seven", ["three", "eight"]), ("forty", ["fifty", "sixty"])] {
            var plan = WordPlan(expected: [], numbers: .english, said: said, secret: 7)
            for _ in 0..<4 {
                _ = plan.hideLess(of: [word])
                let drawn = plan.swaps[letters(word)]
                #expect(drawn.map(others.contains) == false, "\(drawn ?? "nothing")")
            }
        }
    }

    @Test(
        "draws numbers of the same kind, never zero and never the same",
        arguments: [
            ("nine", 1...9), ("zero", 1...9), ("fifteen", 10...19), ("forty", 20...90),
            ("7", 1...9), ("42", 11...99),
        ])
    func kinds(word: String, range: ClosedRange<Int>) throws {
        var plan = plan(expected: [])
        for _ in 0..<4 {
            #expect(plan.hideLess(of: [word]) == true)
            let other = try #require(plan.swaps[letters(word)])
            let value = Int(other) ?? NumberWords.english.value(of: letters(other))
            #expect(value.map(range.contains) == true && other != word, "\(other)")
        }
    }
}
