/// What libsndfile noted while it read a header.
///
/// Its lines about lengths read `data : 9600000 (should be 99956)`: what the header announces,
/// and what the file has room for.
struct HeaderLog {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Lengths from here on stand for "not known yet", as programs write them into a pipe.
    private static let placeholder = 0x7FFF_F000

    /// Whether a length of the sound is announced that the file has no room for.
    var announcesTooMuch: Bool {
        text.split(separator: "\n").contains { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return false }
            let name = parts[0].lowercased()
            let isLength = ["riff", "data", "ssnd", "form"].contains { name.contains($0) }
            let numbers = parts[1].split { !$0.isNumber }.compactMap { Int($0) }
            guard isLength, parts[1].contains("should be"), numbers.count >= 2 else {
                return false
            }
            return numbers[0] > numbers[1] && numbers[0] < Self.placeholder
        }
    }
}
