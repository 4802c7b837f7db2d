import Testing
import VoiceTestSupport

@testable import SayKit
@testable import VoiceRecognition

@Suite("Weights of the grammar of numbers")
struct NumberWeightTests {
    /// What the cheapest way through the grammar costs that says `words`, in nepers.
    private func cost(_ words: [String]) throws -> Float? {
        let numbers = try #require(NumberRules(SpokenLanguage.english.words))
        let text = "#JSGF V1.0;\ngrammar a;\n\(numbers.text)public <a> = <number> ;\n"
        let graph = try GrammarGraph(of: try Grammar(reading: text))
        // The least cost of each state and number of words said, until nothing gets cheaper.
        var costs: [[Float]] = Array(
            repeating: Array(repeating: .infinity, count: words.count + 1), count: graph.states)
        costs[0][0] = 0
        for _ in 0..<graph.states {
            var isCheaper = false
            for arc in graph.arcs {
                for said in 0...words.count {
                    let next = arc.word == nil ? said : said + 1
                    guard next <= words.count, arc.word == nil || arc.word == words[said] else {
                        continue
                    }
                    let sum = costs[arc.from][said] + arc.cost
                    if sum < costs[arc.to][next] {
                        costs[arc.to][next] = sum
                        isCheaper = true
                    }
                }
            }
            if !isCheaper { break }
        }
        let least = costs[graph.end][words.count]
        return least.isFinite ? least : nil
    }

    @Test("what people say most often costs least, and a row of digits most")
    func order() throws {
        let digit = try #require(try cost(["seven"]))
        let ten = try #require(try cost(["twenty", "one"]))
        let hundred = try #require(try cost(["two", "hundred"]))
        let row = try #require(try cost(["nine", "zero", "two"]))
        #expect(digit < ten && ten < hundred && hundred < row)
        #expect(try cost(["banana"]) == nil)
    }
}
