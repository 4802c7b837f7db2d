import Testing
import VoiceActivity
import VoiceAudio
import VoiceTestSupport

// The recordings are not part of the package: without the variable the suite is skipped.
@Suite(.enabled(if: Corpus.folder != nil, "set VOICETEST_SPEECH_CORPUS to a speech corpus"))
struct CorpusTests {
    @Test(
        "finds a spoken digit over noise of 15 dB less, in one piece",
        arguments: ["0_nicolas_44", "6_nicolas_1", "1_nicolas_35"])
    func digit(name: String) throws {
        let silence = MonoSound(
            sampleRate: 16_000, samples: [Int16](repeating: 0, count: 48_000))
        let clip = Mixer.adding(
            try Corpus.clip("digits/fsdd/\(name).wav"), to: silence, at: 24_000)
        let bed = RoomTone(seed: 3).sound(frames: clip.frames, sampleRate: 16_000)
        let mix = Mixer.mixing(clip, over: bed, signalToNoiseDB: 15)
        let found = try SpeechActivity.segments(in: mix)
        #expect(found.count == 1)
        #expect(abs((found.first?.lowerBound ?? 0) - 24_000) < 3_200)
    }

    @Test("takes hardly any of five noises for speech, looking both ways")
    func noise() throws {
        let names = [
            "keyboard_typing", "kitchen_dishes", "machine_exercise-bike", "music_vibe-ace",
            "street_city",
        ]
        var (spoken, whole) = (0, 0)
        for name in names {
            let bed = try Corpus.clip("noise/\(name).flac")
            spoken += try SpeechActivity.offlineSegments(in: bed).reduce(0) { $0 + $1.count }
            whole += bed.frames
        }
        #expect(spoken * 20 <= whole)
    }

    @Test(
        "finds an utterance to 100 ms over noise of 15 dB less, looking both ways",
        arguments: ["keyboard_typing", "machine_exercise-bike", "street_city"])
    func utterance(noise: String) throws {
        let clip = try Corpus.clip("commands/coffee_134b10d6.flac")
        let quiet = try #require(try SpeechActivity.offlineSegments(in: clip).first)
        let bed = try Corpus.clip("noise/\(noise).flac")
        let long = Mixer.adding(
            clip,
            to: MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 0, count: 200_000)),
            at: 40_000)
        let found = try SpeechActivity.offlineSegments(
            in: Mixer.mixing(long, over: bed, signalToNoiseDB: 15))
        #expect(found.count == 1)
        #expect(abs((found.first?.lowerBound ?? 0) - 40_000 - quiet.lowerBound) < 1_600)
    }

    private static let mixes: [String] = {
        let names = [
            "babble_8-voices", "keyboard_typing", "kitchen_dishes",
            "machine_exercise-bike", "music_vibe-ace", "street_city",
        ]
        // Among other voices, and over noise as loud as speech, a verdict may hang on a hair.
        let noisy = names.dropFirst().flatMap { name in
            ["05", "10", "20"].map { "\(name)_snr\($0)" }
        }
        return noisy + [
            "quiet0_digital-silence", "quiet1_digital-silence", "quiet2_room-tone",
            "quiet3_room-tone", "nospeech_keyboard_typing", "nospeech_kitchen_dishes",
            "nospeech_music_vibe-ace",
        ]
    }()

    @Test("moves no bound by more than a hop when a recording begins elsewhere", arguments: mixes)
    func shifts(name: String) throws {
        let whole = try Corpus.clip("labelled/mixes/\(name).flac")
        // What a beginning can change lies near it.
        let sound = MonoSound(
            sampleRate: 16_000, samples: Array(whole.samples.prefix(HopGrid.anchorFrames)))
        let found = try SpeechActivity.offlineSegments(in: sound)
        for shift in [-80, 37, 80, 159] {
            let begun = [Int16](repeating: 0, count: max(0, -shift))
            let cut = MonoSound(
                sampleRate: 16_000, samples: begun + sound.samples[max(0, shift)...])
            let moved = try SpeechActivity.offlineSegments(in: cut)
            #expect(moved.count == found.count)
            for (left, right) in zip(moved, found) {
                #expect(abs(left.lowerBound - max(0, right.lowerBound - Int64(shift))) <= 160)
                #expect(abs(left.upperBound - right.upperBound + Int64(shift)) <= 160)
            }
        }
    }
}
