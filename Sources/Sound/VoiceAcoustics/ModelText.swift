internal import VoiceFiles

/// The text files of a model: fields between blanks, a line each.
package enum ModelText {
    /// The largest dictionary that is read.
    private static let dictionaryLimit: Int64 = 64 << 20
    private static let fillerLimit: Int64 = 1 << 16

    /// The fields of each line of a small file; blank lines are left out.
    ///
    /// - Throws: ``AcousticModelError``, also for a file that does not end with a line end.
    static func lines(path: String, limit: Int64) throws(AcousticModelError) -> [[String]] {
        let bytes = try Self.bytes(path: path, limit: limit)
        guard bytes.last == newline else {
            throw .damaged(path: path, what: "its last line does not end")
        }
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) || isBlank($0) }) else {
            throw .damaged(path: path, what: "it holds bytes that are no text")
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            $0.split(whereSeparator: \.isWhitespace).map(String.init)
        }.filter { !$0.isEmpty }
    }

    /// Checks the file of the sounds that are no words: a name and a filler phone a line, with
    /// the marks of beginning, end and silence among them.
    ///
    /// - Throws: ``AcousticModelError``.
    package static func checkFillers(
        path: String, phones: PhoneTable
    ) throws(AcousticModelError) {
        var names = Set<String>()
        for fields in try lines(path: path, limit: fillerLimit) {
            guard fields.count == 2, let phone = phones.number(of: fields[1]),
                phones.isFiller(phone), names.insert(fields[0]).inserted
            else {
                throw .damaged(path: path, what: "a line is not a name and a phone of no word")
            }
        }
        for name in ["<s>", "</s>", "<sil>"] where !names.contains(name) {
            throw .damaged(path: path, what: "it has no \(name)")
        }
    }

    /// Checks a dictionary: a word and phones of the model a line. Lines that begin with "##" or
    /// ";;" are comments.
    ///
    /// - Throws: ``AcousticModelError``.
    package static func checkDictionary(
        path: String, phones: PhoneTable
    ) throws(AcousticModelError) {
        let bytes = try Self.bytes(path: path, limit: dictionaryLimit)
        guard bytes.last == newline else {
            throw .damaged(path: path, what: "its last line does not end")
        }
        let known = KnownNames(phones.names)
        var words = 0
        let line: Int? = bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            var number = 1
            while start < bytes.count {
                var end = start
                while bytes[end] != newline { end += 1 }
                let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
                guard let isWord = isWord(line, known) else { return number }
                if isWord { words += 1 }
                start = end + 1
                number += 1
            }
            return nil
        }
        if let line {
            throw .damaged(path: path, what: "line \(line) is not a word and phones of the model")
        }
        guard words > 0 else { throw .damaged(path: path, what: "it has no word") }
    }

    /// Whether a line holds a word and its phones; nil where it holds something else than that, a
    /// comment or nothing.
    private static func isWord(_ line: UnsafeBufferPointer<UInt8>, _ known: KnownNames) -> Bool? {
        if line.starts(with: "##".utf8) || line.starts(with: ";;".utf8) { return false }
        var fields = 0
        var place = 0
        while true {
            while place < line.count, isBlank(line[place]) { place += 1 }
            let start = place
            while place < line.count, !isBlank(line[place]) {
                guard line[place] > 0x20 else { return nil }
                place += 1
            }
            if place == start { break }
            fields += 1
            guard fields == 1 || known.contains(line[start..<place]) else { return nil }
        }
        return fields == 1 ? nil : fields > 1
    }

    /// The names of phones, most of which have one or two letters.
    private struct KnownNames {
        private var short = [Bool](repeating: false, count: 1 << 16)
        private var long: Set<[UInt8]> = []

        init(_ names: [String]) {
            for name in names.map({ Array($0.utf8) }) {
                if let place = Self.place(name[...]) { short[place] = true }
                long.insert(name)
            }
        }

        func contains(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            Self.place(name).map { short[$0] } ?? long.contains(Array(name))
        }

        private static func place(_ name: some RandomAccessCollection<UInt8>) -> Int? {
            guard let first = name.first, let last = name.last, name.count <= 2 else { return nil }
            return Int(first) << 8 | (name.count == 2 ? Int(last) : 0)
        }
    }

    private static let newline = UInt8(ascii: "\n")

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == newline
    }

    private static func bytes(path: String, limit: Int64) throws(AcousticModelError) -> [UInt8] {
        do throws(DiskError) { return try DiskFile.read(path, limit: limit) } catch {
            if case .tooLarge = error { throw .damaged(path: path, what: "it is too large") }
            throw .unreadable(path: path)
        }
    }
}
