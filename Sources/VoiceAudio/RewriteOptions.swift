/// What becomes of a sound on its way from one file to another; everything else is kept.
public struct RewriteOptions: Sendable, Equatable {
    /// The frames that are taken, counted from the start of the input; nil takes all.
    public var range: Range<Int64>?
    /// The output's container; nil goes by the ending of its name.
    public var container: SoundContainer?
    /// The output's encoding; nil keeps the input's, or takes the nearest the container has.
    public var encoding: SoundEncoding?
    /// The output's channels: 1 is the mean of all; one channel may be spread over several.
    public var channels: Int?
    /// The output's rate in hertz.
    public var sampleRate: Int?
    /// How a rate is converted.
    public var rateQuality = RateQuality.best
    /// A gain in decibels.
    public var gainDB = 0.0
    /// The true peak that a limiter keeps, in dBTP; nil limits nothing.
    public var ceilingDB: Double?
    /// Whether integer samples that lose bits are dithered.
    public var dithers = true
    /// How hard a lossy or packing encoder tries; nil is its own default.
    public var coder: CoderSetting?
    /// Whether an output that is there is replaced.
    public var overwrite = false

    /// Everything kept as it is.
    public init() {}
}

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

/// What a rewrite did.
public struct RewriteReport: Sendable, Equatable {
    /// Frames that were read.
    public var framesIn: Int64 = 0
    /// Frames that were written.
    public var framesOut: Int64 = 0
    /// Samples that were beyond full scale and became the largest or smallest there is.
    public var clippedSamples: Int64 = 0
    /// What the output was written as.
    public var coding: SoundCoding
    /// The output's rate in hertz.
    public var sampleRate: Int
    /// The output's channels.
    public var channels: Int
    /// What a user should know: a sentence each.
    public var notes: [String] = []
}
