public import VoiceAudio

extension SpeechActivity {
    /// The stretches of speech in a whole sound of any rate, found by looking both ways.
    ///
    /// Shape: ascending, apart, in frames of the sound.
    /// - Throws: ``AudioError/unsupportedRate(rate:)`` for a rate that cannot be converted.
    public static func offlineSegments(
        in sound: MonoSound, settings: OfflineSettings = OfflineSettings()
    ) throws(AudioError) -> [Range<Int64>] {
        let converted = try RateConverter.convert(sound, to: HopGrid.sampleRate)
        let grid = converted.samples.withUnsafeBufferPointer { HopGrid(first: $0) }
        var detector = OfflineDetector(settings: settings, grid: grid)
        for features in features(of: converted.samples, grid: grid) { detector.step(features) }
        detector.finish(frames: Int64(converted.frames))
        return ActivityScan.scaled(
            detector.takeSegments(), to: sound.sampleRate, frames: Int64(sound.frames))
    }

    /// The features of every hop of a sound at 16 kHz.
    static func features(of samples: [Int16], grid: HopGrid) -> [HopFeatures] {
        let hops = grid.hopCount(frames: samples.count)
        let before = FeatureExtractor.lead - grid.firstStart
        let whole = FeatureExtractor.lead + hops * HopGrid.hopFrames + FeatureExtractor.lag
        var padded = [Int16](repeating: 0, count: whole)
        padded.replaceSubrange(before..<before + samples.count, with: samples)
        return [HopFeatures](unsafeUninitializedCapacity: hops) { features, count in
            let extractor = FeatureExtractor()
            padded.withUnsafeBufferPointer { extractor.extract($0, hops: hops, into: features) }
            count = hops
        }
    }

    /// The stretches of speech in a sound file, found by looking both ways, in constant memory.
    ///
    /// Shape: ascending, apart, in frames of the file.
    /// - Throws: every ``AudioError`` about input.
    public static func offlineSegments(
        path: String, settings: OfflineSettings = OfflineSettings()
    ) throws(AudioError) -> (segments: [Range<Int64>], sampleRate: Int) {
        var stream = try MonoStream(path: path, rate: HopGrid.sampleRate, quality: .best)
        var piece = [Int16](repeating: 0, count: HopGrid.anchorFrames)
        func read(_ stream: inout MonoStream) throws(AudioError) -> Int {
            try piece.withUnsafeMutableBufferPointer {
                (all) throws(AudioError) in try stream.read(into: all)
            }
        }
        var count = try read(&stream)
        guard count > 0 else { throw .empty(path: path) }
        let grid = piece[..<count].withUnsafeBufferPointer { HopGrid(first: $0) }
        var hops = OfflineHops(settings: settings, grid: grid)
        while count > 0 {
            hops.take(piece[..<count])
            count = try read(&stream)
        }
        let found = hops.finish()
        let rate = stream.format.sampleRate
        return (ActivityScan.scaled(found, to: rate, frames: stream.fileFrames), rate)
    }
}

/// The hops of a sound at 16 kHz that goes by in pieces, on their way to the detector.
private struct OfflineHops: ~Copyable {
    private static let pieceHops = 1_024
    private let extractor = FeatureExtractor()
    private let grid: HopGrid
    private var detector: OfflineDetector
    private var pending: [Int16]
    private var hops = 0
    private var frames = 0
    private var segments: [SpeechSegment] = []

    init(settings: OfflineSettings, grid: HopGrid) {
        self.grid = grid
        detector = OfflineDetector(settings: settings, grid: grid)
        pending = [Int16](repeating: 0, count: FeatureExtractor.lead - grid.firstStart)
    }

    mutating func take(_ samples: ArraySlice<Int16>) {
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
