import SayKit
import Testing
import VoiceTestSupport

@Suite struct ChessTemplateTests {
    private static let chess = TemplateSet([
        "@piece to @row @column:Number", "@piece to row @row and column @column:Number",
        "Move @piece to column @column:Number row @row",
    ])

    private func move(_ text: String) -> (template: Int, entities: [String: String])? {
        Self.chess.match(text).match.map { ($0.template, $0.entities.mapValues(\.description)) }
    }

    @Test("reads 'bishop to f 7' by the first template", .fact("saykit-4.4.2-7"))
    func readsShortMove() throws {
        let found = try #require(move("bishop to f 7"))
        #expect(found.template == 0)
        #expect(found.entities == ["piece": "bishop", "row": "f", "column": "7"])
        #expect(move("Bishop to F seven.")?.entities["row"] == "F")
        #expect(move("Bishop to F7")?.entities["column"] == "7")
    }

    @Test(
        "reads 'Bishop to row f and column seven' by the second template: more literal words",
        .fact("saykit-4.4.2-7"))
    func readsLongMove() throws {
        let found = try #require(move("Bishop to row f and column seven"))
        #expect(found.template == 1)
        #expect(found.entities == ["piece": "Bishop", "row": "f", "column": "7"])
        let match = try #require(
            Self.chess.match("Bishop to row f and column seven").match)
        #expect(match.reason == .literalWords)
        #expect(match.literalWords == 4)
        #expect(match.rivals.map(\.template) == [0])
        #expect(match.rivals.first?.literalWords == 1)
    }

    @Test(
        "reads 'Move bishop to column 7 row f' by the third template alone", .fact("saykit-4.4.2-7")
    )
    func readsColumnFirst() throws {
        let found = try #require(move("Move bishop to column 7 row f"))
        #expect(found.template == 2)
        #expect(found.entities == ["piece": "bishop", "row": "f", "column": "7"])
        #expect(Self.chess.match("Move bishop to column 7 row f").match?.reason == .only)
    }

    @Test("reads 'Move bishop to f 7' with 'Move bishop' as the piece", .fact("saykit-4.4.2-7"))
    func readsOpenPiece() throws {
        let found = try #require(move("Move bishop to f 7"))
        #expect(found.template == 0)
        #expect(found.entities["piece"] == "Move bishop")
    }

    @Test(
        "matches no sentence without a number for the column", arguments: ["bishop to f", "hello"])
    func refuses(text: String) { #expect(Self.chess.match(text).match == nil) }
}

@Suite struct TemplateTests {
    @Test("ignores case and punctuation", .fact("saykit-4.4.2-1"))
    func ignoresPunctuation() {
        #expect(entities("hello world", "Hello, World!") == [:])
        #expect(entities("My name is @name.", "my name is Ann") == ["name": "Ann"])
        #expect(entities("Call @name, please!", "call Dr. No please") == ["name": "Dr. No"])
    }

    @Test(
        "takes an entity without a type for a String, in its original spelling",
        .fact("saykit-4.4.2-2"))
    func takesStrings() {
        #expect(entities("to @place", "To New York-City!") == ["place": "New York-City"])
        #expect(entities("to @place:String", "to O'Hare") == ["place": "O'Hare"])
    }

