internal import VoiceFiles

/// Chunks of a WAV or AIFF file beside its samples, put into an output of the same family.
extension SoundChunks {
    /// Returns the same for another container; nil where it does not hold them.
    func held(by container: SoundContainer, from source: SoundContainer) -> SoundChunks? {
        let waves: Set<SoundContainer> = [.wav, .wavex, .rf64]
        guard source == container || waves.contains(source) && waves.contains(container) else {
            return nil
        }
        var chunks = self
        chunks.isLong = container == .rf64
        return chunks
    }

    /// Keeps room for them in a file that has no samples yet.
    func reserve(in handle: borrowing SoundHandle) {
        let length = places.ahead.reduce(0) { $0 + $1.length }
        // What is left of the room must hold a chunk's head.
        if length > 0 { handle.reserveChunk(length + 8) }
    }

    /// Puts them into the complete file at `path`.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)`` or
    ///   ``AudioError/cannotCreate(path:reason:)``.
    func embed(in path: String) throws(AudioError) {
        do {
            try put(into: path)
        } catch { throw AudioError(error) }
    }

    private func put(into path: String) throws(DiskError) {
        guard let file = ByteSource(path: path) else { return }
        let patch = try FilePatch(path: path)
        if let header, let written = WaveHeader(file),
            let format = header.carried(into: written, keepsBits: keepsBits)
        {
            try patch.write(format, at: written.format.place)
        }
        let (ahead, behind) = places
        if !ahead.isEmpty, let room = ChunkRoom(file) {
            var bytes = self.bytes(of: ahead)
            var filler = Array("JUNK".utf8) + [0, 0, 0, 0]
            put(Int64(room.length - bytes.count - 8), into: &filler, at: 4)
            bytes += filler
            try patch.write(bytes, at: room.place)
        }
        guard !behind.isEmpty else { return }
        let rest = bytes(of: behind)
        let pad = [UInt8](repeating: 0, count: Int(file.count % 2))
        try patch.write(pad + rest, at: file.count)
        let size = file.count + Int64(pad.count + rest.count) - 8
        var word: [UInt8] = [0, 0, 0, 0]
        if file.bytes(at: 0, 4).has("RF64") {
            try patch.write((0..<8).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }, at: 20)
        } else {
            put(size, into: &word, at: 0)
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
