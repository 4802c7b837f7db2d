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
        var segmenter = SpeechSegmenter(settings: settings, sampleRate: sound.sampleRate)
        var found: [Range<Int64>] = []
        let frames = Int64(sound.frames)
        var frame: Int64 = 0
        let hopFrames = Int64(sound.sampleRate / 100)
        for evidence in try evidence(in: sound, settings: settings) {
            frame += hopFrames
            if case .end(let crossing)? = segmenter.step(evidence, at: frame) {
                close(&found, segmenter, at: min(frames, crossing.spoken))
            }
        }
        if segmenter.isSpeaking { close(&found, segmenter, at: frames) }
        return found
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

    private static func close(
        _ found: inout [Range<Int64>], _ segmenter: SpeechSegmenter, at end: Int64
    ) {
        guard let start = segmenter.speechStartFrame else { return }
        let from = max(start, found.last?.upperBound ?? 0)
        let to = min(end, max(segmenter.lastSpeechFrame, from))
        if from < to { found.append(from..<to) }
    }
}
