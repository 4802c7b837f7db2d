/// Finds the records in a journal's bytes, whatever happened to them: a pure machine.
///
/// Bytes go in in pieces of any size. What is no whole, intact record is damage; behind it the
/// scanner goes on at the next mark whose record is intact.
package struct JournalScanner {
    /// Part of a journal.
    public enum Finding: Sendable, Equatable {
        /// An intact record.
        case record(JournalRecord)
        /// Bytes that are no intact record, as a range of positions in the file.
        case damage(Range<Int64>)
    }

    private enum Look {
        case record(size: Int)
        case nothing
        /// Whether there is one depends on bytes that have not come yet.
        case unclear
    }

    private var buffer: [UInt8] = []
    /// Position in the buffer of the next look.
    private var place = 0
    /// Position in the file at which the buffer begins.
    private var offset: Int64 = 0
    private var damageStart: Int64?
    private var pending: JournalRecord?

    /// A scanner before the first byte.
    package init() {}

    /// Takes the next bytes of the file.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        if place > 1 << 16 {
            buffer.removeFirst(place)
            offset += Int64(place)
            place = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next finding; nil until more bytes come, and, `atEnd` of the file, when all is told.
    package mutating func next(atEnd: Bool) -> Finding? {
        if let record = pending {
            pending = nil
            return .record(record)
        }
        while place < buffer.count {
            switch look(atEnd: atEnd) {
            case .unclear: return nil
            case .nothing:
                damageStart = damageStart ?? offset + Int64(place)
                skipToMark()
            case .record(let size):
                let record = record(of: size)
                let position = offset + Int64(place)
                place += size
                guard let start = damageStart else { return .record(record) }
                damageStart = nil
                pending = record
                return .damage(start..<position)
            }
        }
        guard atEnd, let start = damageStart else { return nil }
        damageStart = nil
        return .damage(start..<(offset + Int64(place)))
    }

    /// Whether an intact record begins at the place.
    private func look(atEnd: Bool) -> Look {
        let rest = buffer[place...]
        guard rest.count >= JournalRecord.headerSize else {
            let isPossible = rest.starts(with: JournalRecord.mark.prefix(rest.count))
            return isPossible && !atEnd ? .unclear : .nothing
        }
        guard rest.starts(with: JournalRecord.mark), rest[place + 5] == JournalRecord.version,
            JournalRecord.number(UInt32.self, in: rest, at: 20)
                == CRC32C.of(rest.prefix(JournalRecord.headerSize - 4))
        else { return .nothing }
        let length = Int(JournalRecord.number(UInt32.self, in: rest, at: 8))
        guard length <= JournalRecord.payloadLimit,
            JournalRecord.number(UInt64.self, in: rest, at: 12) < JournalRecord.sequenceLimit
        else { return .nothing }
        let size = JournalRecord.headerSize + length + JournalRecord.trailerSize
        guard rest.count >= size else { return atEnd ? .nothing : .unclear }
        let sum = JournalRecord.number(UInt32.self, in: rest, at: size - 4)
        return sum == CRC32C.of(rest.prefix(size - 4)) ? .record(size: size) : .nothing
    }

    private func record(of size: Int) -> JournalRecord {
        let bytes = buffer[place..<(place + size)]
        let payload = bytes.dropFirst(JournalRecord.headerSize).dropLast(JournalRecord.trailerSize)
        return JournalRecord(
            kind: bytes[place + 4], sequence: JournalRecord.number(UInt64.self, in: bytes, at: 12),
            payload: Array(payload))
    }

    /// Moves to the next byte that may begin a record.
    private mutating func skipToMark() {
        let first = JournalRecord.mark[0]
        place = buffer[(place + 1)...].firstIndex(of: first) ?? buffer.count
    }
}
