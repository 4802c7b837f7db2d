/// Words of a bundle and their pronunciations: `lang/lexicon.txt`.
///
/// A line holds a word in upper case and its phones, all separated by blanks; a word may have
/// several lines. The text is kept as it is and searched in: no word becomes an object of its own.
public struct KIOSLexicon: Sendable {
    /// The largest file, in bytes; the English one has 3.3 million.
    static let byteLimit: Int64 = 16 << 20
    /// The most lines; the English one has 134,723.
    static let lineLimit = 500_000
    /// The most phones of a line, and the longest word in bytes.
    static let phoneLimit = 64
    static let wordLimit = 255

    private let bytes: [UInt8]
    /// Offsets of lines, by the bytes of their words.
    private let lines: [Int32]
    /// Different words.
    public let wordCount: Int
    /// Pronunciations of all words.
    public var pronunciationCount: Int { lines.count }

    /// Reads the bytes of `lexicon.txt`, whose phones must be among `phones`.
    ///
    /// - Throws: ``KIOSBundleError/malformed(path:line:what:)`` or
    ///   ``KIOSBundleError/tooLarge(path:what:)``; `path` names the file.
    init(
        parsing bytes: [UInt8], phones: KIOSPhoneSet, path: String
    ) throws(KIOSBundleError) {
        guard bytes.count <= Self.byteLimit else {
            throw .tooLarge(path: path, what: "it has more than \(Self.byteLimit) bytes")
        }
        let found = try bytes.withUnsafeBufferPointer { (text) throws(KIOSBundleError) in
            var scan = LexiconScan(text: text, phones: phones, path: path)
            try scan.run()
            return scan.lines
        }
        lines = Self.sorted(found, in: bytes)
        let sorted = lines
        wordCount = bytes.withUnsafeBufferPointer { text in
            sorted.indices.count { index in
                index == 0
                    || LexiconScan.compare(text, Int(sorted[index - 1]), Int(sorted[index])) != 0
            }
        }
        self.bytes = bytes
    }

    /// Whether `word`, in upper case, has a pronunciation.
    public func contains(_ word: String) -> Bool { firstLine(of: word) != nil }

    /// The pronunciations of `word`, in upper case, as their phones; none for an unknown word.
    public func pronunciations(of word: String) -> [[String]] {
        guard let first = firstLine(of: word) else { return [] }
        var found: [[String]] = []
        for index in first..<lines.count {
            guard compare(Array(word.utf8), lineAt: Int(lines[index])) == 0 else { break }
            let line = bytes[Int(lines[index])...].prefix { $0 != 0x0A && $0 != 0x0D }
            let parts = line.split { $0 == 0x20 || $0 == 0x09 }
            found.append(parts.dropFirst().map { String(decoding: $0, as: UTF8.self) })
        }
        return found
    }

    /// The place in ``lines`` of the first line of `word`.
    private func firstLine(of word: String) -> Int? {
        let wanted = Array(word.utf8)
        var low = 0
        var high = lines.count
        while low < high {
            let middle = (low + high) / 2
            let isBehind = compare(wanted, lineAt: Int(lines[middle])) > 0
            if isBehind { low = middle + 1 } else { high = middle }
        }
        return low < lines.count && compare(wanted, lineAt: Int(lines[low])) == 0 ? low : nil
    }

    /// Compares `word` with the word of a line by bytes: below 0 if it comes before, above 0 if
    /// behind, 0 if they are equal.
    private func compare(_ word: [UInt8], lineAt start: Int) -> Int {
        for (offset, byte) in word.enumerated() {
            let place = start + offset
            guard place < bytes.count, !LexiconScan.isBlank(bytes[place]) else { return 1 }
            if byte != bytes[place] { return Int(byte) - Int(bytes[place]) }
        }
        let end = start + word.count
        return end < bytes.count && !LexiconScan.isBlank(bytes[end]) ? -1 : 0
    }

    private static func sorted(_ lines: [Int32], in bytes: [UInt8]) -> [Int32] {
        bytes.withUnsafeBufferPointer { text in
            func precedes(_ left: Int32, _ right: Int32) -> Bool {
                let order = LexiconScan.compare(text, Int(left), Int(right))
                return order < 0 || order == 0 && left < right
            }
            let isSorted = lines.indices.dropFirst().allSatisfy {
                precedes(lines[$0 - 1], lines[$0])
            }
            return isSorted ? lines : lines.sorted(by: precedes)
        }
    }
}

/// Looks at every line of a lexicon once.
private struct LexiconScan {
    let text: UnsafeBufferPointer<UInt8>
    let phones: KIOSPhoneSet
    let path: String
    var lines: [Int32] = []

    mutating func run() throws(KIOSBundleError) {
        lines.reserveCapacity(text.count / 24)
        var start = 0
        var number = 0
        while start < text.count {
            number += 1
            var end = start
            while end < text.count, text[end] != 0x0A { end += 1 }
            if try readLine(start..<end, number) { lines.append(Int32(start)) }
            guard lines.count <= KIOSLexicon.lineLimit else {
                throw .tooLarge(
                    path: path, what: "it has more than \(KIOSLexicon.lineLimit) pronunciations")
            }
            start = end + 1
        }
    }

    /// Whether the line holds a word; false where it is empty.
    private func readLine(_ line: Range<Int>, _ number: Int) throws(KIOSBundleError) -> Bool {
        func fault(_ what: String) -> KIOSBundleError {
            .malformed(path: path, line: number, what: what)
        }
        var place = line.lowerBound
        let word = token(&place, line.upperBound)
        if word.isEmpty { return false }
        guard word.lowerBound == line.lowerBound, word.count <= KIOSLexicon.wordLimit else {
            throw fault(
                "expected a word of up to \(KIOSLexicon.wordLimit) bytes where the line begins")
        }
        for index in word where (0x61...0x7A).contains(text[index]) {
            throw fault("expected a word in upper case")
        }
        var count = 0
        while true {
            let phone = token(&place, line.upperBound)
            if phone.isEmpty { break }
            count += 1
            guard phones.contains(text[phone]) else {
                throw fault(
                    "\(String(decoding: text[phone].prefix(20), as: UTF8.self)) is no phone of"
                        + " lang/phones.txt")
            }
        }
        guard (1...KIOSLexicon.phoneLimit).contains(count) else {
            throw fault("expected 1 to \(KIOSLexicon.phoneLimit) phones behind the word")
        }
        return true
    }

    /// Returns the next stretch without blanks; `place` is behind it then.
    private func token(_ place: inout Int, _ end: Int) -> Range<Int> {
        while place < end, Self.isBlank(text[place]) { place += 1 }
        let start = place
        while place < end, !Self.isBlank(text[place]) { place += 1 }
        return start..<place
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }

    /// Compares the words of the lines at two places by their bytes.
    static func compare(
        _ text: UnsafeBufferPointer<UInt8>, _ first: Int, _ second: Int
    ) -> Int {
        var left = first
        var right = second
        while true {
            let one = left < text.count && !isBlank(text[left]) ? Int(text[left]) : -1
            let other = right < text.count && !isBlank(text[right]) ? Int(text[right]) : -1
            if one != other || one < 0 { return one - other }
            left += 1
            right += 1
        }
    }
}
