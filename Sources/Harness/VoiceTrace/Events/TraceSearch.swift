internal import VoiceSystem

/// Finds the events of a trace file that hold certain members, without reading all of its JSON.
package struct TraceSearch: Sendable {
    /// The lines that are searched.
    package let lines: TraceLines
    /// Lines that may be spelled otherwise than traces are written, ascending: always read.
    private let odd: [Int]

    /// A search in `lines`.
    package init(_ lines: TraceLines) {
        self.lines = lines
        odd = lines.withBytes { bytes in
            var found: [Int] = []
            var place = 0
            while let hit = Self.firstOdd(bytes, from: place) {
                guard let line = lines.index(ofByte: hit) else {
                    place = hit + 1
                    continue
                }
                found.append(line)
                place = lines.byteRange(at: line).upperBound
            }
            return found
        }
    }

    /// Calls `body` with every event that may hold all of `members`, in order, until it says false.
    ///
    /// `members` are written as a trace spells them, `"kind":"final"`; the beginning of one is
    /// enough. With none, every event is read.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` where a line that is read is no event.
    package func forEach(
        holding members: [String], _ body: (_ index: Int, _ event: TraceEvent) -> Bool
    ) throws(TraceError) {
        // The longest is the rarest, mostly.
        guard let needle = members.max(by: { $0.utf8.count < $1.utf8.count }) else {
            for index in 0..<lines.count {
                guard body(index, try lines.event(at: index)) else { return }
            }
            return
        }
        let word = Array(needle.utf8)
        var rest = odd[...]
        var next = nextLine(holding: word, from: 0)
        while let index = [next, rest.first].compactMap({ $0 }).min() {
            guard body(index, try lines.event(at: index)) else { return }
            if rest.first == index { rest.removeFirst() }
            if next == index { next = nextLine(holding: word, from: index + 1) }
        }
    }

    /// The first line from `index` on that holds `word`.
    private func nextLine(holding word: [UInt8], from index: Int) -> Int? {
        guard index < lines.count else { return nil }
        return lines.withBytes { bytes in
            var place = lines.byteRange(at: index).lowerBound
            while let hit = Self.first(word, bytes, from: place) {
                if let line = lines.index(ofByte: hit) { return line }
                // The closing line, or one that is left out.
                place = hit + 1
            }
            return nil
        }
    }

    /// The first place from `start` on where `word` stands, told by the bytes inside its first and
    /// last: those are quotation marks, of which there are many.
    static func first(
        _ word: [UInt8], _ bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard word.count > 2, let base = bytes.baseAddress else { return nil }
        let reach = word.count - 2
        let (head, tail) = (EightBytes(repeating: word[1]), EightBytes(repeating: word[reach]))
        func stands(_ place: Int) -> Bool { memcmp(base + place, word, word.count) == 0 }
        var place = start
        while place + word.count + 8 <= bytes.count {
            let here = EightBytes(base + place + 1).marks(equal: head)
            let there = EightBytes(base + place + reach).marks(equal: tail)
            var marks = here & there
            while marks != 0 {
                let found = place + marks.trailingZeroBitCount / 8
                if stands(found) { return found }
                marks &= marks - 1
            }
            place += 8
        }
        return (place..<max(place, bytes.count - word.count + 1)).first(where: stands)
    }

    /// The first place from `start` on where a name or value may be spelled otherwise: an escape,
    /// or a space behind a quotation mark or a colon. Inside a text it may mean nothing.
    private static func firstOdd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let escape = EightBytes(repeating: UInt8(ascii: "\\"))
        let quote = EightBytes(repeating: UInt8(ascii: "\""))
        let colon = EightBytes(repeating: UInt8(ascii: ":"))
        func isOdd(_ place: Int) -> Bool {
            let byte = bytes[place]
            return byte == UInt8(ascii: "\\")
                || (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ":"))
                    && bytes[place + 1] <= UInt8(ascii: " ")
        }
        var place = start
        while place + 9 <= bytes.count {
            let here = EightBytes(base + place)
            let ends = here.marks(equal: quote) | here.marks(equal: colon)
            let spaces = EightBytes(base + place + 1).marks(below: UInt8(ascii: " ") + 1)
            if here.marks(equal: escape) | (ends & spaces) != 0,
                let found = (place..<place + 8).first(where: isOdd)
            {
                return found
            }
            place += 8
        }
        return (place..<max(place, bytes.count - 1)).first(where: isOdd)
    }
}

/// Eight bytes of a text, looked at in one step.
///
/// Marks are the highest bits of the bytes that are meant; of a byte behind one that is meant, it
/// may be set too. Source: Knuth, The Art of Computer Programming 4A, section 7.1.3.
private struct EightBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private let bits: UInt64

    init(_ place: UnsafeRawPointer) {
        bits = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    }

    init(repeating byte: UInt8) { bits = Self.ones &* UInt64(byte) }

    func marks(equal other: EightBytes) -> UInt64 {
        let rest = bits ^ other.bits
        return (rest &- Self.ones) & ~rest & (Self.ones << 7)
    }

    /// Marks the bytes below `limit`, which is at most 128, with their highest bit.
    func marks(below limit: UInt8) -> UInt64 {
        (bits &- Self.ones &* UInt64(limit)) & ~bits & (Self.ones << 7)
    }
}
