import Testing
import VoiceJSON
import VoiceReports

@Suite("Text of files on a terminal and in a log")
struct PrintableTextTests {
    @Test(
        "no character of a part steers a terminal or ends a line",
        arguments: [
            "\u{1B}[31m", "\u{9B}2J", "a\nb", "a\r", "\u{7F}", "\u{202E}", "\u{2066}", "\u{2028}",
            "\u{85}", "\u{200F}", "\t", "\u{0}", "\r\n",
        ])
    func part(_ text: String) {
        let shown = PrintableText.part(text)
        #expect(shown.contains("\u{FFFD}"))
        #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(PrintableText.line(text) == shown)
        #expect(shown.unicodeScalars.count == text.unicodeScalars.count)
    }

    @Test("plain words stay, whatever their script")
    func plain() {
        for text in ["", "Ask: 7 %", "größer", "שלום", "日本語", "a::b", "👩‍👩‍👧", "# ## [x]"] {
            #expect(PrintableText.line(text) == text)
        }
    }

    @Test(
        "no line is a command of a build's log",
        arguments: [
            ("::error::x", "\\::error::x"), ("  ::warning::x", "  \\::warning::x"),
            ("a ##[error]b", "a #\\#[error]b"), ("##vso[task]", "#\\#vso[task]"),
            ("##teamcity[x]", "#\\#teamcity[x]"),
        ])
    func commands(_ text: String, _ shown: String) {
        #expect(PrintableText.line(text) == shown)
        #expect(PrintableText.lines("a\n\(text)\tb") == "a\n\(shown)\tb")
    }

    @Test("JSON says the same with escapes in place of such characters")
    func json() throws {
        let value: JSONValue = ["a\u{7F}": "b\u{9B}\u{202E}\u{2066}é\u{1B}\n::x"]
        let plain = Array(JSONWriter.text(value).utf8)
        let escaped = PrintableText.json(plain)
        #expect(try JSONReader.value(of: escaped) == value)
        let text = String(decoding: escaped, as: UTF8.self)
        #expect(PrintableText.part(text) == text)
        #expect(text.contains("\\u009b\\u202e\\u2066é"))
        #expect(PrintableText.json(Array("{}".utf8)) == Array("{}".utf8))
    }
}
