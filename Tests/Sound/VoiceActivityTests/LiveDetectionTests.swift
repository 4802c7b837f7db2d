import Testing
import VoiceActivity
import VoiceAudio
import VoiceTestSupport

@Suite struct LiveDetectionTests {
    @Test("finds the syllables at every rate", arguments: [8_000, 16_000, 44_100, 48_000])
    func rates(rate: Int) throws {
        let silence = [Int16](repeating: 0, count: rate)
        let speech = SpeechLikeSound.syllables(frames: rate, sampleRate: rate)
        let sound = MonoSound(sampleRate: rate, samples: silence + speech + silence)
        let found = try SpeechActivity.segments(in: sound)
        #expect(found.count == 1)
        let segment = try #require(found.first)
        #expect(abs(segment.lowerBound - Int64(rate)) < Int64(rate / 20))
        #expect(abs(segment.upperBound - Int64(2 * rate)) < Int64(rate / 10))
    }

    @Test(
        "hears no speech in silence, room tone or steady noise",
        arguments: [Float(-200), -60, -40, -25])
    func noise(decibels: Float) throws {
        let sound = SpeechLikeSound.noise(frames: SpeechLikeSound.seconds(20), decibels: decibels)
        #expect(try SpeechActivity.segments(in: sound) == [])
    }

    @Test("still hears speech after a minute of it")
    func longSpeech() throws {
        let frames = SpeechLikeSound.seconds(60)
        let speech = MonoSound(
            sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: frames))
        let bed = SpeechLikeSound.noise(frames: frames, decibels: -55)
        let sound = Mixer.adding(speech, to: bed, at: 0)
        let evidence = try SpeechActivity.evidence(in: sound)
        let late = evidence.suffix(1_000)
        #expect(late.filter { $0.probability >= 300 }.count > 500)
        let last = try #require(try SpeechActivity.segments(in: sound).last)
        #expect(last.upperBound > Int64(frames) - 8_000)
    }

    @Test("takes a jump of the noise by 25 dB for noise")
    func jump() throws {
        let quiet = SpeechLikeSound.noise(frames: SpeechLikeSound.seconds(5), decibels: -55)
        let loud = SpeechLikeSound.noise(frames: SpeechLikeSound.seconds(10), decibels: -30)
        let sound = MonoSound(sampleRate: 16_000, samples: quiet.samples + loud.samples)
        #expect(try SpeechActivity.segments(in: sound) == [])
    }

    @Test("trims a sound to its speech and pads")
    func trim() throws {
        let silence = [Int16](repeating: 0, count: 16_000)
        let speech = SpeechLikeSound.syllables(frames: 16_000)
        let sound = MonoSound(sampleRate: 16_000, samples: silence + speech + silence)
        let found = try #require(try SpeechActivity.segments(in: sound).first)
        let result = SmartTrim(
            speech: found, frames: 48_000, pads: SmartTrim.Pads(before: 800, after: 3_200))
        #expect(abs(result.range.lowerBound - 15_200) < 800)
        #expect(abs(result.range.upperBound - 35_200) < 1_600)
    }
}
