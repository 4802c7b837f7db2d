/// Facts in a WAV header that libsndfile leaves out, or says otherwise.
///
/// Source: Microsoft, "Multiple channel audio data and WAVE files", 2001, for the extensible
/// format; "New Multimedia Data Types and Data Techniques", 1994, for `fact`.
struct WaveHeader: Equatable {
    /// Place of the format in the file, and its bytes.
    let format: (place: Int64, bytes: [UInt8])
    /// Place of the count of frames in the file, and the count; nil where it is not stated.
    let fact: (place: Int64, frames: Int64)?
    /// Number of chunks that are looked at.
    private static let countLimit = 1_000

    /// Reads the header of a file; nil where it is no little-endian WAV.
    init?(_ file: ByteSource) {
        let head = file.bytes(at: 0, 12)
        guard head.has("RIFF") || head.has("RF64"), head.has("WAVE", at: 8) else { return nil }
        var place: Int64 = 12
        var (format, fact) = ((place: Int64(0), bytes: [UInt8]()), (Int64, Int64)?.none)
        for _ in 0..<Self.countLimit {
            let start = file.bytes(at: place, 12)
            guard let size = start.little(4, 4), !start.has("data") else { break }
            if start.has("fmt ") {
                format = (place + 8, file.bytes(at: place + 8, min(size, 64)))
            }
            if start.has("fact"), let frames = start.little(8, 4) {
                fact = (place + 8, Int64(frames))
            }
            place += 8 + Int64(size + 1) / 2 * 2
        }
        guard format.bytes.count >= 16 else { return nil }
        self.format = format
        self.fact = fact
    }

    static func == (one: WaveHeader, other: WaveHeader) -> Bool {
        one.format.bytes == other.format.bytes && one.fact?.frames == other.fact?.frames
    }

    /// The number of the coder.
    var coder: Int { format.bytes.little(0, 2) ?? 0 }

    /// Whether the format is the extensible one, with bits that are valid and a channel mask.
    var isExtensible: Bool { format.bytes.little(0, 2) == 0xFFFE && format.bytes.count >= 40 }

    /// Returns the bytes of `other`'s format with this one's channel mask and kind of sound, and
    /// its valid bits where `keepsBits` says that no sample changes; nil where they have none of
    /// these in common.
    func carried(into other: WaveHeader, keepsBits: Bool) -> [UInt8]? {
        let (mine, others) = (format.bytes, other.format.bytes)
        guard isExtensible, other.isExtensible, mine[2..<4] == others[2..<4] else { return nil }
        var bytes = others
        let isSameWidth = mine[14..<16] == others[14..<16]
        if keepsBits, isSameWidth { bytes.replaceSubrange(18..<20, with: mine[18..<20]) }
        bytes.replaceSubrange(20..<24, with: mine[20..<24])
        // The first bytes number the encoding; the rest tells, as for ambisonics, what it is for.
        if mine[24..<28] == others[24..<28] { bytes.replaceSubrange(28..<40, with: mine[28..<40]) }
        return bytes == others ? nil : bytes
    }
}
