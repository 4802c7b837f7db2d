/// The chunks of a CAF file that libsndfile passes over, byte for byte.
///
/// Source: Apple Core Audio Format Specification 1.0.
struct CAFChunks: Equatable {
    private static let countLimit = 10_000
    private static let byteLimit = 1 << 25
    /// Chunks that libsndfile reads and writes, or that only fill.
    private static let structural: Set<String> = [
        "desc", "data", "pakt", "kuki", "chan", "info", "free",
    ]
    /// Chunks that count frames, by the name that users know them by.
    private static let timed = [
        "mark": "markers", "regn": "regions", "midi": "MIDI", "edct": "edit comments",
        "inst": "instrument",
    ]
    /// Chunks that say how loud the sound is, or draw it.
    private static let drawn: Set<String> = ["peak", "ovvw"]

    /// A chunk's name with its bytes, head and all.
    private var chunks: [(name: String, bytes: [UInt8])] = []
    /// Names of what was not taken.
    private(set) var lost: [String] = []

    /// Reads the chunks of a file; nil where it is no CAF.
    init?(_ file: ByteSource) {
        guard file.bytes(at: 0, 4).has("caff") else { return nil }
        var (place, kept) = (Int64(8), 0)
        for _ in 0..<Self.countLimit {
            let head = file.bytes(at: place, 12)
            // A size of -1 is that of sound that goes on to the end of the file.
            guard let size = head.big(4, 8), size >= 0, size <= file.count,
                place + 12 + Int64(size) <= file.count
            else { return }
            let name = String(decoding: head[..<4], as: UTF8.self)
            if !Self.structural.contains(name) {
                if kept + size <= Self.byteLimit {
                    kept += size
                    chunks.append((name, file.bytes(at: place, 12 + size)))
                } else {
                    lost.append("\(name) chunk")
                }
            }
            place += 12 + Int64(size)
        }
    }

    static func == (one: CAFChunks, other: CAFChunks) -> Bool {
        one.bytes == other.bytes && one.lost == other.lost
    }

    /// Removes chunks that a change has made untrue; those that count frames are named.
    mutating func apply(_ change: SoundChange) {
        let isQuiet = change.gainDB == 0 && !change.changesLevels
        let isUncut = change.movesNothing
        chunks.removeAll { Self.drawn.contains($0.name) && !(isQuiet && isUncut) }
        guard !isUncut else { return }
        lost += chunks.compactMap { Self.timed[$0.name] }
        chunks.removeAll { Self.timed[$0.name] != nil }
    }

    /// Bytes of the chunks as they stand in a file.
    var bytes: [UInt8] { chunks.flatMap(\.bytes) }

    /// Names of what is lost where another container takes what libsndfile carries over.
    var names: [String] {
        lost
            + chunks.filter { !Self.drawn.contains($0.name) }.map {
                Self.timed[$0.name] ?? "\($0.name) chunk"
            }
    }
}
