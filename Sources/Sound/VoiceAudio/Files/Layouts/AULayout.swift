/// The layout of an AU file.
///
/// Source: the header file `audio_filehdr.h` of Sun: a size of all ones is unknown.
enum AULayout {
    static func layout(of source: ByteSource, start: Int64) -> SoundLayout {
        let isBig = source.has(".snd", at: start)
        guard let offset = source.number(at: start + 4, 4, isBig: isBig),
            let size = source.number(at: start + 8, 4, isBig: isBig)
        else { return .plain }
        let begin = start + Int64(offset)
        let there = source.count - begin
        guard there > 0 else { return .plain }
        if size == 0 {
            let bytes = min(there, Int64(UInt32.max))
            return .patched(
                FileView.Segment.patched(
                    start..<source.count,
                    [(start + 8, FileView.Segment.number(bytes, 4, isBig: isBig))]), .unfinished)
        }
        let next = begin + Int64(size)
        let isFollowed = source.has(isBig ? ".snd" : "dns.", at: next)
        return SoundLayout(shortfall: isFollowed ? .followed : nil)
    }
}
