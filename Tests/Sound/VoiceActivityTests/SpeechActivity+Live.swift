import VoiceAudio

@testable import VoiceActivity

/// What the live detector finds in whole sounds.
extension SpeechActivity {
    static func segments(in sound: MonoSound) throws(ActivityError) -> [Range<Int64>] {
        var finder = try SegmentFinder(sampleRate: sound.sampleRate)
        sound.samples.withUnsafeBufferPointer { finder.process($0) }
        finder.finish()
        return finder.segments
    }

    /// The evidence of every hop; a last, partial one is filled up with silence.
    static func evidence(in sound: MonoSound) throws(ActivityError) -> [HopEvidence] {
        var finder = try SegmentFinder(sampleRate: sound.sampleRate, keepsDecisions: true)
        sound.samples.withUnsafeBufferPointer { finder.process($0) }
        finder.finish()
        return finder.takeDecisions().map(\.evidence)
    }
}
