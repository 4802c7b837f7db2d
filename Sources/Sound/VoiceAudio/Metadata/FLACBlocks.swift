/// The blocks of a FLAC file that stand beside its sound, byte for byte.
///
/// Source: RFC 9639, section 8.
struct FLACBlocks: Equatable {
    /// Block without its head: its kind, and its body.
    struct Block: Equatable {
        let kind: UInt8
        let bytes: [UInt8]
        /// Names of the kinds of blocks.
        static let kinds: [UInt8: String] = [
            2: "application block", 5: "cue sheet", 6: "cover art",
        ]
    }

    private static let padding: UInt8 = 1
    private static let commentKind: UInt8 = 4
    private static let cueSheet: UInt8 = 5
    private static let countLimit = 1_000
    private static let byteLimit = 15 << 20

    /// The texts; nil where the file has none.
    var comments: VorbisComments?
    /// Pictures and what programs keep for themselves.
    private(set) var others: [Block] = []
    /// Names of what was not taken.
    private(set) var lost: [String] = []

    /// Blocks of comments alone.
    init(comments: VorbisComments) { self.comments = comments }

    /// Reads the blocks of a file; nil where it is no FLAC.
    init?(_ file: ByteSource) {
        var place = file.endOfTags()
        guard file.bytes(at: place, 4).has("fLaC") else { return nil }
        place += 4
        var kept = 0
        for _ in 0..<Self.countLimit {
            let head = file.bytes(at: place, 4)
            guard let length = head.big(1, 3) else { return }
            let kind = head[0] & 0x7F
            if kind == Self.commentKind || Block.kinds[kind] != nil {
                if kept + length <= Self.byteLimit {
                    kept += length
                    add(kind, file.bytes(at: place + 4, length))
                } else {
                    lost.append(Block.kinds[kind] ?? "comments")
                }
            }
            place += Int64(4 + length)
            if head[0] & 0x80 != 0 { return }
        }
    }

    private mutating func add(_ kind: UInt8, _ bytes: [UInt8]) {
        if kind == Self.commentKind {
            comments = comments ?? VorbisComments(bytes)
        } else {
            others.append(Block(kind: kind, bytes: bytes))
        }
    }

    /// Updates the blocks to what is true after a change; a cue sheet counts frames, so it goes
    /// with a cut.
    mutating func apply(_ change: SoundChange) {
        comments?.apply(change)
        guard !change.movesNothing, others.contains(where: { $0.kind == Self.cueSheet }) else {
            return
        }
        others.removeAll { $0.kind == Self.cueSheet }
        lost.append("cue sheet")
    }

    /// Names of what is lost where another container takes what libsndfile carries over.
    var names: [String] { lost + (comments?.names ?? []) + pictureNames }

    /// Names of what no comment holds.
    var pictureNames: [String] {
        var names: [String] = []
        for block in others {
            let name = Block.kinds[block.kind] ?? ""
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private var blocks: [Block] {
        (comments.map { [Block(kind: Self.commentKind, bytes: $0.bytes)] } ?? []) + others
    }

    /// Number of bytes that they take in a file.
    var length: Int { blocks.reduce(0) { $0 + 4 + $1.bytes.count } }

    /// Returns the place of the comments in a file that was just written, and the bytes to put
    /// there: these blocks, and padding up to the same length. nil where there is no room.
    func replacement(in file: ByteSource) -> (place: Int64, bytes: [UInt8])? {
        var place: Int64 = 4
        for _ in 0..<Self.countLimit {
            let head = file.bytes(at: place, 4)
            guard let length = head.big(1, 3) else { return nil }
            if head[0] & 0x7F == Self.commentKind {
                var merged = self
                // The vendor is the program that coded this sound.
                let written = VorbisComments(file.bytes(at: place + 4, length))
                merged.comments?.vendor = written?.vendor ?? []
                let room = 4 + length - merged.length - 4
                guard room >= 0 else { return nil }
                var bytes: [UInt8] = []
                for block in merged.blocks + [
                    Block(kind: Self.padding, bytes: [UInt8](repeating: 0, count: room))
                ] {
                    let size = block.bytes.count
                    bytes.append(block.kind)
                    bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + block.bytes
                }
                if head[0] & 0x80 != 0 { bytes[bytes.count - 4 - room] |= 0x80 }
                return (place, bytes)
            }
            if head[0] & 0x80 != 0 { return nil }
            place += Int64(4 + length)
        }
        return nil
    }
}