    @Test(
        "fills two entities side by side, the first one with as few words as it can",
        .fact("saykit-4.4.2-3"))
    func fillsNeighbours() {
        #expect(entities("@first @second", "a b c") == ["first": "a", "second": "b c"])
        #expect(
            entities("@row @column:Number", "big f twenty two")
                == ["row": "big f", "column": "22"])
    }

    @Test(
        "takes as many words for a Number as it can, and fewer where the rest needs them",
        .fact("saykit-4.4.2-5"))
    func takesLongestNumbers() {
        #expect(entities("@a:Number @b", "two hundred and five apples")?["a"] == "205")
        #expect(entities("@a:Number @b:Number", "three four") == ["a": "3", "b": "4"])
        #expect(entities("@a:Number", "three or four") == nil)
    }

    @Test("goes back where the first way fails")
    func goesBack() {
        #expect(
            entities("@what from @where", "far from it from here")
                == ["what": "far", "where": "it from here"])
        #expect(entities("@a to b to @c", "x to b to b to y") == ["a": "x", "c": "b to y"])
    }

    @Test(
        "chooses by literal words, then by words of Strings, then by order", .fact("saykit-4.4.2-6")
    )
    func chooses() throws {
        let set = TemplateSet(["@all", "@x:Number @rest", "@y:Number apples", "@z:Number apples"])
        let match = try #require(set.match("five apples").match)
        #expect(match.template == 2)
        #expect(match.reason == .order)
        let fewer = try #require(
            TemplateSet(["@all", "@x:Number @rest"]).match("five pears").match)
        #expect(fewer.template == 1)
        #expect(fewer.reason == .stringWords)
        #expect(fewer.rivals.map(\.stringWords) == [2])
    }

    @Test(
        "allows a template without entities, and matches the whole sentence only",
        .fact("saykit-4.4.2-4"))
    func matchesWhole() {
        #expect(entities("stop", "stop") == [:])
        #expect(entities("stop", "please stop") == nil)
        #expect(entities("stop", "") == nil)
    }

    @Test("takes brackets, bars and parentheses without an at sign for punctuation")
    func leavesDocumentedSyntax() {
        #expect(entities("say [hello] (or|bye)", "say hello or bye") == [:])
        #expect(entities("write to me@home", "write to me@home") == [:])
        #expect(entities("@row: @column", "a b") == ["row": "a", "column": "b"])
    }

    @Test("leaves out optional words, and takes one of several alternatives")
    func takesAdditions() {
        let template = "@[please] @(go|move on) to @place @[now]"
        #expect(entities(template, "go to Rome") == ["place": "Rome"])
        #expect(entities(template, "Please move on to Rome now") == ["place": "Rome"])
        #expect(entities(template, "run to Rome") == nil)
        #expect(
            entities("@(to @x|from @x) @[at @n:Number]", "from here at 5") == [
                "x": "here", "n": "5",
            ])
        #expect(entities("@(@(a)|b) c", "b c") == [:])
        #expect(entities("@(a @[b]|c) d", "a b d") == [:])
    }

    @Test("takes listed values, with other words for them")
    func takesListedValues() {
        let template = "@colour:(red|dark blue|blue=azure|blue=sky blue) please"
        #expect(entities(template, "Dark Blue, please") == ["colour": "dark blue"])
        #expect(entities(template, "sky blue please") == ["colour": "blue"])
        #expect(entities(template, "green please") == nil)
    }

    @Test("fills a Date, a Time, a Duration and Money")
    func fillsQuantities() {
        #expect(
            entities(
                "table for @n:Number on @day:Date at @time:Time",
                "Table for four on May third at half past seven pm")
                == ["n": "4", "day": "????-05-03", "time": "19:30"])
        #expect(
            entities(
                "wait @how:Duration and pay @price:Money",
                "wait an hour and a half and pay five dollars fifty")
                == ["how": "5400 s", "price": "5.5 USD"])
    }
}

