/// The chunks of a WAV or AIFF file that stand beside its sound, byte for byte.
///
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0";
/// EBU Tech 3306 for RF64; Audio Interchange File Format 1.3.
struct SoundChunks: Equatable {
    /// A chunk without its head.
    struct Chunk: Equatable {
        /// Name of the chunk, four bytes.
        let name: [UInt8]
        var bytes: [UInt8]
        /// Whether it stands before the sound.
        let isAhead: Bool

        /// Name of the chunk as text.
        var label: String { String(decoding: name, as: UTF8.self) }
        /// Number of bytes that it takes in a file.
        var length: Int { 8 + (bytes.count + 1) / 2 * 2 }
    }

    /// Whether numbers stand with their greatest byte first.
    let isBig: Bool
    /// The chunks, in the file's order.
    var chunks: [Chunk] = []
    /// The format that a WAV file states.
    private(set) var header: WaveHeader?
    /// Whether the output has the very samples of the input.
    var keepsBits = false
    /// Whether the output is RF64.
    var isLong = false
    /// Names of what was not taken.
    private(set) var lost: [String] = []

    /// Number of chunks that are looked at; ``byteLimit`` is how many bytes of them are kept.
    private static let countLimit = 10_000
    private static let byteLimit = 1 << 25
    /// Number of their bytes that stand ahead of the sound: libsndfile's own header ends at 1 MiB.
    private static let aheadLimit = 1 << 18
    /// Chunks that the writer states itself, that only fill, or that the sound makes stale.
    private static let structural: Set<String> = [
        "fmt ", "fact", "data", "ds64", "PEAK", "JUNK", "junk", "FLLR", "PAD ", "filr", "wavl",
        "COMM", "FVER", "SSND",
    ]

    /// Reads the chunks of a file; nil where it is neither WAV nor AIFF.
    init?(_ file: ByteSource) {
        let head = file.bytes(at: 0, 12)
        let isWave = ["RIFF", "RIFX", "RF64"].contains { head.has($0) } && head.has("WAVE", at: 8)
        let isApple = head.has("FORM") && (head.has("AIFF", at: 8) || head.has("AIFC", at: 8))
        guard isWave || isApple else { return nil }
        isBig = isApple || head.has("RIFX")
        header = WaveHeader(file)
        var position: Int64 = 12
        var (isAhead, kept, longSize) = (true, 0, Int64?.none)
        for _ in 0..<Self.countLimit {
            let start = file.bytes(at: position, 8)
            guard let length = number(start, 4) else { return }
            let name = Array(start[..<4])
            var size = Int64(length)
            if name.has("ds64") {
                longSize = file.bytes(at: position + 16, 8).little(0, 8).map(Int64.init)
            }
            if name.has("data") || name.has("SSND") {
                isAhead = false
                if size == 0xFFFF_FFFF, let longSize { size = longSize }
            }
            // A chunk that has no room is the last.
            guard (0...file.count).contains(size), position + 8 + size <= file.count else { return }
            let end = position + 8 + size
            if !Self.structural.contains(String(decoding: name, as: UTF8.self)) {
                add(name, file, at: position + 8, size: size, isAhead: isAhead, &kept)
            }
            position = end + size % 2
        }
    }

    private mutating func add(
        _ name: [UInt8], _ file: ByteSource, at place: Int64, size: Int64, isAhead: Bool,
        _ kept: inout Int
    ) {
        guard name.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return }
        let label = String(decoding: name, as: UTF8.self)
        guard size <= Int64(Self.byteLimit - kept), label != "levl" else {
            return lost.append(label == "levl" ? "peak envelope" : "\(label) chunk")
        }
        kept += Int(size)
        chunks.append(
            Chunk(name: name, bytes: file.bytes(at: place, Int(size)), isAhead: isAhead))
    }

    /// Reads a number of so many bytes at a place; nil beyond the end.
    func number(_ bytes: [UInt8], _ place: Int, _ count: Int = 4) -> Int? {
        isBig ? bytes.big(place, count) : bytes.little(place, count)
    }

    /// Puts a number of four bytes or two at a place; one that four bytes cannot hold becomes the
    /// greatest.
    func put(_ number: Int64, into bytes: inout [UInt8], at place: Int, _ count: Int = 4) {
        let word = UInt32(clamping: number)
        for index in 0..<count {
            let shift = UInt32(8 * (isBig ? count - 1 - index : index))
            bytes[place + index] = UInt8(truncatingIfNeeded: word >> shift)
        }
    }

    /// Returns the bytes of chunks as they are in a file.
    func bytes(of chunks: some Sequence<Chunk>) -> [UInt8] {
        chunks.reduce(into: []) { all, chunk in
            var head = chunk.name + [0, 0, 0, 0]
            put(Int64(chunk.bytes.count), into: &head, at: 4)
            all += head + chunk.bytes
            if chunk.bytes.count % 2 == 1 { all.append(0) }
        }
    }

    /// The chunks that an output has ahead of its sound, and those behind it.
    var places: (ahead: [Chunk], behind: [Chunk]) {
        var (ahead, behind, length) = ([Chunk](), [Chunk](), 0)
        for chunk in chunks {
            // libsndfile 1.2 loses its way in an RF64 file behind a chunk of an odd length.
            let isRead = !isLong || chunk.bytes.count % 2 == 0
            if chunk.isAhead, isRead, length + chunk.length <= Self.aheadLimit {
                ahead.append(chunk)
                length += chunk.length
            } else {
                behind.append(chunk)
            }
        }
        return (ahead, behind)
    }

    /// Names of what is lost where another kind of container takes what libsndfile carries over.
    var names: [String] {
        // libsndfile hands these on, as texts, marks, and structures that it knows.
        let known: Set<String> = [
            "bext", "cart", "cue ", "smpl", "inst", "NAME", "AUTH", "(c) ", "ANNO", "MARK", "INST",
            "CHAN",
        ]
        var names: [String] = []
        for chunk in chunks where !known.contains(chunk.label) {
            if chunk.label != "LIST" {
                names.append("\(chunk.label) chunk")
            } else if chunk.bytes.has("adtl") {
                names += labelNames(chunk.bytes)
            } else if chunk.bytes.has("INFO") {
                names += infoNames(chunk.bytes)
            } else {
                names.append("LIST chunk")
            }
        }
        return lost + names
    }

    /// Returns the names that users have for what a list of labels holds.
    private func labelNames(_ list: [UInt8]) -> [String] {
        let labels = Set(parts(of: list).map(\.label))
        return [("labl", "marker names"), ("note", "marker notes"), ("ltxt", "regions")]
            .compactMap { labels.contains($0.0) ? $0.1 : nil }
    }

    /// The tags of an INFO list that libsndfile does not read.
    private func infoNames(_ list: [UInt8]) -> [String] {
        let known: Set<String> = [
            "INAM", "IART", "ICMT", "ICRD", "IGNR", "IPRD", "ICOP", "ISFT", "ITRK",
        ]
        return parts(of: list).map(\.label).filter { !known.contains($0) }
    }

    /// The chunks within a list, behind its own name.
    func parts(of list: [UInt8]) -> [Chunk] {
        var (place, parts) = (4, [Chunk]())
        while let size = number(list, place + 4), place + 8 + size <= list.count {
            parts.append(
                Chunk(
                    name: Array(list[place..<place + 4]),
                    bytes: Array(list[place + 8..<place + 8 + size]), isAhead: true))
            place += 8 + (size + 1) / 2 * 2
        }
        return parts
    }
}
