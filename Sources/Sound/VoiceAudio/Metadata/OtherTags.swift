/// Names of tags of a CAF, FLAC, Ogg or MP3 file that libsndfile does not carry over, for a note.
///
/// Source: Apple Core Audio Format Specification 1.0; RFC 9639, section 8; the Vorbis I
/// specification, section 5; id3.org, "ID3 tag version 2.4.0 - Main Structure".
enum OtherTags {
    private static let countLimit = 10_000
    private static let byteLimit = 1 << 24
    /// The texts that libsndfile reads, as a frame of ID3 or a comment names them.
    private static let known: Set<String> = [
        "TIT2", "TPE1", "TALB", "TYER", "TDRC", "TRCK", "TCON", "COMM", "TCOP", "TSSE", "TENC",
        "TLEN", "TITLE", "COPYRIGHT", "SOFTWARE", "ARTIST", "COMMENT", "DATE", "ALBUM", "LICENSE",
        "TRACKNUMBER", "GENRE", "ENCODER",
    ]
    /// Chunks that a player of a CAF file needs, and those that the new sound makes untrue.
    private static let structural: Set<String> = [
        "desc", "data", "pakt", "kuki", "chan", "info", "free", "peak", "ovvw",
    ]

    /// Returns the names, each once, in the file's order.
    static func names(in file: ByteSource, _ container: SoundContainer) -> [String] {
        let found =
            switch container {
            case .caf: chunks(file)
            case .flac: blocks(file)
            case .ogg:
                OggHead(file).map { comments($0.packets[1].dropFirst($0.isOpus ? 8 : 7)) } ?? []
            case .mp3: frames(file)
            default: [String]()
            }
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }
    }

    private static func chunks(_ file: ByteSource) -> [String] {
        var (place, names) = (Int64(8), [String]())
        for _ in 0..<countLimit {
            guard let name = file.chunkName(at: place),
                let size = file.number(at: place + 4, 8, isBig: true), size < UInt64(file.count)
            else { break }
            if !structural.contains(name) { names.append("\(name) chunk") }
            place += 12 + Int64(size)
        }
        return names
    }

    private static func blocks(_ file: ByteSource) -> [String] {
        var (place, names) = (file.endOfTags() + 4, [String]())
        for _ in 0..<countLimit {
            let head = file.bytes(at: place, 4)
            guard names.count < countLimit, let length = head.big(1, 3) else { break }
            switch head[0] & 0x7F {
            case 2: names.append("application block")
            case 4: names += comments(file.bytes(at: place + 4, length)[...])
            case 5: names.append("cue sheet")
            case 6: names.append("cover art")
            default: break
            }
            if head[0] & 0x80 != 0 { break }
            place += Int64(4 + length)
        }
        return names
    }

    private static func comments(_ body: ArraySlice<UInt8>) -> [String] {
        let body = Array(body)
        var (place, texts) = (8 + (body.little(0, 4) ?? 0), [String]())
        while texts.count < countLimit, let length = body.little(place, 4),
            place + 4 + length <= body.count
        {
            let text = body[place + 4..<place + 4 + length].prefix(64)
            let name = text.prefix { $0 != UInt8(ascii: "=") }
            texts.append(String(decoding: name, as: UTF8.self).uppercased())
            place += 4 + length
        }
        var seen: Set<String> = []
        return texts.compactMap { name in
            let isFirst = seen.insert(name).inserted
            if name == "METADATA_BLOCK_PICTURE" { return "cover art" }
            guard known.contains(name) else { return name.isEmpty ? nil : name.lowercased() }
            return !isFirst && name != "ENCODER" ? "second \(name.lowercased())" : nil
        }
    }

    /// Reads the frames of a tag in front that is of version 2.3 or 2.4 and plain.
    private static func frames(_ file: ByteSource) -> [String] {
        let tag = file.bytes(at: 0, Int(min(file.endOfTags(), Int64(byteLimit))))
        guard tag.count > 10, tag[3] == 3 || tag[3] == 4, tag[5] == 0 else { return [] }
        var (place, names) = (10, [String]())
        while place + 10 <= tag.count, tag[place] != 0, names.count < countLimit {
            let name = String(decoding: tag[place..<place + 4], as: UTF8.self)
            if name == "APIC" {
                names.append("cover art")
            } else if !known.contains(name) {
                names.append("ID3 \(name)")
            }
            let bits = tag[3] == 4 ? 7 : 8
            place += 10 + tag[place + 4..<place + 8].reduce(0) { $0 << bits | Int($1) }
        }
        return names
    }
}
