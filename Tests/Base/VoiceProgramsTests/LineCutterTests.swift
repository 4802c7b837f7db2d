import Testing
import VoicePrograms

@Suite("Lines of a program")
struct LineCutterTests {
    private func lines(of text: String, inBlocksOf size: Int, limit: Int = 100) -> [String] {
        var cutter = LineCutter(limit: limit)
        var found: [String] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            cutter.append(bytes[start..<min(start + size, bytes.count)])
            while case .line(let line) = cutter.next() {
                found.append(String(decoding: line, as: UTF8.self))
            }
        }
        return found
    }

    @Test("are the same in blocks of any size", arguments: [1, 2, 3, 7, 1_000])
    func anyBlocks(size: Int) {
        let found = lines(of: "one\r\n\ntwo thirds\nthr", inBlocksOf: size)
        #expect(found == ["one", "", "two thirds"])
    }

    @Test("that are too long are said to be, whole or not", arguments: ["123456\n", "123456"])
    func tooLong(text: String) {
        var cutter = LineCutter(limit: 5)
        cutter.append("12345\n".utf8)
        #expect(cutter.next() == .line(Array("12345".utf8)))
        cutter.append(text.utf8)
        #expect(cutter.next() == .tooLong)
        cutter.append("rest\n".utf8)
        #expect(cutter.next() == .tooLong)
    }

    @Test("go on behind one that is too long")
    func behindTooLong() {
        var cutter = LineCutter(limit: 5)
        cutter.append("1234567\nnext\n".utf8)
        #expect(cutter.next() == .tooLong)
        #expect(cutter.takeLong() == Array("1234567".utf8))
        #expect(cutter.next() == .line(Array("next".utf8)))
        #expect(cutter.isEmpty)
    }
}
