/// The header of lengths in the first frame of an MP3 stream, which is no sound itself.
///
/// Source: Xing's `dxhead.c`, and the tag that LAME puts behind it (Mp3 Info Tag rev 1).
struct MPEGInfo {
    /// The whole frame.
    private(set) var bytes: [UInt8]
    /// Number of frames that follow, as it says.
    let frames: Int64?
    /// Bytes of the stream with this frame, as it says.
    let length: Int64?
    /// Marks that it begins with: "Xing" where the bit rate varies, else "Info".
    static let marks: [UInt32] = [0x5869_6E67, 0x496E_666F]
    private let fields: Int
    private let flags: UInt32

    /// Reads the header in the first frame at `start`; nil where the frame is none.
    init?(_ source: ByteSource, at start: Int64, _ frame: MPEGFrame) {
        let bytes = source.bytes(at: start, frame.length)
        let place = frame.infoOffset
        guard frame.layer == 3, bytes.count == frame.length, bytes.count >= place + 16,
            Self.marks.contains(Self.number(bytes, place))
        else { return nil }
        self.bytes = bytes
        fields = place + 8
        flags = Self.number(bytes, place + 4)
        frames = flags & 1 != 0 ? Int64(Self.number(bytes, fields)) : nil
        let second = fields + (flags & 1 != 0 ? 4 : 0)
        length =
            flags & 2 != 0 && second + 4 <= bytes.count
            ? Int64(Self.number(bytes, second)) : nil
    }

    /// Place of the coder's tag, which says how many frames it added at the start and the end.
    private var tag: Int { fields + 8 + (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0) }

    /// Whether there is such a tag: without one, libmpg123 would take frames of sound away.
    var isWhole: Bool {
        frames != nil && length != nil && tag + 24 <= bytes.count && bytes[tag] != 0
    }

    /// Writes that `count` frames of `length` bytes follow; it is whole.
    ///
    /// Where that is another count than before, what was added at the end is no longer known.
    mutating func set(frames count: Int64, length: Int64) {
        Self.put(UInt32(clamping: count), fields, &bytes)
        Self.put(UInt32(clamping: length + Int64(bytes.count)), fields + 4, &bytes)
        // Twelve bits each.
        if count != frames {
            bytes[tag + 22] &= 0xF0
            bytes[tag + 23] = 0
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func put(_ number: UInt32, _ place: Int, _ bytes: inout [UInt8]) {
        for index in 0..<4 {
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * index))
        }
    }
}
