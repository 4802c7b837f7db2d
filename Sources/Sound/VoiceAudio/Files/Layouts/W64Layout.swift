/// The layout of a W64 file.
///
/// libsndfile reads one whose header was never finished; only that it was not is found here.
/// Source: Sony Wave64 1.0: names of 16 bytes, sizes of 8 that count both, in steps of 8.
enum W64Layout {
    static func layout(of source: ByteSource, start: Int64) -> SoundLayout {
        var position = start + 40
        for _ in 0..<RIFFLayout.chunkLimit {
            guard let name = source.chunkName(at: position),
                let bits = source.number(at: position + 16, 8, isBig: false),
                let size = Int64(exactly: bits)
            else { break }
            let there = source.count - position
            if name == "data", size < 24, there > 24 { return SoundLayout(shortfall: .unfinished) }
            guard size >= 24, size <= there else { break }
            position += (size + 7) / 8 * 8
            if source.has("riff", at: position) {
                return .patched([.range(start..<position)], .followed)
            }
        }
        return .plain
    }
}
