internal import CSndFile

/// Layout in which the bytes of a sound file have to be shown to libsndfile so that all of the
/// sound is read.
///
/// Most files are shown as they are. Headers that were never finished get their lengths; an MP3
/// without a header of lengths gets one; each link of a chained Ogg stands for itself. Finding out
/// takes a few reads of most files; of an Ogg file one for each page, of an MP3 file without a
/// trustworthy header of lengths all of it.
struct SoundLayout {
    /// A stretch of the file that libsndfile reads as one sound.
    struct Link {
        /// Segments of the file that are shown; nil for all of it.
        var segments: [FileView.Segment]?
        /// Number of frames; nil where libsndfile knows.
        var frames: Int64?
        /// The sound's format where no header says it; nil where one does.
        var format: SF_INFO?
        /// Number of frames that the header states of a coder of blocks, whose last one may be
        /// filled up, and the frames of a block.
        var stated: (frames: Int64, block: Int64)?

        /// Returns the number of frames, where libsndfile counts `counted`.
        func length(counted: Int64) -> Int64 {
            if let frames { return frames }
            guard let stated, stated.frames > 0, stated.frames <= counted,
                counted - stated.frames <= stated.block
            else { return counted }
            return stated.frames
        }
    }

    /// The stretches, one after the other.
    var links = [Link()]
    /// Shortfall that is known.
    var shortfall: SoundShortfall?
    /// Reason why the file cannot be read; nil where it can be.
    var refusal: LinkedSound.Break?

    /// A file that is shown as it is.
    static let plain = SoundLayout()

    /// Whether the file is shown as it is.
    var isPlain: Bool { refusal == nil && links.count == 1 && links[0].segments == nil }

    /// One link of these segments.
    static func patched(
        _ segments: [FileView.Segment], _ shortfall: SoundShortfall?, frames: Int64? = nil
    ) -> SoundLayout {
        SoundLayout(links: [Link(segments: segments, frames: frames)], shortfall: shortfall)
    }

    /// Returns a layout with the reason why a file is refused, and the frames before what it is
    /// refused for.
    static func refused(_ reason: String, after frame: Int64 = 0) -> SoundLayout {
        SoundLayout(refusal: LinkedSound.Break(frame: frame, reason: reason))
    }

    /// The layout of a file, by its first bytes.
    static func of(_ source: ByteSource) -> SoundLayout {
        let start = source.endOfTags()
        switch source.bytes(at: start, 4) {
        case Array("RIFF".utf8), Array("RIFX".utf8), Array("RF64".utf8):
            return RIFFLayout(source, start: start).layout
        case Array("FORM".utf8): return AIFFLayout.layout(of: source, start: start)
        case Array("caff".utf8): return CAFLayout.layout(of: source, start: start)
        case Array(".snd".utf8), Array("dns.".utf8):
            return AULayout.layout(of: source, start: start)
        case Array("riff".utf8): return W64Layout.layout(of: source, start: start)
        case Array("OggS".utf8): return OggLayout.layout(of: source, start: start)
        case let head where MPEGFrame(head) != nil:
            return MPEGLayout.layout(of: source, start: start)
        default: return start == 0 ? GSMLayout.layout(of: source) ?? .plain : .plain
        }
    }

    /// Finds the layout of a file that libsndfile does not recognise: an MP3 stream behind
    /// something else, such as the rest of a frame or a tag of a wrong length; nil without such a
    /// stream.
    static func searched(_ source: ByteSource) -> SoundLayout? {
        let starts = [source.endOfTags(), source.plainEndOfTag()]
        guard
            let start = starts.lazy.compactMap({ MPEGLayout.first(in: source, from: $0) }).first
        else { return nil }
        let layout = MPEGLayout.layout(of: source, start: start)
        return layout.isPlain ? .patched([.range(start..<source.count)], nil) : layout
    }
}

extension FileView.Segment {
    /// A stretch of a file with some bytes replaced; `patches` are in order and do not overlap.
    static func patched(
        _ range: Range<Int64>, _ patches: [(position: Int64, bytes: [UInt8])]
    ) -> [FileView.Segment] {
        var segments: [FileView.Segment] = []
        var position = range.lowerBound
        for patch in patches {
            segments.append(.range(position..<patch.position))
            segments.append(.bytes(patch.bytes))
            position = patch.position + Int64(patch.bytes.count)
        }
        segments.append(.range(position..<range.upperBound))
        return segments.filter { $0.length > 0 }
    }

    /// The bytes of a number.
    static func number(_ value: Int64, _ length: Int, isBig: Bool) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
        return isBig ? bytes.reversed() : bytes
    }
}
