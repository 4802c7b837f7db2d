/// Gain in thousandths for 16-bit samples, above unity with a soft limit.
///
/// Whole numbers only: the same samples everywhere. Up to unity the product is rounded to the
/// nearest sample. Above unity, what exceeds 3 dB below full scale is bent: with `e` the excess
/// and `r` the room up to full scale, `e * r / (e + r)` of it is left. The curve leaves the knee
/// with slope 1 and never reaches full scale, so loud prompts are squeezed and not clipped.
public enum SoftGain {
    /// The greatest gain: 24 dB.
    public static let greatest = 16_000
    /// Full scale over the square root of two.
    private static let knee = 23_170

    /// `sample` times `thousandths`, which count as 0 to ``greatest``.
    public static func apply(_ thousandths: Int, to sample: Int16) -> Int16 {
        guard thousandths != 1_000 else { return sample }
        let gain = min(max(0, thousandths), greatest)
        let product = Int(sample) * gain
        let rounded = (product + (product < 0 ? -500 : 500)) / 1_000
        guard gain > 1_000, abs(rounded) > knee else { return Int16(clamping: rounded) }
        let room = Int(Int16.max) - knee
        let excess = abs(rounded) - knee
        let limited = knee + excess * room / (excess + room)
        return Int16(rounded < 0 ? -limited : limited)
    }
}
