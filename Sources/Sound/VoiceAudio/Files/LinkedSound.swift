import CSndFile

/// The sound of a file, link after link, as its layout says. Most files are one link.
struct LinkedSound: ~Copyable {
    /// Place where a chain of links cannot be one sound.
    struct Break: Error, Equatable {
        /// The frames before it; 0 where the file cannot be read at all.
        let frame: Int64
        let reason: String
    }

    private let source: ByteSource
    private let links: [SoundLayout.Link]
    /// End of each link, in frames of the whole; `Int64.max` where it is not known.
    private let ends: [Int64]
    private var handle: SoundHandle
    private var link = 0
    private var position: Int64 = 0
    private let firstMetadata: SoundMetadata?
    /// Shortfall that is known.
    let shortfall: SoundShortfall?
    /// Facts that libsndfile tells of the first link; its `frames` are those of all links.
    let info: SF_INFO

    /// Opens a file.
    init(_ source: ByteSource) throws(Break) {
        var layout = SoundLayout.of(source)
        let first: SoundHandle
        do throws(Break) {
            first = try Self.first(of: layout, in: source)
        } catch {
            // Refused as it is; but its sound may begin later.
            guard layout.isPlain, let found = SoundLayout.searched(source) else { throw error }
            layout = found
            first = try Self.first(of: layout, in: source)
        }
        let ends = try Self.ends(of: layout.links, in: source, after: first.info)
        firstMetadata = layout.links.count > 1 ? first.metadata() : nil
        var info = first.info
        info.frames = ends[ends.count - 1]
        self.info = info
        self.ends = ends
        self.source = source
        links = layout.links
        shortfall = layout.shortfall
        handle = first
    }

    /// Opens the first link.
    private static func first(
        of layout: SoundLayout, in source: ByteSource
    ) throws(Break) -> SoundHandle {
        if let refusal = layout.refusal { throw refusal }
        do throws(SoundRefusal) {
            return try SoundHandle(source, showing: layout.links[0])
        } catch { throw Break(frame: 0, reason: error.reason) }
    }

    /// Returns the end of each link; all of them are opened once.
    private static func ends(
        of links: [SoundLayout.Link], in source: ByteSource, after first: SF_INFO
    ) throws(Break) -> [Int64] {
        var ends = [links[0].length(counted: first.frames)]
        for link in links.dropFirst() {
            let before = ends[ends.count - 1]
            let info: SF_INFO
            do throws(SoundRefusal) {
                info = try SoundHandle(source, showing: link).info
            } catch { throw Break(frame: before, reason: error.reason) }
            let kind = Int32(SF_FORMAT_TYPEMASK | SF_FORMAT_SUBMASK)
            guard info.samplerate == first.samplerate, info.channels == first.channels,
                info.format & kind == first.format & kind
            else {
                throw Break(frame: before, reason: "it goes on with \(Self.name(info))")
            }
            let (end, overflow) = before.addingReportingOverflow(link.length(counted: info.frames))
            ends.append(overflow ? .max : end)
        }
        return ends
    }

    private static func name(_ info: SF_INFO) -> String {
        "\(SoundLibrary.name(ofFormat: info.format & Int32(SF_FORMAT_SUBMASK))), "
            + "\(info.samplerate) Hz, channels: \(info.channels)"
    }

    /// Whether libsndfile finds every frame of a link.
    var isSeekable: Bool { info.seekable != 0 && info.frames < .max }

    /// Reads interleaved frames and returns how many: fewer only at the end or where a decoder
    /// gives up.
    mutating func read<Sample: SoundSample>(
        _ target: UnsafeMutableBufferPointer<Sample>, frames: Int
    ) -> Int {
        let channels = Int(info.channels)
        var filled = 0
        while filled < frames {
            let room = Int(min(Int64(frames - filled), ends[link] - position))
            let part = UnsafeMutableBufferPointer(
                rebasing: target[filled * channels..<(filled + room) * channels])
            let count = handle.read(part, frames: room)
            filled += count
            position += Int64(count)
            if filled == frames { break }
            guard handle.failure == nil, link + 1 < links.count, open(link + 1) else { break }
        }
        return filled
    }

    /// Goes to a frame; false when the file cannot.
    mutating func seek(to frame: Int64) -> Bool {
        guard let target = ends.firstIndex(where: { frame < $0 }) ?? ends.indices.last,
            target == link || open(target)
        else { return false }
        let start = target == 0 ? 0 : ends[target - 1]
        guard handle.seek(to: frame - start) else { return false }
        position = frame
        return true
    }

    /// Goes to the start of a link; false where it cannot be opened.
    private mutating func open(_ next: Int) -> Bool {
        guard let opened = try? SoundHandle(source, showing: links[next]) else {
            return false
        }
        handle = opened
        link = next
        position = next == 0 ? 0 : ends[next - 1]
        return true
    }

    /// libsndfile's words for the last failure, `nil` when there was none.
    var failure: String? { handle.failure }

    /// Notes that libsndfile made while it read the header.
    var log: String { handle.log }

    /// Everything the file says beside its samples.
    var metadata: SoundMetadata { firstMetadata ?? handle.metadata() }

    /// Whether another FLAC file follows the one that was read to its end.
    ///
    /// The decoder reads ahead, but never past the file's end: what follows begins in the last
    /// bytes that it read or behind them.
    var hasAnotherFLAC: Bool {
        var position = max(4, handle.bytePosition - Self.aheadBytes)
        while position < source.count {
            let bytes = source.bytes(at: position, 1 << 16)
            for index in bytes.indices.dropLast(7) where bytes[index] == UInt8(ascii: "f") {
                // The first block holds 34 bytes, and may be the only one.
                if bytes[index..<index + 4].elementsEqual("fLaC".utf8),
                    bytes[index + 4] & 0x7F == 0,
                    bytes[index + 7] == 34
                {
                    return true
                }
            }
            guard bytes.count > 7 else { return false }
            position += Int64(bytes.count - 7)
        }
        return false
    }

    /// Number of bytes that is more than a decoder reads ahead.
    private static let aheadBytes: Int64 = 1 << 16
}
