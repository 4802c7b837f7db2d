internal import CSndFile

/// The layout of GSM full rate without a header, as Asterisk records it: frames of 33 bytes at
/// 8 kHz, each of which begins with the same four bits.
///
/// Source: RFC 3551, section 4.5.8.1.
enum GSMLayout {
    private static let frameBytes: Int64 = 33
    /// Fewer frames could be anything, and no more are looked at.
    private static let frameCounts: ClosedRange<Int64> = 10...200

    /// Returns the layout of a file of such frames alone; nil of any other. A last frame that
    /// breaks off is left out.
    static func layout(of source: ByteSource) -> SoundLayout? {
        let frames = source.count / frameBytes
        guard frames >= frameCounts.lowerBound else { return nil }
        let head = source.bytes(at: 0, Int(min(frames, frameCounts.upperBound) * frameBytes))
        let marks = stride(from: 0, to: head.count, by: Int(frameBytes))
        guard marks.allSatisfy({ head[$0] >> 4 == 0xD }) else { return nil }
        let isWhole = frames * frameBytes == source.count
        var layout = SoundLayout.patched(
            [.range(0..<frames * frameBytes)], isWhole ? nil : .cutShort)
        var format = SF_INFO()
        format.samplerate = 8_000
        format.channels = 1
        format.format = Int32(SF_FORMAT_RAW | SF_FORMAT_GSM610)
        layout.links[0].format = format
        return layout
    }
}
