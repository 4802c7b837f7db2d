/// A language model in the form that sphinxbase maps into memory: a trie packed to the bit.
///
/// sphinxbase follows its links without looking where they lead, so they are looked at here.
/// Source: `lm_trie.c`, `lm_trie_quant.c` and `ngram_model_trie.c` of sphinxbase 5prealpha.
package enum LanguageModelFile {
    private static let beginning = "Trie Language Model"
    /// Largest count that sphinxbase packs into 25 bits.
    private static let countLimit = (1 << 25) - 2
    private static let tableSize = 1 << 16
    /// Bits of the two table places of a group of words, and of the one of the longest groups.
    private static let middleBits = 32
    private static let longestBits = 16
    /// Bytes behind packed numbers, which are read eight at a time.
    private static let padding = 8

    /// Checks the file at `path`.
    ///
    /// - Throws: ``AcousticModelError``.
    package static func check(path: String) throws(AcousticModelError) {
        var reader = try ModelReader(path: path)
        guard try reader.read(beginning.utf8.count).elementsEqual(beginning.utf8),
            let order = try reader.read(1).first.map(Int.init), (2...5).contains(order)
        else { throw reader.damaged("it does not begin as a language model") }
        var counts: [Int] = []
        for length in 1...order {
            counts.append(try reader.count(1...countLimit, of: "groups of \(length) words"))
        }
        // A mark that sphinxbase reads and passes over.
        _ = try reader.int32()
        for _ in 0..<2 * (order - 2) + 1 { _ = try reader.floats(tableSize) }
        var used = try checkWords(&reader, counts)
        for level in 1..<order - 1 {
            used = try checkGroups(&reader, used, of: counts, level)
        }
        try checkLongest(&reader, used, of: counts)
        try checkNames(&reader, counts[0])
        try reader.finish(summing: nil)
    }

    /// Checks the single words; returns how many groups of two they lead to.
    private static func checkWords(
        _ reader: inout ModelReader, _ counts: [Int]
    ) throws(AcousticModelError) -> Int {
        let numbers = try reader.words32(3 * (counts[0] + 1))
        var last = 0
        for word in 0...counts[0] {
            let next = Int(numbers[3 * word + 2])
            let weights = numbers[3 * word..<3 * word + 2].map {
                Float(bitPattern: UInt32(bitPattern: $0))
            }
            guard weights.allSatisfy(\.isFinite) else {
                throw reader.damaged("word \(word) has no finite weights")
            }
            guard last <= next, next <= counts[1] else {
                throw reader.damaged("word \(word) leads outside it")
            }
            last = next
        }
        return last
    }

    /// Checks the groups of `level + 1` words, `used` of which are led to; returns how many longer
    /// ones they lead to.
    private static func checkGroups(
        _ reader: inout ModelReader, _ used: Int, of counts: [Int], _ level: Int
    ) throws(AcousticModelError) -> Int {
        let wordBits = bits(counts[0])
        let nextBits = bits(counts[level + 1])
        let total = wordBits + middleBits + nextBits
        let packed = try reader.read(size(of: counts[level], bits: total))
        var last = 0
        let fault: Int? = packed.withUnsafeBytes { packed in
            for group in 0...used {
                let place = group * total
                let next = number(in: packed, at: place + wordBits + middleBits, nextBits)
                let isWord = group == used || number(in: packed, at: place, wordBits) < counts[0]
                guard isWord, last <= next, next <= counts[level + 1] else { return group }
                last = next
            }
            return nil
        }
        if let fault {
            throw reader.damaged("group \(fault) of \(level + 1) words leads outside it")
        }
        return last
    }

    private static func checkLongest(
        _ reader: inout ModelReader, _ used: Int, of counts: [Int]
    ) throws(AcousticModelError) {
        let wordBits = bits(counts[0])
        let total = wordBits + longestBits
        let packed = try reader.read(size(of: counts[counts.count - 1], bits: total))
        let fault: Int? = packed.withUnsafeBytes { packed in
            (0..<used).first { number(in: packed, at: $0 * total, wordBits) >= counts[0] }
        }
        if let fault {
            throw reader.damaged("group \(fault) of \(counts.count) words names no word")
        }
    }

    /// Checks the names of the words, which end with a byte of 0 each.
    private static func checkNames(
        _ reader: inout ModelReader, _ words: Int
    ) throws(AcousticModelError) {
        let count = try reader.count(words...Int(Int32.max), of: "bytes of words")
        let names = try reader.read(count)
        guard names.last == 0, names.count(where: { $0 == 0 }) == words else {
            throw reader.damaged("it does not have as many words as it says")
        }
        let marks = ["<s>", "</s>"].map { Array($0.utf8) }
        let found = names.split(separator: 0).filter { $0.count <= 4 && marks.contains(Array($0)) }
        guard found.count == marks.count else {
            throw reader.damaged("it does not mark where sentences begin and end")
        }
    }

    private static func bits(_ largest: Int) -> Int { Int.bitWidth - largest.leadingZeroBitCount }

    /// Returns the bytes of so many groups and the end of the last one.
    private static func size(of groups: Int, bits: Int) -> Int {
        ((groups + 1) * bits + 7) / 8 + padding
    }

    /// The number of up to 25 bits at a bit. The bytes behind it are there: see ``padding``.
    private static func number(in packed: UnsafeRawBufferPointer, at bit: Int, _ bits: Int) -> Int {
        let word = UInt32(
            littleEndian: packed.loadUnaligned(fromByteOffset: bit >> 3, as: UInt32.self))
        return Int((word >> UInt32(bit & 7)) & ((1 << UInt32(bits)) - 1))
    }
}
