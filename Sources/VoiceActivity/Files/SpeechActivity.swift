public import VoiceAudio

/// Finds speech in whole sounds, with the machines that work live.
public enum SpeechActivity {
    /// Settings for whole sounds: an end needs no patience when nobody waits for an answer.
    public static var fileSettings: SpeechSettings {
        var settings = SpeechSettings()
        settings.endSilenceMs = 250
        return settings
    }

    /// The stretches of speech, without pads.
    ///
    /// Shape: ascending, apart, in frames of the sound.
    /// - Throws: ``ActivityError/unsupportedRate(rate:)``.
    public static func segments(
        in sound: MonoSound, settings: SpeechSettings = fileSettings
    ) throws(ActivityError) -> [Range<Int64>] {
        var finder = try SegmentFinder(sampleRate: sound.sampleRate, settings: settings)
        sound.samples.withUnsafeBufferPointer { finder.take($0) }
        return finder.finish()
    }

    /// The evidence of every hop; a last, partial one is filled up with silence.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)``.
    public static func evidence(
        in sound: MonoSound, settings: SpeechSettings = fileSettings
    ) throws(ActivityError) -> [HopEvidence] {
        var analyzer = try SpeechAnalyzer(sampleRate: sound.sampleRate, settings: settings)
        let size = analyzer.hopFrames
        let whole = sound.frames / size
        var all: [HopEvidence] = []
        all.reserveCapacity(whole + 1)
        sound.samples.withUnsafeBufferPointer { samples in
            for hop in 0..<whole {
                let range = hop * size..<(hop + 1) * size
                all.append(analyzer.analyze(UnsafeBufferPointer(rebasing: samples[range])))
            }
        }
        let rest = sound.samples[(whole * size)...]
        guard !rest.isEmpty else { return all }
        let last = Array(rest) + [Int16](repeating: 0, count: size - rest.count)
        last.withUnsafeBufferPointer { all.append(analyzer.analyze($0)) }
        return all
    }
}
