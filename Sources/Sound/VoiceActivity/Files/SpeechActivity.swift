package import VoiceAudio

/// Finds speech in whole sounds, with the machines that work live.
package enum SpeechActivity {
    /// Settings for whole sounds: an end needs no patience when no caller waits for an answer.
    package static var fileSettings: SpeechSettings {
        var settings = SpeechSettings()
        settings.endSilenceMs = 250
        return settings
    }

    /// The stretches of speech in a whole sound of any rate, found by looking both ways.
    ///
    /// Shape: ascending, apart, in frames of the sound.
    /// - Throws: `AudioError/unsupportedRate(rate:)` for a rate that cannot be converted.
    package static func offlineSegments(
        in sound: MonoSound, settings: OfflineSettings = OfflineSettings()
    ) throws(AudioError) -> [Range<Int64>] {
        var samples = try RateConverter.convert(sound, to: HopGrid.sampleRate).samples
        _ = SteadyOffset.remove(from: &samples)
        let opening = samples.withUnsafeBufferPointer { SoundOpening($0) }
        var detector = OfflineDetector(settings: settings, opening: opening)
        for features in features(of: samples, grid: opening.grid, gain: opening.gain) {
            detector.step(features)
        }
        detector.finish(frames: Int64(samples.count))
        return ActivityScan.scaled(
            detector.takeSegments(), to: sound.sampleRate, frames: Int64(sound.frames))
    }

    /// The features of every hop of a sound at 16 kHz, times `gain`.
    static func features(of samples: [Int16], grid: HopGrid, gain: Float = 1) -> [HopFeatures] {
        let hops = grid.hopCount(frames: samples.count)
        let before = FeatureExtractor.lead - grid.firstStart
        let whole = FeatureExtractor.lead + hops * HopGrid.hopFrames + FeatureExtractor.lag
        var padded = [Int16](repeating: 0, count: whole)
        padded.replaceSubrange(before..<before + samples.count, with: samples)
        return [HopFeatures](unsafeUninitializedCapacity: hops) { features, count in
            let extractor = FeatureExtractor(gain: gain)
            padded.withUnsafeBufferPointer { extractor.extract($0, hops: hops, into: features) }
            count = hops
        }
    }

    /// The stretches of speech in a sound file, found by looking both ways, in constant memory.
    ///
    /// Shape: ascending, apart, in frames of the file. `choice` says how several channels become
    /// one, `quality` how the file's rate is converted.
    /// - Throws: every `AudioError` about input.
    package static func offlineSegments(
        path: String, settings: OfflineSettings = OfflineSettings(),
        choice: ChannelChoice = .best, quality: RateQuality = .best
    ) throws(AudioError) -> (segments: [Range<Int64>], sampleRate: Int) {
        var sound = try OpenedSound(path: path, choice: choice, quality: quality)
        var hops = OfflineHops(settings: settings, opening: sound.opening)
        var piece = sound.samples
        while !piece.isEmpty {
            hops.process(piece)
            piece = try sound.next()
        }
        let found = hops.finish()
        let rate = sound.format.sampleRate
        return (ActivityScan.scaled(found, to: rate, frames: sound.stream.fileFrames), rate)
    }
}

/// The hops of a sound at 16 kHz that goes by in pieces, on their way to the detector.
struct OfflineHops: ~Copyable {
    private static let pieceHops = 1_024
    private let extractor: FeatureExtractor
    private let grid: HopGrid
    private var detector: OfflineDetector
    private var pending: [Int16]
    private var hops = 0
    private var frames = 0
    private var segments: [SpeechSegment] = []

    init(settings: OfflineSettings, opening: SoundOpening) {
        grid = opening.grid
        extractor = FeatureExtractor(gain: opening.gain)
        detector = OfflineDetector(settings: settings, opening: opening)
        pending = [Int16](repeating: 0, count: FeatureExtractor.lead - grid.firstStart)
    }

    mutating func process(_ samples: [Int16]) {
        pending += samples
        frames += samples.count
        while pending.count >= Self.room(Self.pieceHops) { judge(Self.pieceHops) }
    }

    consuming func finish() -> [SpeechSegment] {
        let left = grid.hopCount(frames: frames) - hops
        if left > 0 {
            let missing = max(0, Self.room(left) - pending.count)
            pending += [Int16](repeating: 0, count: missing)
            judge(left)
        }
        detector.finish(frames: Int64(frames))
        return segments + detector.takeSegments()
    }

    private static func room(_ hops: Int) -> Int {
        FeatureExtractor.lead + hops * HopGrid.hopFrames + FeatureExtractor.lag
    }

    private mutating func judge(_ count: Int) {
        let all = [HopFeatures](unsafeUninitializedCapacity: count) { features, filled in
            pending[..<Self.room(count)].withUnsafeBufferPointer {
                extractor.extract($0, hops: count, into: features)
            }
            filled = count
        }
        for features in all { detector.step(features) }
        segments += detector.takeSegments()
        pending.removeFirst(count * HopGrid.hopFrames)
        hops += count
    }
}

/// A stretch of speech.
///
/// Units: frames of the sound at 16 kHz, `[start, end)`.
public struct SpeechSegment: Sendable, Equatable {
    /// The first frame of speech.
    public var start: Int64
    /// The frame after the last of speech.
    public var end: Int64

    /// A stretch from `start` up to `end`.
    package init(start: Int64, end: Int64) {
        self.start = start
        self.end = end
    }
}

/// Settings that the offline detector compares with: integers only.
///
/// Units: the last word of a name says milliseconds (`Ms`), hundredths of a decibel (`CentiDB`)
/// or thousandths of a natural logarithm of odds (`MilliNats`).
public struct OfflineSettings: Sendable, Equatable {
    /// The log-odds that count for neither speech nor silence: more makes the detector stricter.
    package var biasMilliNats = 0
    /// Least worth of a change from silence to speech or back.
    package var changeMilliNats = 3_500
    /// The most that 20 ms can be worth.
    package var limitMilliNats = 6_000
    /// The shortest stretch that counts as speech.
    public var minSpeechMs = 80
    /// The longest silence that does not part two stretches.
    public var bridgeMs = 250
    /// Least height of a bound below 4 kHz above the noise before it.
    package var edgeVoiceCentiDB = 600
    /// Least height of a bound above 4 kHz above the noise before it.
    package var edgeHissCentiDB = 800
    /// Least height of a bound above all but a tenth of the noise before it.
    package var edgeNoiseCentiDB = 200
    /// Largest distance of a bound below 4 kHz from the top of speech.
    package var edgeDepthCentiDB = 4_000
    /// Largest distance of a bound above 4 kHz from the top of speech.
    package var edgeHissDepthCentiDB = 3_600
    /// Least height by which speech must stand out for its level to place a bound.
    package var edgeRoomCentiDB = 600
    /// Largest move of a bound inwards.
    package var edgeInwardMs = 150
    /// Largest move of a bound outwards.
    package var edgeOutwardMs = 200
    /// The longest hole that a bound crosses.
    package var edgeHoleMs = 40

    /// The defaults.
    public init() {}

    /// Settings for times rather than cuts: bounds follow the fading ends of words, which fall by
    /// about 0.2 dB a millisecond, nearer to the noise. In noise as loud as speech they move more
    /// for it.
    package static var fadingEnds: OfflineSettings {
        var settings = OfflineSettings()
        settings.edgeVoiceCentiDB = 300
        return settings
    }
}
