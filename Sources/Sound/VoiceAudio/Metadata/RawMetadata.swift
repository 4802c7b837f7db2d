internal import VoiceFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Metadata of a file as its container spells it: for an output of the same family, which holds it
/// byte for byte.
enum RawMetadata: Equatable {
    case chunks(SoundChunks)
    case caf(CAFChunks)
    case flac(FLACBlocks)
    case comments(VorbisComments)
    case tags(ID3Tags)

    /// Reads the metadata of the file at `path`; nil where its container is none of these.
    init?(path: String, container: SoundContainer) {
        guard let file = ByteSource(path: path) else { return nil }
        switch container {
        case .wav, .wavex, .rf64, .aiff:
            guard let chunks = SoundChunks(file) else { return nil }
            self = .chunks(chunks)
        case .caf:
            guard let chunks = CAFChunks(file) else { return nil }
            self = .caf(chunks)
        case .flac:
            guard let blocks = FLACBlocks(file) else { return nil }
            self = .flac(blocks)
        case .ogg:
            guard let head = OggHead(file),
                let comments = VorbisComments(head.packets[1], from: head.isOpus ? 8 : 7)
            else { return nil }
            self = .comments(comments)
        case .mp3: self = .tags(ID3Tags(file))
        default: return nil
        }
    }

    /// Returns the metadata as another container holds it; nil where it does not.
    func held(by container: SoundContainer, from source: SoundContainer) -> RawMetadata? {
        let waves: Set<SoundContainer> = [.wav, .wavex, .rf64]
        switch self {
        case .chunks(var chunks):
            guard source == container || waves.contains(source) && waves.contains(container) else {
                return nil
            }
            chunks.isLong = container == .rf64
            return .chunks(chunks)
        case .caf: return container == .caf ? self : nil
        case .flac(let blocks):
            if container == .flac { return self }
            return container == .ogg ? blocks.comments.map { .comments($0) } : nil
        case .comments(let comments):
            if container == .ogg { return self }
            return container == .flac ? .flac(FLACBlocks(comments: comments)) : nil
        case .tags: return container == .mp3 ? self : nil
        }
    }

    /// Updates the metadata to what is true after a change.
    mutating func apply(_ change: SoundChange) {
        switch self {
        case .chunks(var chunks):
            chunks.apply(change)
            self = .chunks(chunks)
        case .caf(var chunks):
            chunks.apply(change)
            self = .caf(chunks)
        case .flac(var blocks):
            blocks.apply(change)
            self = .flac(blocks)
        case .comments(var comments):
            comments.apply(change)
            self = .comments(comments)
        case .tags(var tags):
            tags.apply(change)
            self = .tags(tags)
        }
    }

    /// Returns what of it is lost in a container that takes what libsndfile carries over, or in one
    /// that holds it as `held`.
    func losses(held: RawMetadata?) -> [String] {
        switch (self, held) {
        case (.chunks(let chunks), nil): chunks.names
        case (.caf(let chunks), nil): chunks.names
        case (.flac(let blocks), nil): blocks.names
        case (.comments(let comments), nil): comments.names
        case (.tags(let tags), nil): tags.names
        case (_, .chunks(let chunks)): chunks.lost
        case (_, .caf(let chunks)): chunks.lost
        case (_, .flac(let blocks)): blocks.lost
        case (.flac(let blocks), _): blocks.pictureNames
        case (_, .tags(let tags)): tags.lost
        default: []
        }
    }

    /// Keeps room for it in a file that has no samples yet.
    func reserve(in handle: borrowing SoundHandle) {
        switch self {
        case .chunks(let chunks):
            let length = chunks.places.ahead.reduce(0) { $0 + $1.length }
            // What is left of the room must hold a chunk's head.
            if length > 0 { handle.reserveChunk(length + 8) }
        case .flac(let blocks) where blocks.length > 0:
            handle.setString(.comment, String(repeating: " ", count: blocks.length + 4))
        case .caf, .flac, .comments, .tags: break
        }
    }

    /// Whether libsndfile carries the texts and marks of such a file beside it.
    var leavesTexts: Bool { if case .caf = self { true } else { false } }

