import Testing

@testable import VoiceReports

@Suite("Text tables")
struct TextTableTests {
    private let long = String(repeating: "word ", count: 20) + "end"

    @Test("the last column goes on in full, and so does one that is named; others are cut")
    func whole() {
        var table = TextTable(head: ["a", "b", "c"], whole: [1])
        table.add([long, long, long])
        let line = table.lines()[1]
        #expect(line.hasSuffix(long) && line.contains("\(long)  \(long)"))
        #expect(line.contains("…"))
    }

    @Test("a sparkline goes from its smallest number to its largest")
    func sparkline() {
        #expect(Sparkline.text([900, 900, 910, 920]) == "▁▁▅█")
        #expect(Sparkline.text([900, 900]) == "▁▁")
        #expect(Sparkline.text([0, 0]) == "")
    }
}
