/// Notes that libsndfile made while it read a header.
///
/// Its lines about lengths read `data : 9600000 (should be 99956)`: what the header announces,
/// and what the file has room for.
struct HeaderLog {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Ranges of lengths that stand for "not known yet", as programs write them into a pipe: SoX's
    /// of AIFF and of WAV, rounded down to whole frames or with a header added, and ffmpeg's.
    private static let placeholders = [
        0x7F00_0000...0x7F00_0FFF, 0x7FFF_E000...0x8000_0FFF, 0xFFFF_F000...0xFFFF_FFFF,
        Int64.max - 0xFFF...Int64.max,
    ]

    /// Whether a length of so many bytes says only that it was not known.
    static func isPlaceholder(_ length: Int64) -> Bool {
        placeholders.contains { $0.contains(length) }
    }

    /// Whether a length of the sound is announced that the file has no room for.
    var announcesTooMuch: Bool {
        text.split(separator: "\n").contains { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return false }
            let name = parts[0].lowercased()
            let isLength = ["riff", "data", "ssnd", "form"].contains { name.contains($0) }
            let numbers = parts[1].split { !$0.isNumber }.compactMap { Int64($0) }
            guard isLength, parts[1].contains("should be"), numbers.count >= 2 else {
                return false
            }
            return numbers[0] > numbers[1] && !Self.isPlaceholder(numbers[0])
        }
    }
}
