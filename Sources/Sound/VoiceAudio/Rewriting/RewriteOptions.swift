/// Changes to a sound on its way from one file to another; everything else is kept.
package struct RewriteOptions: Sendable, Equatable {
    /// The frames that are taken, counted from the start of the input; nil takes all.
    package var range: Range<Int64>?
    /// The output's container; nil goes by the ending of its name.
    package var container: SoundContainer?
    /// The output's encoding; nil keeps the input's, or takes the nearest the container has.
    package var encoding: SoundEncoding?
    /// The output's channels: several become one, and one may be spread over several. Nil keeps
    /// the input's, or is one where a channel is picked.
    package var channels: Int?
    /// Way in which several channels become one.
    package var pick = ChannelChoice.best
    /// The output's rate in hertz.
    package var sampleRate: Int?
    /// Quality of a conversion of the rate.
    package var rateQuality = RateQuality.best
    /// Offsets that are taken off every sample of each of the input's channels; empty takes off
    /// nothing.
    package var offsets: [Double] = []
    /// Fades and silence at the ends; a fade at the end needs a range.
    package var edges = SoundEdges()
    /// A gain in decibels.
    package var gainDB = 0.0
    /// The true peak that a limiter keeps, in dBTP; nil limits nothing.
    package var ceilingDB: Double?
    /// Whether integer samples that lose bits are dithered.
    package var dithers = true
    /// Effort of a lossy or packing encoder; nil is its own default.
    package var coder: CoderSetting?
    /// Whether an output that is there is replaced.
    package var overwrite = false

    /// Everything kept as it is.
    package init() {}

    /// The frames of the input that are taken.
    var frames: Range<Int64> { range ?? 0..<Int64.max }

    /// Returns the way in which the channels of the input at `path` become one on their way to
    /// others; nil where they stay.
    ///
    /// - Throws: ``AudioError/cannotMix(path:channels:asked:)`` and every ``AudioError`` about
    ///   input.
    func fold(
        of path: String, from source: Int, to target: Int
    ) throws(AudioError) -> ChannelFold? {
        guard pick != .best || target != source else { return nil }
        guard pick != .best || target == 1 || source == 1 else {
            throw .cannotMix(path: path, channels: source, asked: target)
        }
        let fold = try pick.fold(of: path, in: [frames])
        return source == 1 && target == 1 ? nil : fold
    }
}

/// Results of a rewrite: frame counts, coding and notes.
package struct RewriteReport: Sendable, Equatable {
    /// Frames that were read.
    package var framesIn: Int64 = 0
    /// Frames that were written.
    package var framesOut: Int64 = 0
    /// Samples that were beyond full scale and became the largest or smallest value.
    package var clippedSamples: Int64 = 0
    /// Coding that the output was written in.
    package var coding: SoundCoding
    /// The output's rate in hertz.
    package var sampleRate: Int
    /// The output's channels.
    package var channels: Int
    /// The mean of a lossy output in thousand bits a second; nil for every other.
    package var kilobits: Int?
    /// Notes for the user: a sentence each.
    package var notes: [String] = []

    /// Returns the report with what the finished output at `path` takes.
    func measured(at path: String) -> RewriteReport {
        var report = self
        guard coding.encoding.isLossy, let format = (try? SoundFileReader(path: path))?.format
        else { return report }
        let kilobits = SoundBitrate.kilobits(of: path, coding.container, format)
        report.kilobits = kilobits.map { Int($0.rounded()) }
        return report
    }
}
