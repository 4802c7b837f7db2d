/// How much room an encoder takes.
public enum CoderSetting: Sendable, Equatable {
    /// 0 is the smallest file, 1 the best sound.
    case quality(Double)
    /// Bits a second, in thousands, over all channels.
    case kilobits(Int)

    /// libsndfile's compression level for an encoding; nil when the encoding has no such choice.
    ///
    /// Source: the ranges that libsndfile 1.2 spreads its level over, in its `mpeg_l3_encode.c`
    /// and `ogg_opus.c`.
    func level(
        for encoding: SoundEncoding, sampleRate: Int, channels: Int
    ) -> Double? {
        switch self {
        case .quality(let quality):
            // LAME refuses the very end of its scale.
            return [.vorbis, .opus, .mp3].contains(encoding) ? min(0.99, 1 - quality) : nil
        case .kilobits(let kilobits):
            let range: (least: Double, most: Double)
            switch encoding {
            case .mp3: range = sampleRate >= 32_000 ? (32, 320) : (8, 160)
            case .opus: range = (6 * Double(channels), 256 * Double(channels))
            default: return nil
            }
            // A little more than asked for: libsndfile rounds down, to the next rate there is.
            let share = (Double(kilobits) + 0.25 - range.least) / (range.most - range.least)
            return 1 - max(0, min(1, share))
        }
    }
}

extension CoderSetting {
    /// Whether the same bits are spent on every second.
    var isConstant: Bool { if case .kilobits = self { true } else { false } }
}
