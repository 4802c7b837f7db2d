internal import VoiceFiles

/// The offsets of a time zone, as the system's database has them.
///
/// Source: RFC 8536 ("TZif"), version 2 and later, without its footer: times behind the last change
/// that the file lists have the offset of that change.
struct TimeZoneFile {
    /// A reason against a zone or a local time.
    enum Fault: Error {
        case unknown
        case skipped
    }

    private static let folder = "/usr/share/zoneinfo"
    private static let byteLimit: Int64 = 1 << 20
    private static let changeLimit = 10_000

    /// The first second of each offset, and the offset in seconds east of Greenwich.
    private var changes: [(start: Int64, offset: Int64)] = []

    /// Reads the file of the zone `name`, as in `Europe/Berlin`.
    init(named name: String) throws(Fault) {
        let isName = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf)
                || "_+-/".utf8.contains($0)
        }
        guard isName, !name.isEmpty, !name.hasPrefix("/"),
            let bytes = try? DiskFile.read("\(Self.folder)/\(name)", limit: Self.byteLimit)
        else { throw .unknown }
        try self.init(bytes: bytes)
    }

    /// Reads the bytes of a zone's file.
    init(bytes: [UInt8]) throws(Fault) {
        func number(_ place: Int, _ size: Int) -> Int64 {
            let bits = bytes[place..<place + size].reduce(0) { $0 << 8 | UInt64($1) }
            return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
        }
        /// The counts of a header: leap seconds, changes, kinds and letters.
        func counts(_ place: Int) -> [Int]? {
            guard place + 44 <= bytes.count, Array(bytes[place..<place + 4]) == Array("TZif".utf8)
            else { return nil }
            let found = (0..<6).map { Int(number(place + 20 + 4 * $0, 4)) }
            return found.allSatisfy { (0...Self.changeLimit).contains($0) } ? found : nil
        }
        // The first block has times of 32 bits; the second those of 64.
        guard let first = counts(0), bytes.count > 4, bytes[4] >= UInt8(ascii: "2") else {
            throw .unknown
        }
        let block = first[3] * 5 + first[4] * 6 + first[5] + first[2] * 8 + first[1] + first[0]
        let second = 44 + block
        guard let found = counts(second) else { throw .unknown }
        let times = second + 44
        let kinds = times + 8 * found[3]
        let offsets = kinds + found[3]
        guard found[4] > 0, offsets + 6 * found[4] <= bytes.count else { throw .unknown }
        changes = [(.min, number(offsets, 4))]
        for index in 0..<found[3] {
            let kind = Int(bytes[kinds + index])
            guard kind < found[4] else { throw .unknown }
            changes.append((number(times + 8 * index, 8), number(offsets + 6 * kind, 4)))
        }
    }

    /// Returns the second since 1970 at which the zone's clocks show `local`, a second since 1970
    /// as if they stood in UTC: the first one where they show it twice.
    func seconds(local: Int64) throws(Fault) -> Int64 {
        for (index, change) in changes.enumerated() {
            let found = local - change.offset
            let end = index + 1 < changes.count ? changes[index + 1].start : .max
            if found >= change.start, found < end { return found }
        }
        throw .skipped
    }
}
