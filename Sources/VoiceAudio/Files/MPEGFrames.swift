/// How the frames of an MP3 file spend their bits.
///
/// Source: ISO/IEC 11172-3, section 2.4.1, and 13818-3; the ID3v2 informal standard, section 3.1.
struct MPEGFrames {
    /// How many bytes of frames are looked at: minutes of sound.
    private static let byteLimit = 1 << 22
    private static let rates1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let rates2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// Thousand bits a second, the mean of all frames.
    let kilobits: Double
    /// Whether every frame has the same rate.
    let isConstant: Bool

    /// The frames at the beginning of a file; nil where there are none.
    init?(_ file: borrowing ByteFile) {
        let bytes = file.bytes(at: Self.tagLength(file), count: Self.byteLimit)
        var rates: [Int: Int] = [:]
        var place = 0
        while place + 4 <= bytes.count {
            guard let frame = Frame(bytes, at: place) else {
                place += 1
                continue
            }
            let next = place + frame.length
            // Two headers in a row are no accident.
            guard next + 4 > bytes.count || Frame(bytes, at: next) != nil else {
                place += 1
                continue
            }
            if !frame.isIndex(in: bytes) { rates[frame.kilobits, default: 0] += 1 }
            place = next
        }
        let count = rates.values.reduce(0, +)
        guard count > 0 else { return nil }
        kilobits = Double(rates.reduce(0) { $0 + $1.key * $1.value }) / Double(count)
        isConstant = rates.count == 1
    }

    /// How many bytes the tag in front of the frames takes.
    static func tagLength(_ file: borrowing ByteFile) -> Int64 {
        let head = file.bytes(at: 0, count: 10)
        guard head.count == 10, head.has("ID3") else { return 0 }
        let size = head[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
        return 10 + size + (head[5] & 0x10 == 0 ? 0 : 10)
    }

    /// One frame's header.
    private struct Frame {
        let start: Int
        let kilobits: Int
        let length: Int
        /// How many bytes stand between the header and the main data.
        let sideLength: Int

        init?(_ bytes: [UInt8], at start: Int) {
            guard let word = bytes.big(start, 4), word >> 21 == 0x7FF, word >> 17 & 3 == 1,
                word >> 19 & 3 != 1, (1...14).contains(word >> 12 & 15), word >> 10 & 3 != 3
            else { return nil }
            let version = word >> 19 & 3
            let isFirst = version == 3
            let divisor = [3: 1, 2: 2][version] ?? 4
            let rate = [44_100, 48_000, 32_000][word >> 10 & 3] / divisor
            self.start = start
            kilobits = (isFirst ? MPEGFrames.rates1 : MPEGFrames.rates2)[(word >> 12 & 15) - 1]
            length = (isFirst ? 144_000 : 72_000) * kilobits / rate + (word >> 9 & 1)
            let isMono = word >> 6 & 3 == 3
            sideLength = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        }

        /// Whether it holds an index of the file in the place of sound.
        func isIndex(in bytes: [UInt8]) -> Bool {
            let place = start + 4 + sideLength
            return bytes.has("Xing", at: place) || bytes.has("Info", at: place)
                || bytes.has("VBRI", at: start + 36)
        }
    }
}