    /// Puts it into a complete file, the unfinished one of the output at `name`.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)`` or
    ///   ``AudioError/cannotCreate(path:reason:)``.
    func embed(in path: String, of name: String) throws(AudioError) {
        do {
            switch self {
            case .chunks(let chunks): try Self.embed(chunks, path)
            case .caf(let chunks):
                guard let file = ByteSource(path: path), !chunks.bytes.isEmpty else { return }
                try FilePatch(path: path).write(chunks.bytes, at: file.count)
            case .flac(let blocks):
                guard let file = ByteSource(path: path), let new = blocks.replacement(in: file)
                else {
                    return
                }
                try FilePatch(path: path).write(new.bytes, at: new.place)
            case .comments(let comments): try Self.embed(comments, path)
            case .tags(let tags):
                guard !tags.front.isEmpty || !tags.back.isEmpty else { return }
                try Self.rewrite(path) { (copy) throws(DiskError) in
                    try DiskFile.copy(path, into: copy, behind: tags.front, before: tags.back)
                }
            }
        } catch { throw AudioError(error) }
    }

    private static func embed(
        _ comments: VorbisComments, _ path: String
    ) throws(DiskError) {
        guard let file = ByteSource(path: path), let head = OggHead(file) else { return }
        let new = OggPages.head(head, comments: comments)
        try rewrite(path) { (copy) throws(DiskError) in
            try DiskFile.copy(path, from: head.length, into: copy, behind: new.bytes)
            guard new.pages != 0, let copied = ByteSource(path: copy) else { return }
            let patch = try FilePatch(path: copy)
            try OggPages.renumber(copied, from: Int64(new.bytes.count), by: new.pages) {
                (bytes, place) throws(DiskError) in
                try patch.write(bytes, at: place)
            }
        }
    }

    /// Writes a second file beside the one at `path`, which takes its place.
    private static func rewrite(
        _ path: String, _ fill: (String) throws(DiskError) -> Void
    ) throws(DiskError) {
        let (copy, descriptor) = try DiskFile.createUnfinished(beside: path)
        close(descriptor)
        do {
            try fill(copy)
        } catch {
            DiskFile.removeUnfinished(copy)
            throw error
        }
        try DiskFile.publish(copy, as: path, replacing: true)
    }

    private static func embed(_ chunks: SoundChunks, _ path: String) throws(DiskError) {
        guard let file = ByteSource(path: path) else { return }
        let patch = try FilePatch(path: path)
        if let header = chunks.header, let written = WaveHeader(file),
            let format = header.carried(into: written, keepsBits: chunks.keepsBits)
        {
            try patch.write(format, at: written.format.place)
        }
        let (ahead, behind) = chunks.places
        if !ahead.isEmpty, let room = ChunkRoom(file) {
            var bytes = chunks.bytes(of: ahead)
            var filler = Array("JUNK".utf8) + [0, 0, 0, 0]
            chunks.put(Int64(room.length - bytes.count - 8), into: &filler, at: 4)
            bytes += filler
            try patch.write(bytes, at: room.place)
        }
        guard !behind.isEmpty else { return }
        let rest = chunks.bytes(of: behind)
        let pad = [UInt8](repeating: 0, count: Int(file.count % 2))
        try patch.write(pad + rest, at: file.count)
        let size = file.count + Int64(pad.count + rest.count) - 8
        var word: [UInt8] = [0, 0, 0, 0]
        if file.bytes(at: 0, 4).has("RF64") {
            try patch.write((0..<8).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }, at: 20)
        } else {
            chunks.put(size, into: &word, at: 0)
            try patch.write(word, at: 4)
        }
    }
}

/// The chunk that keeps room in a file that was just written.
private struct ChunkRoom {
    let place: Int64
    let length: Int

    init?(_ file: ByteSource) {
        let head = file.bytes(at: 0, 4)
        let isBig = head.has("FORM") || head.has("RIFX")
        var place: Int64 = 12
        for _ in 0..<100 {
            let start = file.bytes(at: place, 8)
            guard let size = isBig ? start.big(4, 4) : start.little(4, 4) else { return nil }
            if start.has("JUNK") {
                self.place = place
                length = 8 + (size + 1) / 2 * 2
                return
            }
            place += 8 + Int64(size + 1) / 2 * 2
        }
        return nil
    }
}
