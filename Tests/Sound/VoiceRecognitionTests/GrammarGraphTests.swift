import Testing
import VoiceTime

@testable import VoiceRecognition

/// What a small text stands for is known before any of it is built.
struct GrammarGraphTests {
    private static let head = "#JSGF V1.0;\ngrammar g;\n"

    private func error(of rules: String) -> RecognitionError? {
        do throws(RecognitionError) {
            try RecognitionTask.grammar(jsgf: Self.head + rules).check()
            return nil
        } catch { return error }
    }

    private static func chain(_ depth: Int, _ next: (String) -> String) -> String {
        let rules = (0..<depth).map { "<r\($0)> = \(next("<r\($0 + 1)>"));\n" }
        return "public <a> = <r0>;\n" + rules.joined() + "<r\(depth)> = yes;"
    }

    /// Rules by a short name: what is printed of a test's arguments stays short.
    private static let huge = [
        "doubled alternatives": chain(30) { "(\($0) | \($0))" },
        "doubled sequence": chain(30) { "\($0) \($0)" },
        "doubled option": chain(30) { "\($0) [\($0)]" },
        "doubled, 190 deep": chain(190) { "\($0) \($0)" },
        "250 deep": chain(250) { $0 },
        "500 options": "public <a> = " + String(repeating: "[yes] ", count: 500) + ";",
        "300 groups": "public <a> = " + String(repeating: "(", count: 300) + "yes"
            + String(repeating: ")", count: 300) + ";",
        "300 repetitions": "public <a> = yes" + String(repeating: "+", count: 300) + ";",
        "10,001 rules": "public <a> = yes;" + (0..<10_001).map { "<r\($0)>=yes;" }.joined(),
        "20,001 words": "public <a> = " + String(repeating: "yes|", count: 20_000) + "yes;",
        "10,001 states": "public <a> = " + String(repeating: "yes ", count: 10_001) + ";",
        "a megabyte": "public <a> = yes; //" + String(repeating: "x", count: 1 << 20),
    ]

    @Test("takes repetitions of repetitions, which stand for few states")
    func takesRepetitions() throws {
        let text = Self.head + Self.chain(30) { "\($0)+" }
        #expect(try GrammarGraph(of: try Grammar(reading: text)).states < 200)
    }

