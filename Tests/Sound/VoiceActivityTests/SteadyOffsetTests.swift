import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

@Suite struct SteadyOffsetTests {
    /// Speech-like sound from 1 s to 2.5 s in a quiet room, all of it lifted by `offset`.
    private static func sound(offset: Int, seconds: Double = 4) throws -> MonoSound {
        let room = SpeechLikeSound.noise(frames: SpeechLikeSound.seconds(seconds), decibels: -65)
        let speech = MonoSound(
            sampleRate: 16_000,
            samples: SpeechLikeSound.syllables(frames: SpeechLikeSound.seconds(1.5)))
        let sound = Mixer.adding(speech, to: room, at: 16_000)
        return MonoSound(
            sampleRate: 16_000, samples: sound.samples.map { Int16(clamping: Int($0) + offset) })
    }

    private static func measured(_ sound: MonoSound) -> Int16 {
        sound.samples.withUnsafeBufferPointer { SteadyOffset.measure($0) }
    }

    @Test("is what is added to every sample, and nothing else is", arguments: [-3_000, 100, 655])
    func measures(offset: Int) throws {
        #expect(abs(Int(Self.measured(try Self.sound(offset: offset))) - offset) <= 2)
        let plain = try Self.sound(offset: 0)
        #expect(Self.measured(plain) == 0)
        let half = try Self.sound(offset: offset).samples[..<32_000]
        #expect(
            Self.measured(
                MonoSound(sampleRate: 16_000, samples: Array(half + plain.samples[32_000...])))
                == 0)
        #expect(Self.measured(MonoSound(sampleRate: 16_000, samples: Array(half[..<4_800]))) == 0)
    }

    /// The stretches of speech in `sound`, in memory, in a file, on all cores, and in a call.
    private static func found(in sound: MonoSound) async throws -> [[Range<Int64>]] {
        let folder = TemporaryFolder()
        let path = folder.path("sound.wav")
        try SoundFile.writeMono(sound, path: path)
        return [
            try SpeechActivity.offlineSegments(in: sound),
            try SpeechActivity.offlineSegments(path: path).segments,
            try await ActivityScan().run(path: path).segments,
            try CallScan(first: path, second: path).run().heard[0],
        ]
    }

    @Test("moves no end of speech, wherever sound is read", arguments: [-3_000, 655])
    func finds(offset: Int) async throws {
        let truth = try await Self.found(in: try Self.sound(offset: 0))
        let lifted = try await Self.found(in: try Self.sound(offset: offset))
        for (truth, lifted) in zip(truth, lifted) {
            #expect(truth.count == 1 && lifted.count == 1)
            for (truth, lifted) in zip(truth, lifted) {
                #expect(abs(lifted.lowerBound - truth.lowerBound) <= 160)
                #expect(abs(lifted.upperBound - truth.upperBound) <= 160)
            }
        }
    }
}
