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

    @Test("cells go on in further lines of their own column where the width asks for it")
    func narrow() {
        var table = TextTable(head: ["ms", "what", "expected"], rightAligned: [0])
        table.add(["1500", "extra", "before final go to sleep"])
        table.add(["12", "moved", "now"])
        #expect(
            table.lines(columns: 27) == [
                "  ms  what   expected",
                "1500  extra  before final",
                "               go to sleep",
                "  12  moved  now",
            ])
        #expect(table.lines(columns: 37) == table.lines())
    }

    @Test("no line is wider than the terminal, and no word is lost", arguments: [40, 60, 80, 120])
    func fits(columns: Int) {
        var table = TextTable(head: ["ms", "a", "b", "c"], rightAligned: [0])
        table.add(["1500", String(repeating: "x", count: 48), long, long])
        let lines = table.lines(columns: columns)
        #expect(lines.allSatisfy { $0.count <= columns })
        let words = lines.joined(separator: " ").split(separator: " ")
        #expect(words.count { $0 == "word" } >= 20)
        #expect(words.contains("1500"))
    }

    @Test("a line that is folded keeps its columns")
    func keepsColumns() {
        let fold = LineFold(columns: 24)
        #expect(
            fold.text("ok       name: some words (why)")
                == "ok       name: some\n  words (why)")
    }

    @Test("words stay whole as long as the other columns can be narrowed")
    func wholeWords() {
        var table = TextTable(head: ["event", "field", "found"])
        table.add(["media welcome playAudioSegment stopped", "why.threshold", "0.9"])
        let lines = table.lines(columns: 40)
        #expect(lines[1].hasSuffix("why.threshold  0.9"))
        #expect(lines.contains { $0.contains("playAudioSegment") })
        #expect(lines.allSatisfy { $0.count <= 40 })
    }

    @Test("remarks, which have no head, go below their rows where they have too little room")
    func remarksBelow() {
        var table = TextTable(head: ["ms", "what", "expected", ""], rightAligned: [0])
        table.add(["1500", "extra", "before", "+200 ms, 3 events, each differently"])
        table.add(["12", "moved", "now", ""])
        #expect(
            table.lines(columns: 44) == [
                "  ms  what   expected",
                "1500  extra  before",
                "        +200 ms, 3 events, each differently",
                "  12  moved  now",
            ])
        #expect(table.lines(columns: 50)[1] == "1500  extra  before    +200 ms, 3 events, each")
        #expect(table.lines(columns: 60) == table.lines())
    }

    @Test("a name that is too wide breaks between its parts")
    func breaksNames() {
        var table = TextTable(head: ["event", "field"])
        table.add(["speechStart", "why.threshold"])
        #expect(
            table.lines(columns: 24) == [
                "event        field", "speechStart  why.", "               threshold",
            ])
    }

    @Test("a sparkline goes from its smallest number to its largest")
    func sparkline() {
        #expect(Sparkline.text([900, 900, 910, 920]) == "▁▁▅█")
        #expect(Sparkline.text([900, 900]) == "▁▁")
        #expect(Sparkline.text([0, 0]) == "")
    }
}
