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
        finder.finish()
        return finder.segments
    }

    /// The evidence of every hop; a last, partial one is filled up with silence.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)``.
    public static func evidence(
        in sound: MonoSound, settings: SpeechSettings = fileSettings
    ) throws(ActivityError) -> [HopEvidence] {
        var finder = try SegmentFinder(
            sampleRate: sound.sampleRate, settings: settings, keepsDecisions: true)
        sound.samples.withUnsafeBufferPointer { finder.take($0) }
        finder.finish()
        return finder.takeDecisions().map(\.evidence)
    }
}
