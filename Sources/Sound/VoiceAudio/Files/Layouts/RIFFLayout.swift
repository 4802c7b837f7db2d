/// The layout of a WAV file, and of RF64 files, which are its form beyond 4 GB.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0; EBU Tech 3306.
struct RIFFLayout {
    private let source: ByteSource
    private let start: Int64
    private let isBig: Bool
    /// Number of chunks that are looked at before the sound is given up on.
    static let chunkLimit = 10_000
    /// Number of bytes behind the sound that are no mere padding.
    private static let uncountedBytes = 4_096
    /// The largest length that the header can state.
    private static let longest = Int64(UInt32.max)

    /// The code of the format, and the length of the data and its place in the chunk `ds64`.
    private var formatCode: UInt64 = 0
    private var longData: (bytes: Int64, chunk: Int64)?
    /// The frames that the header states, and the frames of a block of a coder of blocks.
    private var stated: Int64 = 0
    private var block: Int64 = 0

    init(_ source: ByteSource, start: Int64) {
        self.source = source
        self.start = start
        isBig = source.has("RIFX", at: start)
    }

    private func number(_ position: Int64, _ length: Int) -> Int64? {
        source.number(at: position, length, isBig: isBig).map { Int64(clamping: $0) }
    }

    /// Layout that libsndfile is shown.
    var layout: SoundLayout {
        var walk = self
        var layout = walk.found()
        // Microsoft's and IMA's ADPCM, GSM, NMS's ADPCM and G.721; not all state their blocks.
        if [0x02, 0x11, 0x31, 0x38, 0x40].contains(walk.formatCode), layout.links.count == 1 {
            layout.links[0].stated = (walk.stated, max(320, walk.block))
        }
        return layout
    }

    private mutating func found() -> SoundLayout {
        guard source.has("WAVE", at: start + 8) else { return .plain }
        var position = start + 12
        for _ in 0..<Self.chunkLimit {
            guard let name = source.chunkName(at: position), let size = number(position + 4, 4)
            else { break }
            switch name {
            case "ds64":
                if let bytes = number(position + 16, 8) { longData = (bytes, position + 8) }
            case "fmt ":
                formatCode = UInt64(number(position + 8, 2) ?? 0)
                if size >= 20 { block = number(position + 26, 2) ?? 0 }
            case "fact": stated = number(position + 8, 4) ?? 0
            case "data": return layout(data: position + 8, announced: size)
            default: break
            }
            position += 8 + size + size % 2
        }
        return .plain
    }

    /// The layout of a file whose sound begins at `data`.
    private func layout(data: Int64, announced: Int64) -> SoundLayout {
        let there = source.count - data
        guard there > 0 else { return .plain }
        var size = announced
        if let longData, size == Self.longest { size = longData.bytes }
        let isOpen = HeaderLog.isPlaceholder(announced) && (longData == nil || size == Self.longest)
        if Self.isMPEG(formatCode) {
            let end = size == 0 || isOpen ? there : min(size, there)
            return MPEGLayout.layout(
                of: source, start: data, end: data + end,
                wrapping: (start, data - 4, size == 0 ? .unfinished : nil))
        }
        if size == 0 {
            if holdsChunks(from: data) { return .plain }
            return patched(data: data, bytes: there, .unfinished)
        }
        if isOpen || size > there {
            // libsndfile takes what is there, as far as 32 bits count.
            if there <= Self.longest || longData != nil, size <= Int64.max / 2 { return .plain }
            return patched(data: data, bytes: there, isOpen ? nil : .cutShort)
        }
        return layout(data: data, size: size, there: there)
    }

    /// The layout of a file that goes on behind its sound.
    private func layout(data: Int64, size: Int64, there: Int64) -> SoundLayout {
        var position = data + size + size % 2
        for step in 0..<Self.chunkLimit {
            guard position + 8 <= source.count else { break }
            guard let name = source.chunkName(at: position), let next = number(position + 4, 4)
            else {
                // A program whose counter went round: the length lacks a multiple of 4 GiB.
                let round = Self.longest + 1
                let more = (there - size) / round * round
                guard step == 0 else { break }
                if longData == nil, more > 0 {
                    return patched(data: data, bytes: size + more, .unfinished)
                }
                // A header that was written before the sound ended; zeros are only padding.
                let behind = source.bytes(at: position, Self.uncountedBytes)
                let isSound = behind.count == Self.uncountedBytes && behind.contains { $0 != 0 }
                return SoundLayout(shortfall: isSound ? .uncounted : nil)
            }
            if ["RIFF", "RIFX", "RF64"].contains(name) {
                return .patched([.range(start..<position)], .followed)
            }
            position += 8 + next + next % 2
        }
        return .plain
    }

    /// Whether nothing but chunks follows, up to the end of the file: a sound of no frames.
    private func holdsChunks(from data: Int64) -> Bool {
        var position = data
        for _ in 0..<Self.chunkLimit where position < source.count {
            guard source.chunkName(at: position) != nil, let size = number(position + 4, 4) else {
                return false
            }
            position += 8 + size + size % 2
        }
        return (0...1).contains(position - source.count)
    }

    /// Returns the file with the length of its sound in its header.
    private func patched(
        data: Int64, bytes: Int64, _ shortfall: SoundShortfall?
    ) -> SoundLayout {
        let number = { FileView.Segment.number($0, $1, isBig: isBig) }
        let whole = source.count - start - 8
        if let longData {
            let sizes = number(whole, 8) + number(bytes, 8) + number(0, 8)
            return .patched(
                FileView.Segment.patched(start..<source.count, [(longData.chunk, sizes)]),
                shortfall)
        }
        if whole <= Self.longest {
            let segments = FileView.Segment.patched(
                start..<source.count, [(start + 4, number(whole, 4)), (data - 4, number(bytes, 4))])
            return .patched(segments, shortfall)
        }
        guard !isBig else {
            return .refused("it has more than 4 GB, which its header cannot count")
        }
        let all = number(Self.longest, 4)
        let head =
            Array("RF64".utf8) + all + Array("WAVEds64".utf8) + number(28, 4)
            + number(whole + 36, 8) + number(bytes, 8) + number(0, 8) + number(0, 4)
        return .patched(
            [
                .bytes(head), .range(start + 12..<data - 4), .bytes(all),
                .range(data..<source.count),
            ], shortfall)
    }

    /// Whether the code of a format is that of MPEG sound, layer 2 or 3.
    private static func isMPEG(_ code: UInt64) -> Bool { code == 0x50 || code == 0x55 }
}
