/// The comments of FLAC, Vorbis and Opus, byte for byte.
///
/// Source: Vorbis I specification, section 5; RFC 7845, section 5.2; RFC 9639, section 8.6.
struct VorbisComments: Equatable {
    /// The program that coded the sound.
    var vendor: [UInt8] = []
    /// Each a name, `=` and a text, in the file's order.
    var entries: [[UInt8]] = []

    /// Number of comments that are taken.
    private static let countLimit = 100_000

    /// Reads the comments in the body of a block or packet, from `start` on; nil where it is
    /// damaged.
    init?(_ body: [UInt8], from start: Int = 0) {
        guard let length = body.little(start, 4), start + 4 + length <= body.count,
            let count = body.little(start + 4 + length, 4), count <= Self.countLimit
        else { return nil }
        vendor = Array(body[start + 4..<start + 4 + length])
        var place = start + 8 + length
        for _ in 0..<count {
            guard let length = body.little(place, 4), place + 4 + length <= body.count else {
                return nil
            }
            entries.append(Array(body[place + 4..<place + 4 + length]))
            place += 4 + length
        }
    }

    /// Bytes of the comments as they stand in a file.
    var bytes: [UInt8] {
        func counted(_ text: [UInt8]) -> [UInt8] { Self.little(text.count) + text }
        return counted(vendor) + Self.little(entries.count) + entries.flatMap(counted)
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Removes comments that a change has made untrue: the places of the channels, and the gain
    /// that a player is to apply.
    mutating func apply(_ change: SoundChange) {
        if change.changesChannels {
            entries.removeAll { Self.name(of: $0) == "WAVEFORMATEXTENSIBLE_CHANNEL_MASK" }
        }
        guard change.gainDB != 0 || change.changesLevels else { return }
        entries.removeAll { entry in
            let name = Self.name(of: entry)
            return name.hasPrefix("REPLAYGAIN_") || name.hasPrefix("R128_")
        }
    }

    /// The names of those that libsndfile does not carry over, once each.
    var names: [String] {
        let known: Set<String> = [
            "TITLE", "COPYRIGHT", "SOFTWARE", "ARTIST", "COMMENT", "DATE", "ALBUM", "LICENSE",
            "TRACKNUMBER", "GENRE", "ENCODER",
        ]
        var seen: Set<String> = []
        return entries.compactMap { entry in
            let name = Self.name(of: entry)
            let isSecond = !seen.insert(name).inserted
            if name == "METADATA_BLOCK_PICTURE" { return isSecond ? nil : "cover art" }
            guard known.contains(name) else { return isSecond ? nil : name.lowercased() }
            return isSecond && name != "ENCODER" ? "second \(name.lowercased())" : nil
        }
    }

    private static func name(of entry: [UInt8]) -> String {
        String(decoding: entry.prefix(64).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            .uppercased()
    }
}
