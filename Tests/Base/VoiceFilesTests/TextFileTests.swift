import Testing
import VoiceFiles

@Suite("Text of files")
struct TextFileTests {
    @Test("one byte order mark at the start is no part of the text")
    func mark() {
        #expect(String(textFile: Array("\u{FEFF}a\u{FEFF}b".utf8)) == "a\u{FEFF}b")
        #expect(String(textFile: Array("ab".utf8)[1...]) == "b")
        #expect(String(textFile: [UInt8]()).isEmpty)
        #expect(String(textFile: [0xEF, 0xBB]).unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
    }
}