@Suite struct TemplateErrorTests {
    @Test(
        "refuses wrong templates, and says where", .fact("saykit-4.4.2-8"),
        arguments: [
            ([], TemplateError.noTemplates), ([""], .empty(template: 0)),
            (["ok", " ?! "], .empty(template: 1)), (["go @"], .nameMissing(template: 0, column: 4)),
            (["@1st"], .nameMissing(template: 0, column: 1)),
            (["@n:Float"], .unknownType(template: 0, entity: "n", type: "Float")),
            (["@n:number"], .unknownType(template: 0, entity: "n", type: "number")),
            (["@a to @a"], .repeatedName(template: 0, entity: "a")),
            (["@[a"], .unclosed(template: 0, column: 1)),
            (["x @(a|b"], .unclosed(template: 0, column: 3)),
            (["@c:(a|b"], .unclosed(template: 0, column: 1)),
            (["@(a|)"], .emptyGroup(template: 0, column: 1)),
            (["@c:(a||b)"], .emptyGroup(template: 0, column: 1)),
            ([String(repeating: "@[", count: 9) + "a"], .tooDeep(template: 0)),
            ([String(repeating: "a", count: 2_001)], .tooLong(template: 0)),
            ([String(repeating: "a ", count: 257)], .tooLong(template: 0)),
        ] as [([String], TemplateError)])
    func refuses(sources: [String], expected: TemplateError) {
        let set = TemplateSet(sources)
        #expect(set.error == expected)
        #expect(set.match("a b").match == nil)
        #expect(throws: expected) { _ = try TemplateSet(validating: sources) }
        #expect(!expected.description.isEmpty)
    }

    @Test("refuses more templates than the limit")
    func refusesTooMany() {
        let set = TemplateSet(Array(repeating: "a", count: TemplateSet.templateLimit + 1))
        #expect(set.error == .tooManyTemplates(count: 10_001))
    }

    @Test("allows one name in alternatives, of which only one is said")
    func allowsSharedNames() throws {
        _ = try TemplateSet(validating: ["@(to @x|from @x)"])
        #expect(throws: TemplateError.repeatedName(template: 0, entity: "x")) {
            _ = try TemplateSet(validating: ["@(to @x|from @y) @x"])
        }
    }
}

@Suite struct TemplateWorkTests {
    @Test(
        "stays polynomial with many Strings: twice the words, at most four times the steps",
        .fact("saykit-4.4.2-9"))
    func staysPolynomial() {
        let template = (0..<30).map { "@e\($0)" }.joined(separator: " ") + " end"
        let set = TemplateSet([template])
        let steps = [50, 100, 200].map { count in
            set.match(String(repeating: "end ", count: count) + "no").stepCount
                + set.match(String(repeating: "end ", count: count)).stepCount
        }
        #expect(steps[0] > 0)
        #expect(steps[1] <= steps[0] * 4)
        #expect(steps[2] <= steps[1] * 4)
        #expect(steps[2] < 100_000)
    }

    @Test("stays polynomial with nested options and alternatives", .fact("saykit-4.4.2-9"))
    func staysPolynomialNested() {
        let option = String(repeating: "@[a ", count: 8) + String(repeating: "]", count: 8)
        let template = Array(repeating: option + "@(a|a a|a a a)", count: 10).joined(separator: " ")
        let set = TemplateSet([template + " b"])
        #expect(set.error == nil)
        let outcome = set.match(String(repeating: "a ", count: 300))
        #expect(outcome.match == nil)
        #expect(outcome.stepCount < 400_000)
    }

    @Test("stays polynomial with many Numbers side by side", .fact("saykit-4.4.2-9"))
    func staysPolynomialNumbers() {
        let template = (0..<30).map { "@e\($0):Number" }.joined(separator: " ")
        let set = TemplateSet([template])
        let outcome = set.match(Array(repeating: "one", count: 200).joined(separator: " "))
        #expect(outcome.match != nil)
        #expect(outcome.stepCount < 1_000_000)
    }

    @Test("tries only templates whose literal words are said, of 1,000")
    func triesFew() {
        let set = TemplateSet((0..<1_000).map { "turn on lamp name\($0) in @room" })
        let outcome = set.match("turn on lamp name512 in the kitchen")
        #expect(outcome.match?.template == 512)
        #expect(outcome.triedCount == 1)
    }

    @Test("gives one result for one sentence, every time")
    func isRepeatable() {
        let set = TemplateSet(["@a and @b", "@x:Number and @b", "@a and @y:Time"])
        let outcomes = (0..<20).map { _ in set.match("five and ten past two") }
        #expect(outcomes.allSatisfy { $0 == outcomes[0] })
    }
}
