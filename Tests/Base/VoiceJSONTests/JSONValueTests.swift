import Testing
import VoiceJSON

@Suite struct JSONValueTests {
    @Test("sets, replaces and removes members")
    func members() {
        var object: JSONObject = ["a": 1, "c": 3]
        object["b"] = 2
        object["a"] = 4
        object["c"] = nil
        object["d"] = nil
        #expect(object == ["a": 4, "b": 2])
    }

    @Test("takes texts for equal only when their bytes are")
    func equality() {
        #expect(JSONValue.string("e\u{301}") != .string("\u{E9}"))
    }

    @Test(
        "names its kind as messages do",
        arguments: [
            (JSONValue.null, "null"), (true, "a boolean"), (1, "a number"),
            (.decimal("1.5"), "a number"), ("x", "a string"), (.array([]), "an array"),
            (.object([:]), "an object"),
        ])
    func kindNames(value: JSONValue, name: String) {
        #expect(value.kindName == name)
    }

    @Test("gives what is inside for its own kind only")
    func accessors() {
        let values: [JSONValue] = [.null, true, 1, .decimal("1.5"), "x", .array([]), .object([:])]
        #expect(values.compactMap(\.bool) == [true])
        #expect(values.compactMap(\.integer) == [1])
        #expect(values.compactMap(\.string) == ["x"])
        #expect(values.compactMap(\.array) == [[]])
        #expect(values.compactMap(\.object) == [[:]])
    }

    @Test(
        "writes paths as people do",
        arguments: [
            (JSONPath.root, "$"),
            (JSONPath.root.index(3).key("goTo").key("DEFAULT"), "$[3].goTo.DEFAULT"),
            (JSONPath.root.key("a b").key(""), #"$["a b"][""]"#),
            (JSONPath.root.key("é_1").key("x\"y"), #"$.é_1["x\"y"]"#),
        ])
    func paths(path: JSONPath, text: String) {
        #expect(path.description == text)
    }
}
