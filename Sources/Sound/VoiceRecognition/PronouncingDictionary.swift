internal import Synchronization
internal import VoiceAcoustics
internal import VoiceFiles
internal import VoiceHypothesis

/// The pronunciations of some words of a dictionary.
///
/// Source: the format of the CMU dictionary: a word and its phones a line; "word(2)" is another way
/// of saying it, as a second line of the same word is. Capitals are small letters.
struct PronouncingDictionary {
    private(set) var ways: [String: [[Int]]] = [:]

    /// Looks up `words` in the dictionary at `path`, which is read once in a process.
    ///
    /// - Throws: ``RecognitionError/modelMissing(path:)``.
    init(
        of words: Set<String>, path: String, phones: PhoneTable
    ) throws(RecognitionError) {
        let index = try DictionaryIndex.index(of: path)
        let numbers = Dictionary(
            phones.names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for word in words {
            let found = index.lines(of: word).compactMap { line -> [Int]? in
                let fields = line.split(whereSeparator: \.isWhitespace)
                    .drop { $0.hasPrefix("(") }
                let phones = fields.compactMap { numbers[String($0)] }
                return !phones.isEmpty && phones.count == fields.count ? phones : nil
            }
            if !found.isEmpty { ways[word] = found }
        }
    }
}

/// The bytes of a dictionary, and where each word's lines are. About 5 MB for 134,000 words.
private final class DictionaryIndex: Sendable {
    /// The largest dictionary that is read.
    private static let sizeLimit: Int64 = 64 << 20
    /// Number of dictionaries that are kept; the one that was read first goes first.
    private static let room = 4

    private let bytes: [UInt8]
    /// Starts of lines, plus one, by the hash of their words; 0 where none is there. At most half
    /// of the places are taken. Source: linear probing, which keeps the order of equal hashes.
    private let lines: [UInt32]

    private init(_ bytes: [UInt8]) {
        var count = 1
        for byte in bytes where byte == Self.newline { count += 1 }
        var size = 2
        while size < 2 * count { size *= 2 }
        var lines = [UInt32](repeating: 0, count: size)
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                let start = place
                var hash = Self.seed
                while place < bytes.count, !Self.endsWord(bytes[place]) {
                    hash = Self.mixed(hash, Self.lowered(bytes[place]))
                    place += 1
                }
                if place > start {
                    var slot = Int(truncatingIfNeeded: hash) & (size - 1)
                    while lines[slot] != 0 { slot = (slot + 1) & (size - 1) }
                    lines[slot] = UInt32(start) + 1
                }
                while place < bytes.count, bytes[place] != Self.newline { place += 1 }
                place += 1
            }
        }
        self.bytes = bytes
        self.lines = lines
    }

    /// Returns what follows `word` on each of its lines, in their order.
    func lines(of word: String) -> [String] {
        let wanted = Array(word.utf8)
        var found: [String] = []
        let hash = wanted.reduce(Self.seed) { Self.mixed($0, $1) }
        var slot = Int(truncatingIfNeeded: hash) & (lines.count - 1)
        while lines[slot] != 0 {
            let start = Int(lines[slot]) - 1
            let end = start + wanted.count
            let isWord =
                end <= bytes.count
                && bytes[start..<end].elementsEqual(wanted, by: { Self.lowered($0) == $1 })
                && (end == bytes.count || Self.endsWord(bytes[end]))
            if isWord {
                let line = bytes[end...].prefix { $0 != Self.newline }
                found.append(String(decoding: line, as: UTF8.self))
            }
            slot = (slot + 1) & (lines.count - 1)
        }
        return found
    }

    // MARK: One for each file

    private static let known = Mutex<[(key: FileVersion, index: DictionaryIndex)]>([])

    /// The index of the dictionary at `path`.
    ///
    /// - Throws: ``RecognitionError/modelMissing(path:)``.
    static func index(of path: String) throws(RecognitionError) -> DictionaryIndex {
        guard let key = DiskFile.version(of: path) else { throw .modelMissing(path: path) }
        let found = known.withLock { known in known.first { $0.key == key }?.index }
        if let found { return found }
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try DiskFile.read(path, limit: sizeLimit) } catch {
            throw .modelMissing(path: path)
        }
        let made = DictionaryIndex(bytes)
        known.withLock { known in
            if known.count == room { known.removeFirst() }
            known.append((key, made))
        }
        return made
    }

    // MARK: Bytes

    private static let newline = UInt8(ascii: "\n")
    // FNV-1a by Fowler, Noll and Vo.
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 32 || byte == UInt8(ascii: "(")
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
