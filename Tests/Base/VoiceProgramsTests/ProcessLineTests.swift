import Testing

@testable import VoicePrograms

@Suite("A line of /proc")
struct ProcessLineTests {
    @Test("is read behind a name that holds anything", arguments: ["R", "S", "D"])
    func reads(state: String) throws {
        let text = "41 (a) S 9 (b) \(state) 40 41 41 0 -1 4194304 1 2 3 4 500 60 7 8 20 0 1 0 9\n"
        let line = try #require(ProcessLine(Array(text.utf8)))
        #expect(line.isActive == (state == "R"))
        #expect(line.parent == 40)
        #expect(line.ticks == 560)
        #expect(line.endedTicks == 15)
    }

    @Test(
        "that is cut off, empty or no such line is none",
        arguments: ["", "41 (a", "41 (a) S 40"])
    func refuses(text: String) {
        #expect(ProcessLine(Array(text.utf8)) == nil)
    }
}
