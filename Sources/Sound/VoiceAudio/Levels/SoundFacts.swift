internal import VoiceSystem

/// Facts on a sound file and its loudness.
///
/// Units: levels in decibels, where 0 dBFS is a constant at full scale (a full-scale sine has an
/// RMS of -3.01). Silence has a level of `-infinity`; what a sound is too short for is `nil`.
public struct SoundFacts: Sendable, Equatable {
    /// Container, encoding, rate and channels; its `frames` are those that were read.
    public var format: SoundFormat
    /// Container and encoding as the command line names them; nil for the few that are only read.
    package var coding: SoundCoding?
    /// Texts, cue points and the like.
    package var metadata: SoundMetadata
    /// Reason why what was read may not be all of the sound; nil where it is.
    package var shortfall: SoundShortfall?
    /// The greatest absolute sample, in dBFS.
    public var peak: Double
    /// The greatest value between samples, in dBTP, by ITU-R BS.1770-4, annex 2.
    package var truePeak: Double
    /// The root mean square over all channels, in dBFS.
    public var rms: Double
    /// The mean of all samples, a share of full scale.
    public var offset: Double
    /// The samples at the ends of the scale: the largest and smallest code, or 1 and beyond.
    package var clippedSamples: Int64
    /// The level that one tenth of all pieces of 100 ms stay below, in dBFS; nil below 100 ms.
    package var noiseFloor: Double?
    /// The integrated loudness in LUFS, gated; nil below 400 ms.
    package var integrated: Double?
    /// The greatest loudness of any 400 ms, in LUFS; nil below 400 ms.
    package var momentary: Double?
    /// The greatest loudness of any 3 s, in LUFS; nil below 3 s.
    package var shortTerm: Double?
    /// The loudness range in LU by EBU Tech 3342; nil below 3 s or when no block passes the gate.
    public var range: Double?
}

/// Puts the measures of consecutive stretches together, in order, in constant memory.
struct FactsBuilder {
    private var total = PieceMeter.Measure()
    private var gate = LoudnessGate()
    private var levels = LevelHistogram()
    private var pieces = 0

    /// Takes the stretch that follows.
    mutating func add(_ measure: PieceMeter.Measure) {
        total.add(measure)
        for power in measure.weighted { gate.add(power) }
        for power in measure.plain { levels.add(power) }
        pieces += measure.weighted.count
    }

    /// The frames so far.
    var frames: Int64 { total.frames }

    /// Sums everything up, where so many channels were measured.
    func facts(_ reader: borrowing SoundFileReader, channels: Int) -> SoundFacts {
        var format = reader.format
        format.frames = total.frames
        let samples = Double(total.frames) * Double(channels)
        return SoundFacts(
            format: format, coding: reader.coding, metadata: reader.metadata,
            shortfall: reader.shortfall(after: total.frames),
            peak: Decibels.of(Double(total.peak)),
            truePeak: Decibels.of(Double(total.truePeak)),
            rms: Decibels.of(power: total.squares / samples), offset: total.sum / samples,
            clippedSamples: total.clipped, noiseFloor: levels.tenth,
            integrated: pieces >= 4 ? gate.integrated : nil,
            momentary: pieces >= 4 ? gate.momentary : nil,
            shortTerm: pieces >= 30 ? gate.shortTerm : nil, range: gate.range)
    }
}

/// Counts of the levels that occurred, in hundredths of a decibel from -200 to 20 dBFS; what is
/// beyond counts as the nearest.
struct LevelHistogram {
    private var counts = [Int64](repeating: 0, count: 22_001)
    private var silent: Int64 = 0

    mutating func add(_ power: Double) {
        let place = (Decibels.of(power: power) + 200) * 100
        guard place >= 0 else { return silent += 1 }
        counts[Int(min(Double(counts.count - 1), place))] += 1
    }

    /// The level that one tenth stays below; nil when nothing was added.
    var tenth: Double? {
        let total = counts.reduce(silent, +)
        guard total > 0 else { return nil }
        var left = (total - 1) / 10 - silent
        if left < 0 { return -.infinity }
        for (bin, count) in counts.enumerated() {
            if left < count { return Double(bin) / 100 - 200 }
            left -= count
        }
        return nil
    }
}

/// Decibels in double precision, for files; what reaches a trace uses ``Level``.
enum Decibels {
    /// Returns the factor on samples of a gain in decibels; 1 exactly for 0.
    static func factor(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    /// The decibels of a factor on samples; `-infinity` for 0.
    static func of(_ factor: Double) -> Double { 20 * log10(factor) }

    /// The decibels of a power; `-infinity` for 0.
    static func of(power: Double) -> Double { 10 * log10(power) }
}
