/// The packets that an Ogg file begins with, before its sound.
///
/// Source: RFC 3533, section 6; RFC 7845 for Opus; the Vorbis I specification, section 4.2.
struct OggHead {
    /// Largest number of bytes that are read for them, pictures among the comments and all.
    private static let byteLimit = 1 << 24

    /// Two packets of Opus, three of Vorbis; the second holds the comments.
    private(set) var packets: [[UInt8]]
    /// The pages that they take, whose bytes end where the sound begins.
    private(set) var pages = 0
    /// Number of bytes of these pages.
    private(set) var length: Int64 = 0

    /// The head of a file of one stream of Opus or Vorbis; nil for any other.
    init?(_ file: ByteSource) {
        guard let serial = file.bytes(at: 0, 27).little(14, 4) else { return nil }
        packets = []
        var packet: [UInt8] = []
        while packets.count < Self.count(of: packets.first) {
            let head = file.bytes(at: length, 27)
            guard head.count == 27, head.has("OggS"), head.little(14, 4) == serial,
                length < Self.byteLimit
            else {
                return nil
            }
            let lacing = file.bytes(at: length + 27, Int(head[26]))
            let size = lacing.reduce(0) { $0 + Int($1) }
            let body = file.bytes(at: length + 27 + Int64(lacing.count), size)
            guard lacing.count == Int(head[26]), body.count == size else { return nil }
            var start = 0
            for lace in lacing {
                packet += body[start..<start + Int(lace)]
                start += Int(lace)
                guard lace < 255 else { continue }
                packets.append(packet)
                packet = []
            }
            length += Int64(27 + lacing.count + size)
            pages += 1
        }
        guard packet.isEmpty, packets.count == Self.count(of: packets.first) else { return nil }
    }

    /// Returns the number of packets that come before the sound, as the first says; 0 for what is
    /// neither.
    private static func count(of first: [UInt8]?) -> Int {
        guard let first else { return 1 }
        if first.has("OpusHead") { return 2 }
        return first.has("\u{1}vorbis") ? 3 : 0
    }

    /// Whether the stream is Opus.
    var isOpus: Bool { packets[0].has("OpusHead") }

    /// The bits a second that a Vorbis stream's settings aim at; nil where it does not say.
    var nominalBitrate: Int? {
        guard !isOpus, let rate = packets[0].little(20, 4), (1..<1 << 31).contains(rate) else {
            return nil
        }
        return rate
    }
}
