/// The layout of MPEG sound, layers 1 to 3.
///
/// libmpg123 believes the header of lengths in the first frame, and without one guesses the length
/// from that frame's bit rate. A guess too short would lose the end of the sound, one too long
/// make a whole file look cut. So the frames of a stream without such a header, or with one that
/// does not fit the file, are counted; the header gets the right lengths, or libmpg123 a file that
/// is longer than the sound, of which only the counted frames are read.
enum MPEGLayout {
    /// Bytes by which a header of lengths and the file may differ.
    private static let tolerance: Int64 = 2_048
    /// Number of bytes in which the first frame is searched for; ``searchFrames`` must follow one
    /// another.
    private static let searchBytes: Int64 = 1 << 16
    private static let searchFrames = 4

    /// Place of a stream that is part of a WAV file: the start of the file, the place of the data's
    /// length, and what is missing of the file.
    typealias Wrapping = (start: Int64, length: Int64, shortfall: SoundShortfall?)

    /// The layout of the stream from its first frame at `start` up to `end`, nil for the file's.
    static func layout(
        of source: ByteSource, start: Int64, end: Int64? = nil, wrapping: Wrapping? = nil
    ) -> SoundLayout {
        let limit = end ?? source.count
        guard let first = MPEGFrame(source.bytes(at: start, MPEGFrame.headerBytes)),
            first.length > 0
        else { return .plain }
        let info = MPEGInfo(source, at: start, first)
        if let info, info.isWhole, fits(info, source, start..<limit), wrapping?.shortfall == nil {
            return .plain
        }
        let behind = info == nil ? start : start + Int64(first.length)
        let walk = MPEGWalk(source, from: behind, to: limit, like: first)
        switch walk.fault {
        case .changes(let frames)?:
            return .refused(
                "its sample rate or its channels change",
                after: frames * Int64(first.samples))
        case .scattered?: return .refused("its frames are scattered among other bytes")
        case nil: break
        }
        guard walk.frames > 0 else { return .plain }
        let isCut = walk.isCut || walk.frames < info?.frames ?? 0
        let shortfall: SoundShortfall? = walk.gaps > 0 ? .broken : isCut ? .cutShort : nil
        let stream = segments(walk, first, info)
        return .patched(
            around(stream.segments, source, start: start, wrapping),
            wrapping?.shortfall ?? shortfall, frames: stream.frames)
    }

    /// Whether the header's lengths are those of the file.
    private static func fits(
        _ info: MPEGInfo, _ source: ByteSource, _ range: Range<Int64>
    ) -> Bool {
        guard let frames = info.frames, frames > 0, let length = info.length else { return false }
        var end = range.upperBound
        if source.has("TAG", at: end - 128) { end -= 128 }
        if source.has("APETAGEX", at: end - 32),
            let size = source.number(at: end - 20, 4, isBig: false)
        {
            end -= Int64(size)
            if source.has("APETAGEX", at: end - 32) { end -= 32 }
        }
        return abs(end - range.lowerBound - length) <= tolerance
    }

    /// The stream as it is shown, and its frames where libmpg123 cannot know them.
    private static func segments(
        _ walk: MPEGWalk, _ first: MPEGFrame, _ info: MPEGInfo?
    ) -> (segments: [FileView.Segment], frames: Int64?) {
        let ranges = walk.ranges.map { FileView.Segment.range($0) }
        if var info, info.isWhole {
            info.set(frames: walk.frames, length: walk.bytes)
            return ([.bytes(info.bytes)] + ranges, nil)
        }
        // Room for a guess that is long enough.
        let guess = (walk.frames + 4) * Int64(walk.longest + 4)
        return (
            ranges + [.zeros(max(0, guess - walk.bytes))], walk.frames * Int64(first.samples)
        )
    }

    /// Returns a stream with the bytes before it.
    private static func around(
        _ stream: [FileView.Segment], _ source: ByteSource, start: Int64, _ wrapping: Wrapping?
    ) -> [FileView.Segment] {
        guard let wrapping else {
            // Texts.
            let tags = source.endOfTags()
            return (tags > 0 && tags <= start ? [.range(0..<tags)] : []) + stream
        }
        let length = stream.reduce(0) { $0 + $1.length }
        return [
            .range(wrapping.start..<wrapping.length),
            .bytes(FileView.Segment.number(length, 4, isBig: false)),
        ] + stream
    }

    /// Returns the start of the first of several frames that follow one another.
    static func first(in source: ByteSource, from start: Int64) -> Int64? {
        var window = ByteWindow(source)
        func frame(_ position: Int64) -> MPEGFrame? {
            let found = window.word(at: position).flatMap { MPEGFrame(word: $0) }
            return found.flatMap { $0.length > 0 ? $0 : nil }
        }
        for position in start..<min(start + searchBytes, max(start, source.count)) {
            guard let first = frame(position) else { continue }
            var next = position + Int64(first.length)
            var count = 1
            while count < searchFrames, let found = frame(next), found.key == first.key {
                next += Int64(found.length)
                count += 1
            }
            if count == searchFrames { return position }
        }
        return nil
    }
}
