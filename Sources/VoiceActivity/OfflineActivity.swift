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
}
