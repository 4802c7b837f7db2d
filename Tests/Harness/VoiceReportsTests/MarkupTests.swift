import Testing

@testable import VoiceReports

@Suite("Markup")
struct MarkupTests {
    private let hostile = "</a><script>\"'&\u{0}\u{FFFE}"
    private let escaped = "&lt;/a&gt;&lt;script&gt;&quot;&#39;&amp;\u{FFFD}\u{FFFD}"

    @Test("no text and no attribute ends what it stands in, or is no character of XML")
    func escapes() {
        let element = Markup("a", ["b": hostile, "c": nil], [Markup(hostile)])
        #expect(element.text == "<a b=\"\(escaped)\">\(escaped)</a>")
    }

    @Test("elements nest, and one that holds nothing closes itself")
    func nests() {
        let inner = [Markup("b", text: "x"), Markup("c", ["d": "1"])]
        #expect(Markup("a", inner).text == "<a><b>x</b><c d=\"1\"/></a>")
        #expect(Markup.joined(inner, by: .own("<wbr>")).text == "<b>x</b><wbr><c d=\"1\"/>")
    }

    @Test("content in lines is indented, and its own lines stay as they are")
    func lines() {
        let inner = Markup("b", text: "one\ntwo")
        #expect(Markup("a", lines: [inner], indent: 2).text == "<a>\n    <b>one\ntwo</b>\n  </a>")
    }
}
