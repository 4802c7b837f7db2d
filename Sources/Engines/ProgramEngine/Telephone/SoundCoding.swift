internal import VoiceFiles

/// Form in which a carrier has samples in bytes.
///
/// Source: ITU-T G.711; the tables of Sun's `g711.c` give the same values.
enum SoundCoding: String, Equatable, CaseIterable {
    /// µ-law, a byte a sample.
    case mulaw
    /// A-law, a byte a sample.
    case alaw
    /// Whole numbers of 16 bits, the least byte first.
    case pcm16

    /// Bytes of one sample.
    var width: Int { self == .pcm16 ? 2 : 1 }

    /// The byte of silence.
    private var silence: UInt8 {
        switch self {
        case .mulaw: 0xFF
        case .alaw: 0xD5
        case .pcm16: 0
        }
    }

    /// Returns the bytes of silence that is as long as `bytes`.
    func silence(like bytes: [UInt8]) -> [UInt8] {
        [UInt8](repeating: silence, count: bytes.count)
    }

    /// Encodes samples.
    func bytes(of samples: [Int16]) -> [UInt8] {
        switch self {
        case .mulaw: samples.map(Self.mulaw)
        case .alaw: samples.map(Self.alaw)
        case .pcm16:
            samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
    }

    /// Decodes samples; nil where the last one is cut.
    func samples(of bytes: [UInt8]) -> [Int16]? {
        guard bytes.count % width == 0 else { return nil }
        switch self {
        case .mulaw: return bytes.map { Self.mulawSamples[Int($0)] }
        case .alaw: return bytes.map { Self.alawSamples[Int($0)] }
        case .pcm16:
            return stride(from: 0, to: bytes.count, by: 2).map {
                Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
            }
        }
    }

    private static func mulaw(_ sample: Int16) -> UInt8 {
        let bias = 0x84
        let sign: UInt8 = sample < 0 ? 0x80 : 0
        let size = min(abs(Int(sample)), 32_635) + bias
        let exponent = Int.bitWidth - 1 - size.leadingZeroBitCount - 7
        let mantissa = size >> (exponent + 3) & 15
        return ~(sign | UInt8(exponent << 4 | mantissa))
    }

    private static func alaw(_ sample: Int16) -> UInt8 {
        let sign: UInt8 = sample < 0 ? 0 : 0x80
        let size = (sample < 0 ? -(Int(sample) + 1) : Int(sample)) >> 3
        var code = size >> 1
        if size >= 32 {
            let exponent = Int.bitWidth - 1 - size.leadingZeroBitCount - 4
            code = exponent << 4 | size >> exponent & 15
        }
        return (UInt8(code) | sign) ^ 0x55
    }

    private static let mulawSamples: [Int16] = (0..<256).map { byte in
        let code = ~byte & 255
        let size = ((code & 15) << 3 + 0x84) << (code >> 4 & 7) - 0x84
        return Int16(code & 0x80 == 0 ? size : -size)
    }

    private static let alawSamples: [Int16] = (0..<256).map { byte in
        let code = byte ^ 0x55
        let exponent = code >> 4 & 7
        let low = (code & 15) << 4 + 8
        let size = exponent == 0 ? low : (low + 0x100) << (exponent - 1)
        return Int16(code & 0x80 == 0 ? -size : size)
    }
}
