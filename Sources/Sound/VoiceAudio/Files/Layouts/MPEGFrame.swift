/// The header of a frame of MPEG sound, layers 1 to 3.
///
/// Source: ISO/IEC 11172-3, section 2.4.1.3, and 13818-3; version 2.5 as decoders have it.
struct MPEGFrame {
    /// Number of bytes of the header that begins a frame.
    static let headerBytes = 4
    private static let rates = [44_100, 48_000, 32_000]
    /// Thousands of bits a second by index, of version 1 (layers 1, 2, 3) and 2 (layer 1, others).
    private static let bitrates = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// The four bytes.
    let word: UInt32
    /// 1, 2 or 3.
    let layer: Int
    /// Whether it is version 1, and not one of the lower rates.
    let isFull: Bool
    /// Frames of sound a second, in hertz.
    let sampleRate: Int
    /// Thousands of bits a second; 0 where the bit rate is free.
    let kilobits: Int
    /// Bytes of the frame; 0 where the bit rate is free and only the next frame tells.
    let length: Int

    /// Reads the header at the beginning of these bytes; nil where there is none.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count >= Self.headerBytes else { return nil }
        self.init(word: bytes.prefix(Self.headerBytes).reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Reads the header of these four bytes; nil where they are none.
    init?(word: UInt32) {
        let version = Int(word >> 19 & 3)
        let rate = Int(word >> 10 & 3)
        let index = Int(word >> 12 & 15)
        layer = 4 - Int(word >> 17 & 3)
        guard word >> 21 == 0x7FF, version != 1, layer != 4, rate != 3, index != 15
        else { return nil }
        self.word = word
        isFull = version == 3
        sampleRate = Self.rates[rate] >> (isFull ? 0 : version == 2 ? 1 : 2)
        let table = isFull ? layer - 1 : layer == 1 ? 3 : 4
        kilobits = Self.bitrates[table][index]
        let padding = Int(word >> 9 & 1)
        length =
            switch (kilobits, layer) {
            case (0, _): 0
            case (_, 1): (12_000 * kilobits / sampleRate + padding) * 4
            case (_, 3) where !isFull: 72_000 * kilobits / sampleRate + padding
            default: 144_000 * kilobits / sampleRate + padding
            }
    }

    /// Properties that all frames of a stream have in common: version, layer, rate, and whether it
    /// is mono.
    var key: UInt32 { word & 0xFFFE_0C00 | (isMono ? 1 : 0) }

    /// Whether it has one channel.
    var isMono: Bool { word >> 6 & 3 == 3 }

    /// Frames of sound in it.
    var samples: Int {
        switch layer {
        case 1: 384
        case 3 where !isFull: 576
        default: 1_152
        }
    }

    /// Place of the header of lengths in a first frame: behind the side information.
    var infoOffset: Int {
        switch (isFull, isMono) {
        case (true, false): 36
        case (false, true): 13
        default: 21
        }
    }
}
