import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

/// Speech is found in a file that goes by as in one that is held whole.
struct StreamedActivityTests {
    private static func sound(rate: Int) -> MonoSound {
        let room = RoomTone(seed: 3).sound(frames: rate, sampleRate: rate).samples
        let speech = SpeechLikeSound.syllables(frames: 2 * rate, sampleRate: rate)
        return MonoSound(sampleRate: rate, samples: room + speech + room + speech + room)
    }

    @Test("looks both ways in a file as in memory", arguments: [8_000, 16_000, 22_050])
    func offline(rate: Int) throws {
        let folder = TemporaryFolder()
        let sound = Self.sound(rate: rate)
        let path = folder.path("in.wav")
        try SoundFile.writeMono(sound, path: path)
        let found = try SpeechActivity.offlineSegments(path: path)
        #expect(found.segments == (try SpeechActivity.offlineSegments(in: sound)))
        #expect(found.sampleRate == rate)
        #expect(!found.segments.isEmpty)
    }

    @Test("refuses an empty file")
    func empty() throws {
        let folder = TemporaryFolder()
        var writer = try SoundFileWriter(path: folder.path("in.wav"), sampleRate: 16_000)
        try writer.write([])
        try writer.finish()
        #expect(throws: AudioError.empty(path: folder.path("in.wav"))) {
            _ = try SpeechActivity.offlineSegments(path: folder.path("in.wav"))
        }
    }

    @Test(
        "the live machines find the same stretches whatever the blocks",
        arguments: [1, 99, 4_001])
    func live(blocks: Int) throws {
        let sound = Self.sound(rate: 16_000)
        var finder = try SegmentFinder(sampleRate: 16_000)
        sound.samples.withUnsafeBufferPointer { all in
            for start in stride(from: 0, to: all.count, by: blocks) {
                let end = min(start + blocks, all.count)
                finder.process(UnsafeBufferPointer(rebasing: all[start..<end]))
            }
        }
        finder.finish()
        let found = finder.segments
        #expect(found == (try SpeechActivity.segments(in: sound)))
        #expect(!found.isEmpty)
    }
}
