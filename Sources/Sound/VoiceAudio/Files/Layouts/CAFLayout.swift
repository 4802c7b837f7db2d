/// The layout of a CAF file.
///
/// Source: Apple Core Audio Format Specification 1.0: a data chunk of the size -1 reaches to the
/// end of the file.
enum CAFLayout {
    static func layout(of source: ByteSource, start: Int64) -> SoundLayout {
        var position = start + 8
        for _ in 0..<RIFFLayout.chunkLimit {
            guard let name = source.chunkName(at: position),
                let bits = source.number(at: position + 4, 8, isBig: true)
            else { break }
            if name == "caff" { return .patched([.range(start..<position)], .followed) }
            let size = Int64(bitPattern: bits)
            let begin = position + 12
            let there = source.count - begin
            if name == "data", there > 4 {
                let sized = FileView.Segment.patched(
                    start..<source.count,
                    [(position + 4, FileView.Segment.number(there, 8, isBig: true))])
                if size < 0 { return .patched(sized, nil) }
                if size > there { return .patched(sized, .cutShort) }
                if size <= 4, !holdsChunks(source, from: begin + size) {
                    return .patched(sized, .unfinished)
                }
            }
            guard size >= 0, size <= there else { break }
            position = begin + size
        }
        return .plain
    }

    /// Whether nothing but chunks follows, up to the end of the file.
    private static func holdsChunks(_ source: ByteSource, from start: Int64) -> Bool {
        var position = start
        for _ in 0..<RIFFLayout.chunkLimit where position < source.count {
            guard source.chunkName(at: position) != nil,
                let bits = source.number(at: position + 4, 8, isBig: true),
                let size = Int64(exactly: bits), size <= source.count - position
            else { return false }
            position += 12 + size
        }
        return position == source.count
    }
}
