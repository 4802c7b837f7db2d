/// Bits that the frames of an MP3 file spend.
///
/// Source: ISO/IEC 11172-3, section 2.4.1, and 13818-3; the ID3v2 informal standard, section 3.1.
struct MPEGFrames {
    /// Number of bytes of frames that are looked at: minutes of sound.
    private static let byteLimit = 1 << 22

    /// Thousand bits a second, the mean of all frames.
    let kilobits: Double
    /// Whether every frame has the same rate.
    let isConstant: Bool

    /// Reads the frames at the beginning of a file; nil without any.
    init?(_ file: ByteSource) {
        let bytes = file.bytes(at: file.endOfTags(), Self.byteLimit)
        var rates: [Int: Int] = [:]
        var place = 0
        while place + 4 <= bytes.count {
            guard let frame = MPEGFrame(bytes[place...]), frame.layer == 3, frame.length > 0 else {
                place += 1
                continue
            }
            let next = place + frame.length
            // Two headers in a row are no accident.
            guard next + 4 > bytes.count || MPEGFrame(bytes[next...]) != nil else {
                place += 1
                continue
            }
            let isIndex =
                ["Xing", "Info"].contains { bytes.has($0, at: place + frame.infoOffset) }
                || bytes.has("VBRI", at: place + 36)
            if !isIndex { rates[frame.kilobits, default: 0] += 1 }
            place = next
        }
        let count = rates.values.reduce(0, +)
        guard count > 0 else { return nil }
        kilobits = Double(rates.reduce(0) { $0 + $1.key * $1.value }) / Double(count)
        isConstant = rates.count == 1
    }
}
