import Testing
import VoiceJSON

@Suite struct NameListTests {
    @Test(
        "names the first, and counts the others",
        arguments: [
            ([], ""), (["a"], "a"), (["a", "b"], "a, b"), (["a", "b", "c"], "a, b and 1 more"),
        ])
    func lists(names: [String], text: String) { #expect(names.listed(upTo: 2) == text) }
}
