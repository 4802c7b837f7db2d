/// The layout of an AIFF file.
///
/// libsndfile reads one whose header was never finished; only that it was not is found here.
/// Source: Audio Interchange File Format 1.3.
enum AIFFLayout {
    static func layout(of source: ByteSource, start: Int64) -> SoundLayout {
        guard source.has("AIF", at: start + 8) else { return .plain }
        var position = start + 12
        var shortfall: SoundShortfall?
        for _ in 0..<RIFFLayout.chunkLimit {
            guard let name = source.chunkName(at: position),
                let size = source.number(at: position + 4, 4, isBig: true)
            else { break }
            if name == "FORM", position > start + 12 {
                return .patched([.range(start..<position)], shortfall ?? .followed)
            }
            if name == "SSND", size <= 8, source.count > position + 16 {
                if AIFFLayout.holdsChunks(source, from: position + 8 + Int64(size)) {
                    return .plain
                }
                shortfall = .unfinished
                break
            }
            position += 8 + Int64(size) + Int64(size % 2)
        }
        return SoundLayout(shortfall: shortfall)
    }

    /// Whether nothing but chunks follows, up to the end of the file.
    private static func holdsChunks(_ source: ByteSource, from start: Int64) -> Bool {
        var position = start
        for _ in 0..<RIFFLayout.chunkLimit where position < source.count {
            guard source.chunkName(at: position) != nil,
                let size = source.number(at: position + 4, 4, isBig: true)
            else { return false }
            position += 8 + Int64(size) + Int64(size % 2)
        }
        return (0...1).contains(position - source.count)
    }
}