    @Test("refuses a short text that stands for a huge graph", arguments: huge.keys.sorted())
    func refusesHuge(name: String) throws {
        let error = error(of: try #require(Self.huge[name]))
        guard case .grammarTooLarge? = error else {
            Issue.record("not refused for its size: \(String(describing: error))")
            return
        }
    }

    @Test(
        "refuses what pocketsphinx gets wrong, imports or ends the process for",
        arguments: [
            ("import <../secret.*>; public <a> = yes;", "imported"),
            ("public <a> = <b>;", "<g.b> is not defined"),
            ("public <a> = <a> yes | no;", "names itself before its end"),
            ("public <a> = yes | <VOID>;", "<VOID>"),
            ("public <a> = (/0/ <NULL> | yes) (/0/ <NULL> | yes);", "weight"),
            ("public <a> = no | yes /5/ <a>;", "weight"),
            ("public <a> = (yes); <g00000> = no;", "<g00000>"),
            ("public <a> = yes; <other.b> = no;", "another grammar"),
            ("public <a> = yes\n\n{tag;", "line 5"),
            ("public <a> = ( yes ;", "line 3"),
            ("public <a> = yes \u{1b}[2J;", "character"),
        ])
    func refusesUnsound(rules: String, fact: String) {
        #expect(error(of: rules)?.description.contains(fact) == true)
    }

    @Test("takes rules, groups, weights, tags, comments and a repetition of a rule at its end")
    func takesGrammars() {
        let rules = """
            // "Yes" in every way.
            public <a> = [please] (/2/ <yes> {said = "yes"} | /.5/ no+) <more>;
            <yes> = yes | yeah; /* the end;
            of it */ <more> = <NULL> | and <g.yes> <more>;
            """
        #expect(error(of: rules) == nil)
    }

    @Test(
        "takes every weight that the format allows",
        arguments: [
            ("5", 5), ("0.5", 0.5), (".5", 0.5), ("1.", 1), ("1e3", 1_000), ("2.5E-1", 0.25),
            ("8f", 8), ("3.d", 3), ("1e+2", 100),
        ] as [(String, Float)])
    func takesWeights(text: String, weight: Float) throws {
        let grammar = try Grammar(reading: Self.head + "public <a> = /\(text)/ yes | no;")
        guard case .weighted(_, let read)? = grammar.rules[grammar.publicRule]?.alternatives[0][0]
        else {
            Issue.record("no weight")
            return
        }
        #expect(read == weight)
    }

    @Test(
        "refuses what is no weight",
        arguments: ["e3", "-1", "+1", "1e", "1.2.3", "0x1p3", "inf", "nan", "f", ".", "1ff"])
    func refusesWeights(text: String) {
        let error = error(of: "public <a> = /\(text)/ yes | no;")
        #expect(error?.line == 3)
        #expect(error?.description.contains("a weight is written /2.5/") == true)
    }

    @Test(
        "takes quoted tokens as their words, and folds capitals as those of phrases",
        arguments: [
            (#""New York" | Boston"#, ["boston", "new york"]),
            (#""yes""#, ["yes"]), (#"say"hi"now"#, ["say hi now"]),
            ("YES [Please]", ["yes", "yes please"]),
        ])
    func takesQuotes(rule: String, texts: [String]) throws {
        let task = RecognitionTask.grammar(jsgf: Self.head + "public <a> = \(rule);")
        #expect(try SpeakableTexts(of: task)?.texts == texts)
    }

    @Test(
        "refuses a quoted token that is empty or does not end, with its line",
        arguments: [(#""""#, "is empty"), (#"" ""#, "is empty"), ("\"yes\n", "does not end")])
    func refusesQuotes(rule: String, fact: String) {
        let error = error(of: "public <a> = \(rule);")
        #expect(error?.description.contains(fact) == true)
        #expect(error?.line == 3)
    }

    @Test("refuses more phrases than are taken, and an endless word is cut in the message")
    func refusesManyPhrases() {
        let many = RecognitionTask.phrases(Array(repeating: "yes", count: 10_001))
        #expect(throws: RecognitionError.tooManyPhrases(count: 10_001, limit: 10_000)) {
            try many.check()
        }
        let word = String(repeating: "1", count: 1_000)
        let message = RecognitionError.phraseUnreadable(phrase: word, word: word).description
        #expect(message.count < 300)
    }

    @Test("takes exactly what its rules take, up to four words of random grammars")
    func takesWhatRulesTake() throws {
        let texts = (0...4).flatMap { length in
            (0..<1 << length).map { bits in (0..<length).map { bits >> $0 & 1 == 0 ? "yes" : "no" }
            }
        }
        var built = 0
        for seed in 0..<300 {
            var chance = SeededChance(seed: UInt64(seed)).stream("grammar")
            let text = Self.head + Self.rules(&chance)
            guard let grammar = try? Grammar(reading: text),
                let graph = try? GrammarGraph(of: grammar)
            else { continue }
            built += 1
            for words in texts {
                var matcher = GrammarMatcher(grammar)
                let isTaken = matcher.ends(in: words, from: 0).contains(words.count)
                #expect(Self.takes(words, graph) == isTaken, "\(text) \(words)")
            }
        }
        #expect(built > 60)
    }

    private static func takes(_ words: [String], _ graph: GrammarGraph) -> Bool {
        func closed(_ states: Set<Int>) -> Set<Int> {
            var states = states
            while true {
                let more = graph.arcs.filter { $0.word == nil && states.contains($0.from) }
                let count = states.count
                states.formUnion(more.map(\.to))
                if states.count == count { return states }
            }
        }
        var states = closed([0])
        for word in words {
            let steps = graph.arcs.filter { $0.word == word && states.contains($0.from) }
            states = closed(Set(steps.map(\.to)))
        }
        return states.contains(graph.end)
    }

    /// Some rules, of which later ones are named by earlier ones, and sometimes the other way.
    private static func rules(_ chance: inout ChanceStream) -> String {
        (0..<4).map { rule in
            let head = rule == 0 ? "public <r0>" : "<r\(rule)>"
            return "\(head) = \(alternatives(&chance, rule: rule, depth: 0));"
        }.joined(separator: "\n")
    }

    private static func alternatives(
        _ chance: inout ChanceStream, rule: Int, depth: Int
    ) -> String {
        let count = 1 + chance.below(3)
        return (0..<count).map { _ in
            let length = 1 + chance.below(3)
            return (0..<length).map { _ in item(&chance, rule: rule, depth: depth) }
                .joined(separator: " ")
        }.joined(separator: " | ")
    }

    private static func item(_ chance: inout ChanceStream, rule: Int, depth: Int) -> String {
        let choice = chance.below(depth < 3 ? 9 : 4)
        switch choice {
        case 0, 1: return "yes"
        case 2: return chance.below(4) == 0 ? "<NULL>" : "no"
        case 3: return "<r\(min(3, chance.below(5) == 0 ? rule : rule + 1))>"
        case 4, 5: return "(\(alternatives(&chance, rule: rule, depth: depth + 1)))"
        case 6: return "[\(alternatives(&chance, rule: rule, depth: depth + 1))]"
        case 7: return item(&chance, rule: rule, depth: depth + 1) + "*"
        default: return item(&chance, rule: rule, depth: depth + 1) + "+"
        }
    }
}
