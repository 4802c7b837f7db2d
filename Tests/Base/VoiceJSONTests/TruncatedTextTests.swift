import Testing
import VoiceJSON
import VoiceTime

/// Texts that break off or were damaged: an error with its place, never a crash.
@Suite struct TruncatedTextTests {
    static let sample = #"""
        {
          "text": "gr\u00fc\ud83d\ude00n \"é\" 😀",
          "numbers": [0, -12, 3.5, 1e-7, 92233720368547758079],
          "words": [true, false, null],
          "nested": {"": [[], {}, [{"a.b": "\\"}]]},
        }
        """#

    @Test(
        "names a place for a document cut after any byte",
        arguments: 0..<sample.utf8.count)
    func cut(count: Int) {
        let bytes = Array(Self.sample.utf8.prefix(count))
        let error = #expect(throws: JSONError.self) {
            try JSONReader.document(of: bytes, dialect: .lenient)
        }
        #expect(Self.isPlaced(error, in: bytes))
    }

    @Test("survives any byte of a document changed to any of the telling ones")
    func changed() {
        let telling: [UInt8] = [
            0x00, 0x0A, 0x22, 0x2C, 0x2D, 0x5B, 0x5C, 0x5D, 0x75, 0x7B, 0x80, 0xFF,
        ]
        for index in Self.sample.utf8.indices.enumerated().map(\.offset) {
            for byte in telling {
                var bytes = Array(Self.sample.utf8)
                bytes[index] = byte
                do {
                    _ = try JSONReader.document(of: bytes, dialect: .lenient)
                } catch {
                    #expect(Self.isPlaced(error, in: bytes))
                }
            }
        }
    }

    @Test("survives random bytes", arguments: 0..<UInt64(200))
    func noise(seed: UInt64) {
        var chance = SeededChance(seed: seed).stream("bytes")
        let alphabet = Array("{}[]\",:\\u0189.-eE tfn\n".utf8) + [0xC3, 0xA9, 0xFF]
        let bytes = (0..<chance.below(80)).map { _ in alphabet[chance.below(alphabet.count)] }
        do {
            _ = try JSONReader.document(of: bytes, dialect: .lenient)
        } catch {
            #expect(Self.isPlaced(error, in: bytes))
        }
    }

    /// Whether the place lies within the text or right behind it.
    private static func isPlaced(_ error: JSONError?, in bytes: [UInt8]) -> Bool {
        guard let error else { return false }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard (1...lines.count).contains(error.line) else { return false }
        let width = lines[error.line - 1].count { $0 & 0xC0 != 0x80 }
        return (1...width + 1).contains(error.column) && error.description.contains("($")
    }
}
