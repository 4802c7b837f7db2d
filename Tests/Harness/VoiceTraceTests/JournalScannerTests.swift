import Testing
import VoiceFiles
import VoiceTestSupport
import VoiceTrace

@Suite("Journal")
struct JournalScannerTests {
    /// Small records whose payloads hold marks, whole records and nothing.
    private static let records: [JournalRecord] = {
        let inner = JournalRecord(.events, sequence: 1, payload: [1, 2, 3]).bytes
        let payloads: [[UInt8]] = [
            Array("{\"kind\":\"run\"}\n".utf8), [], [0xFF, 0x56, 0x54, 0xFE],
            [0xFF, 0x56] + inner.dropLast(), Array(repeating: 0xFF, count: 40),
        ]
        return payloads.enumerated().map {
            JournalRecord(.inputs, sequence: UInt64($0.offset), payload: $0.element)
        }
    }()

    private static let journal = records.flatMap(\.bytes)

    /// Where each record begins, and the end.
    private static let starts = records.reduce(into: [0]) { starts, record in
        starts.append((starts.last ?? 0) + record.bytes.count)
    }

    private func scan(
        _ bytes: [UInt8], piece: Int = 7
    ) -> (records: [JournalRecord], damage: [Range<Int64>]) {
        var scanner = JournalScanner()
        var found: (records: [JournalRecord], damage: [Range<Int64>]) = ([], [])
        func take(_ finding: JournalScanner.Finding) {
            switch finding {
            case .record(let record): found.records.append(record)
            case .damage(let range): found.damage.append(range)
            }
        }
        for start in stride(from: 0, to: bytes.count, by: piece) {
            scanner.append(bytes[start..<min(start + piece, bytes.count)])
            while let finding = scanner.next(atEnd: false) { take(finding) }
        }
        while let finding = scanner.next(atEnd: true) { take(finding) }
        return found
    }

    @Test("CRC-32C has the known check value, and that of 32 zeros")
    func knownAnswers() {
        #expect(CRC32C.of(Array("123456789".utf8)) == 0xE306_9283)
        #expect(CRC32C.of([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    }

    @Test("comes back whole, in pieces of any size", arguments: [1, 2, 3, 24, 1_000])
    func wholeJournal(piece: Int) {
        let found = scan(Self.journal, piece: piece)
        #expect(found.records == Self.records)
        #expect(found.damage.isEmpty)
    }

    @Test("cut at any byte, every record before the cut comes back and the rest is named")
    func everyCut() {
        for length in 0...Self.journal.count {
            let found = scan(Array(Self.journal.prefix(length)))
            let whole = Self.starts.dropFirst().prefix { $0 <= length }.count
            #expect(found.records == Array(Self.records.prefix(whole)))
            let torn = Self.starts[whole]..<length
            #expect(found.damage == (torn.isEmpty ? [] : [Int64(torn.lowerBound)..<Int64(length)]))
        }
    }

    @Test("with any bit flipped, every other record comes back and the damage is the record's")
    func everyBit() {
        for bit in 0..<(Self.journal.count * 8) {
            var bytes = Self.journal
            bytes[bit / 8] ^= 1 << (bit % 8)
            let found = scan(bytes, piece: 64)
            let hit = Self.starts.dropFirst().prefix { $0 <= bit / 8 }.count
            var rest = Self.records
            rest.remove(at: hit)
            #expect(found.records == rest)
            #expect(found.damage == [Int64(Self.starts[hit])..<Int64(Self.starts[hit + 1])])
        }
    }

    @Test("finds the next record behind rubbish of any length")
    func rubbish() {
        let rubbish = Array(JournalRecord(.sound, sequence: 9, payload: []).bytes.dropLast())
        let bytes = Self.records[0].bytes + rubbish + rubbish + Self.records[1].bytes
        let found = scan(bytes)
        #expect(found.records == Array(Self.records.prefix(2)))
        #expect(found.damage.count == 1)
        #expect(found.damage.first?.count == 2 * rubbish.count)
    }

    @Test("a length beyond the limit is damage, however well it is signed")
    func hugeLength() {
        var header = Array(Self.records[0].bytes.prefix(20))
        header.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0x7F])
        let sum = CRC32C.of(header)
        let bytes = header + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
        #expect(scan(bytes + Self.records[1].bytes).records == [Self.records[1]])
    }

    @Test("sound and places keep their frames and samples")
    func payloads() {
        let samples: [Int16] = [0, 1, -1, .max, .min]
        let sound = JournalRecord(
            .sound, sequence: 3,
            payload: samples.withUnsafeBufferPointer { JournalRecord.sound($0, from: 1 << 40) })
        #expect(sound.frame == 1 << 40)
        #expect(sound.samples == samples)
        let end = JournalRecord(.end, sequence: 4, payload: JournalRecord.place(77))
        #expect(end.frame == 77)
        #expect(end.samples.isEmpty)
        #expect(JournalRecord(.events, sequence: 5, payload: sound.payload).frame == nil)
    }

    @Test("a writer appends what a reader finds, is locked while it lives, and never overwrites")
    func files() throws {
        let folder = TemporaryFolder()
        let path = folder.path("journal")
        var writer = try JournalWriter(path: path)
        for record in Self.records {
            writer.append(.inputs, sequence: record.sequence, payload: record.payload)
        }
        try writer.commit()
        try writer.synchronize()
        #expect(writer.size == Int64(Self.journal.count))
        var reader = try JournalReader(path: path)
        let whileWritten = reader.isBeingWritten
        #expect(whileWritten)
        var found: [JournalRecord] = []
        while let finding = try reader.next() {
            if case .record(let record) = finding { found.append(record) }
        }
        #expect(found == Self.records)
        #expect(throws: DiskError.exists(path: path)) { _ = try JournalWriter(path: path) }
        // A program that another thread starts meanwhile holds such a copy until it runs.
        let copies = OpenCopies(of: path)
        let count = copies.count
        #expect(count >= 1)
        _ = consume writer
        let afterwards = reader.isBeingWritten
        #expect(!afterwards)
        withExtendedLifetime(copies) {}
    }
}
