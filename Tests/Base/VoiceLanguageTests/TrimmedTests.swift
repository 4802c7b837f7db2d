import Testing
import VoiceLanguage

@Suite struct TrimmedTests {
    @Test(
        "leaves out blanks at both ends, and nothing else",
        arguments: [("", ""), (" \t", ""), ("a b", "a b"), (" \u{a0}a  b\r\n", "a  b")])
    func blanks(text: String, rest: String) { #expect(text.trimmed == rest) }

    @Test("leaves out other elements where that is asked for")
    func others() { #expect([0, 0, 1, 0, 2, 0].trimmed { $0 == 0 } == [1, 0, 2]) }
}
