internal import VoiceAcoustics
internal import VoiceFiles

/// The pronunciations of some words of a dictionary.
///
/// Source: the format of the CMU dictionary: a word and its phones a line; "word(2)" is another way
/// of saying it.
struct PronouncingDictionary {
    /// The largest dictionary that is read.
    private static let sizeLimit: Int64 = 64 << 20

    private(set) var ways: [String: [[Int]]] = [:]

    /// Reads the pronunciations of `words` from the dictionary at `path`, in one pass.
    ///
    /// - Throws: ``RecognitionError/modelMissing(path:)``.
    init(
        of words: Set<String>, path: String, phones: PhoneTable
    ) throws(RecognitionError) {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try DiskFile.read(path, limit: Self.sizeLimit) } catch {
            throw .modelMissing(path: path)
        }
        let numbers = Dictionary(
            phones.names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        // Most lines hold other words: those are told apart by their first bytes.
        let wanted = Dictionary(grouping: words, by: { Self.hash(Array($0.utf8)[...]) })
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                let start = place
                var hash = Self.seed
                while place < bytes.count, bytes[place] > 32, bytes[place] != Self.bracket {
                    hash = Self.mixed(hash, bytes[place])
                    place += 1
                }
                let end = place
                while place < bytes.count, bytes[place] != Self.newline { place += 1 }
                defer { place += 1 }
                guard end > start, let near = wanted[hash] else { continue }
                let word = String(decoding: bytes[start..<end], as: UTF8.self)
                guard near.contains(word) else { continue }
                let line = String(decoding: bytes[end..<place], as: UTF8.self)
                let fields = line.split(whereSeparator: \.isWhitespace)
                    .drop { $0.hasPrefix("(") }
                let phones = fields.compactMap { numbers[String($0)] }
                if !phones.isEmpty, phones.count == fields.count {
                    ways[word, default: []].append(phones)
                }
            }
        }
    }

    private static let newline = UInt8(ascii: "\n")
    private static let bracket = UInt8(ascii: "(")
    // FNV-1a by Fowler, Noll and Vo.
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(seed) { mixed($0, $1) }
    }
}
