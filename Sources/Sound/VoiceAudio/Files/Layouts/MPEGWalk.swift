/// Goes through the frames of a stream of MPEG sound from header to header.
///
/// Tags and whatever else stands between frames are left out: a frame behind such bytes counts
/// where another of its kind follows it.
struct MPEGWalk {
    /// Reason why a stream cannot be read as one.
    enum Fault: Equatable {
        /// The rate, layer or number of channels changes after so many frames.
        case changes(Int64)
        /// Too many stretches of other bytes.
        case scattered
    }

    /// The stretches of frames.
    private(set) var ranges: [Range<Int64>] = []
    /// Number of frames.
    private(set) var frames: Int64 = 0
    /// Number of bytes of the frames.
    private(set) var bytes: Int64 = 0
    /// The bytes of the longest.
    private(set) var longest = 0
    /// Number of stretches of bytes between frames that are no tag.
    private(set) var gaps = 0
    /// Whether the last frame is cut.
    private(set) var isCut = false
    private(set) var fault: Fault?

    private var lastLength = 0
    private var isBroken = false
    private var window: ByteWindow
    private let end: Int64
    private let key: UInt32
    /// The most stretches of frames.
    private static let rangeLimit = 65_536

    /// Goes from the frame at `start`, whose header is `first`, to `end`.
    init(_ source: ByteSource, from start: Int64, to end: Int64, like first: MPEGFrame) {
        window = ByteWindow(source)
        self.end = end
        key = first.key
        var position: Int64? = start
        while let place = position, fault == nil { position = step(at: place) }
    }

    private mutating func frame(at position: Int64) -> MPEGFrame? {
        guard position + Int64(MPEGFrame.headerBytes) <= end else { return nil }
        let found = window.word(at: position).flatMap { MPEGFrame(word: $0) }
        return found.flatMap { $0.length > 0 ? $0 : nil }
    }

    /// Takes a frame or other bytes at `position`; returns where to go on, nil at the end.
    private mutating func step(at position: Int64) -> Int64? {
        guard let frame = frame(at: position), frame.key == key else {
            let next = resume(at: position)
            if isBroken, next != nil {
                gaps += 1
                if ranges.last?.upperBound == position { takeBack() }
            }
            return next
        }
        let next = position + Int64(frame.length)
        guard next <= end else {
            isCut = true
            return nil
        }
        // The header of lengths of a file that was put behind another is no sound.
        let mark = window.word(at: position + Int64(frame.infoOffset))
        if frame.layer == 3, mark.map(MPEGInfo.marks.contains) == true { return next }
        if let last = ranges.last, last.upperBound == position {
            ranges[ranges.count - 1] = last.lowerBound..<next
        } else {
            ranges.append(position..<next)
            if ranges.count > Self.rangeLimit { fault = .scattered }
        }
        frames += 1
        bytes += Int64(frame.length)
        longest = max(longest, frame.length)
        lastLength = frame.length
        return next
    }

    /// Takes back the last frame: other bytes begin inside it.
    private mutating func takeBack() {
        guard let last = ranges.last, lastLength > 0 else { return }
        ranges[ranges.count - 1] = last.lowerBound..<last.upperBound - Int64(lastLength)
        frames -= 1
        bytes -= Int64(lastLength)
        lastLength = 0
    }

    /// Returns the start of the next frame; nil where none follows.
    private mutating func resume(at start: Int64) -> Int64? {
        var position = start
        isBroken = false
        while position + Int64(MPEGFrame.headerBytes) <= end {
            if let behind = window.endOfTag(at: position) {
                position = behind
                continue
            }
            if let frame = frame(at: position), let next = follower(of: frame, at: position) {
                if frame.key == key { return position }
                if follower(of: next.frame, at: next.position) != nil {
                    fault = .changes(frames)
                    return nil
                }
            }
            position += 1
            isBroken = true
        }
        return nil
    }

    /// Returns the frame of the same kind right behind another.
    private mutating func follower(
        of frame: MPEGFrame, at position: Int64
    ) -> (frame: MPEGFrame, position: Int64)? {
        let next = position + Int64(frame.length)
        guard let found = self.frame(at: next), found.key == frame.key else { return nil }
        return (found, next)
    }
}

/// Bytes of a file around the place that is looked at.
struct ByteWindow {
    private let source: ByteSource
    private var start: Int64 = 0
    private var bytes: [UInt8] = []
    private static let size = 1 << 16
    /// Number of bytes that stay before the place: more than a frame has.
    private static let behind: Int64 = 1 << 13

    init(_ source: ByteSource) { self.source = source }

    /// The four bytes at `position`, the first the most significant.
    mutating func word(at position: Int64) -> UInt32? {
        if position < start || position + 4 > start + Int64(bytes.count) {
            // What lies before stays: frames are looked at together with the ones behind them.
            start = max(0, position - Self.behind)
            bytes = source.bytes(at: start, Self.size)
        }
        let place = Int(position - start)
        guard place + 4 <= bytes.count else { return nil }
        return UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
            | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
    }

    /// The end of the tag that begins at `position`; nil without a tag.
    ///
    /// Source: ID3 1.1 and 2.4.0; APEv2.
    mutating func endOfTag(at position: Int64) -> Int64? {
        guard let word = word(at: position) else { return nil }
        switch word {
        case _ where word >> 8 == 0x54_4147: return position + 128  // "TAG"
        case _ where word >> 8 == 0x49_4433:  // "ID3"
            let end = source.endOfTags(from: position)
            return end > position ? end : nil
        case 0x4150_4554 where source.has("APETAGEX", at: position):
            guard let size = source.number(at: position + 12, 4, isBig: false),
                let flags = source.number(at: position + 20, 4, isBig: false)
            else { return nil }
            // The size counts what follows a header; a footer stands alone here.
            return position + 32 + (flags & 0x2000_0000 != 0 ? Int64(size) : 0)
        default: return nil
        }
    }
}
