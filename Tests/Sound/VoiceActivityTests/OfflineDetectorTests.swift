import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

@Suite struct OfflineDetectorTests {
    /// Speech-like sound from 2 s to 3.5 s and from 6 s to 8 s over noise of so many dBFS.
    private static func sound(noise decibels: Float) throws -> MonoSound {
        var sound = SpeechLikeSound.noise(
            frames: SpeechLikeSound.seconds(11), decibels: decibels)
        for (start, length) in [(2.0, 1.5), (6, 2)] {
            let speech = MonoSound(
                sampleRate: 16_000,
                samples: SpeechLikeSound.syllables(frames: SpeechLikeSound.seconds(length)))
            sound = Mixer.adding(speech, to: sound, at: SpeechLikeSound.seconds(start))
        }
        return sound
    }

    private static func detector(
        _ sound: MonoSound, keepsDecisions: Bool = false
    ) -> (OfflineDetector, [HopFeatures]) {
        let opening = sound.samples.withUnsafeBufferPointer { SoundOpening($0) }
        let features = SpeechActivity.features(
            of: sound.samples, grid: opening.grid, gain: opening.gain)
        let detector = OfflineDetector(
            settings: OfflineSettings(), opening: opening, keepsDecisions: keepsDecisions)
        return (detector, features)
    }

    @Test("finds speech where it is, in silence and in noise", arguments: [Float(-200), -60, -45])
    func finds(decibels: Float) throws {
        let found = try SpeechActivity.offlineSegments(in: Self.sound(noise: decibels))
        for truth in [32_000..<56_000, 96_000..<128_000] {
            let part = found.map { Int($0.lowerBound)..<Int($0.upperBound) }
            let inside = part.reduce(0) { $0 + $1.clamped(to: truth).count }
            #expect(inside > truth.count * 6 / 10)
        }
        // In noise up to 200 ms more are kept, where a first or last consonant may be hidden.
        let around = [28_800..<59_200, 92_800..<131_200]
        for part in found {
            let range = Int(part.lowerBound)..<Int(part.upperBound)
            #expect(around.contains { $0.clamped(to: range) == range })
        }
    }

    @Test(
        "hears no speech in silence, room tone or steady noise",
        arguments: [Float(-200), -60, -40, -25])
    func noise(decibels: Float) throws {
        let sound = SpeechLikeSound.noise(frames: SpeechLikeSound.seconds(20), decibels: decibels)
        #expect(try SpeechActivity.offlineSegments(in: sound) == [])
    }

    @Test(
        "takes no step of the room's level before speech for speech",
        arguments: UInt64(0)..<8, [Float(10), 13])
    func step(seed: UInt64, decibels: Float) throws {
        let (step, start) = (50_400, 62_400)
        let quiet = SpeechLikeSound.noise(frames: step, decibels: -70, seed: seed)
        let loud = SpeechLikeSound.noise(
            frames: SpeechLikeSound.seconds(5), decibels: decibels - 70, seed: seed + 8)
        let speech = SpeechLikeSound.syllables(
            frames: SpeechLikeSound.seconds(0.6), amplitude: 0.6)
        let sound = Mixer.adding(
            MonoSound(sampleRate: 16_000, samples: speech),
            to: MonoSound(sampleRate: 16_000, samples: quiet.samples + loud.samples), at: start)
        let found = try SpeechActivity.offlineSegments(in: sound)
        #expect(found.count == 1)
        #expect(found.allSatisfy { Int($0.lowerBound) > start - 3_200 })
    }

    @Test("takes sounds of a few samples", arguments: [0, 1, 2, 159, 160, 161, 500, 1_600, 1_601])
    func short(frames: Int) throws {
        let sound = MonoSound(
            sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: frames))
        let found = try SpeechActivity.offlineSegments(in: sound)
        #expect(found.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= Int64(frames) })
    }

    @Test("takes the loudest sound there is, and a constant one", arguments: [Int16.min, 0, .max])
    func extremes(sample: Int16) throws {
        let sound = MonoSound(
            sampleRate: 16_000, samples: [Int16](repeating: sample, count: 80_000))
        #expect(try SpeechActivity.offlineSegments(in: sound) == [])
    }

    @Test("moves no bound when the sound begins elsewhere", arguments: [1, 37, 80, 111, 159])
    func shifts(shift: Int) throws {
        let sound = try Self.sound(noise: -50)
        let found = try SpeechActivity.offlineSegments(in: sound)
        let cut = MonoSound(sampleRate: 16_000, samples: Array(sound.samples[shift...]))
        let padding = [Int16](repeating: 0, count: shift)
        let padded = MonoSound(sampleRate: 16_000, samples: padding + sound.samples)
        for (other, offset) in [(cut, -shift), (padded, shift)] {
            let moved = try SpeechActivity.offlineSegments(in: other)
            #expect(moved.count == found.count)
            for (left, right) in zip(moved, found) {
                #expect(abs(Int(left.lowerBound - right.lowerBound) - offset) <= 160)
                #expect(abs(Int(left.upperBound - right.upperBound) - offset) <= 160)
            }
        }
    }

    @Test("finds the same wherever hops and blocks begin", arguments: 0..<10)
    func anyGrid(place: Int) throws {
        let sound = try Self.sound(noise: -50)
        let found = try SpeechActivity.offlineSegments(in: sound)
        var marked = [Int16](repeating: 0, count: 1_600)
        marked[place * 160] = 1
        var opening = sound.samples.withUnsafeBufferPointer { SoundOpening($0) }
        opening.grid = marked.withUnsafeBufferPointer { HopGrid(first: $0) }
        var detector = OfflineDetector(settings: OfflineSettings(), opening: opening)
        for hop in SpeechActivity.features(
            of: sound.samples, grid: opening.grid, gain: opening.gain)
        { detector.step(hop) }
        detector.finish(frames: Int64(sound.frames))
        let moved = detector.takeSegments()
        #expect(moved.count == found.count)
        for (left, right) in zip(moved, found) {
            #expect(abs(left.start - right.lowerBound) <= 640)
            #expect(abs(left.end - right.upperBound) <= 640)
        }
    }

    @Test("finds the same at another gain", arguments: [Float(-20), -9, 6])
    func gain(decibels: Float) throws {
        let sound = try Self.sound(noise: -40)
        let other = Mixer.applying(gainDB: decibels, to: sound)
        let (found, moved) = (
            try SpeechActivity.offlineSegments(in: sound),
            try SpeechActivity.offlineSegments(in: other)
        )
        #expect(found.count == moved.count)
        for (left, right) in zip(found, moved) {
            #expect(abs(left.lowerBound - right.lowerBound) <= 640)
            #expect(abs(left.upperBound - right.upperBound) <= 640)
        }
    }

    @Test("finds speech at every rate", arguments: [8_000, 11_025, 22_050, 44_100, 192_000])
    func rates(rate: Int) throws {
        var beginning = try Self.sound(noise: -60)
        beginning.samples.removeLast(beginning.frames - SpeechLikeSound.seconds(5))
        let sound = try RateConverter.convert(beginning, to: rate)
        let found = try SpeechActivity.offlineSegments(in: sound)
        let start = try #require(found.first).lowerBound
        #expect(abs(start - Int64(2 * rate)) < Int64(rate / 20))
    }

    @Test("hands over, while it goes on, what it finds in all")
    func streams() throws {
        let sound = try Self.sound(noise: -50)
        var (detector, features) = Self.detector(sound)
        var found: [SpeechSegment] = []
        for hop in features {
            detector.step(hop)
            found += detector.takeSegments()
        }
        let early = found.count
        detector.finish(frames: Int64(sound.frames))
        found += detector.takeSegments()
        #expect(early >= 1)
        #expect(
            found.map { $0.start..<$0.end } == (try SpeechActivity.offlineSegments(in: sound)))
    }

    @Test("shows its evidence for every hop, once and in order, in keeping with what it found")
    func evidence() throws {
        let sound = try Self.sound(noise: -50)
        var (detector, features) = Self.detector(sound, keepsDecisions: true)
        var decisions: [HopDecision] = []
        for hop in features {
            detector.step(hop)
            decisions += detector.takeDecisions()
        }
        detector.finish(frames: Int64(sound.frames))
        decisions += detector.takeDecisions()
        let found = detector.takeSegments()
        #expect(decisions.map(\.features) == features)
        for (one, next) in zip(decisions, decisions.dropFirst()) {
            #expect(next.start - one.start == 160)
        }
        for decision in decisions {
            let middle = decision.start + 80
            #expect(decision.isSpeech == found.contains { $0.start <= middle && middle < $0.end })
            #expect(decision.rule != .open)
            #expect(decision.isSpeech == [.speech, .held].contains(decision.rule))
            #expect((decision.logOdds > 0) == [.speech, .passing].contains(decision.rule))
        }
    }

    @Test("remembers no more than a minute, however long the sound and the speech in it")
    func bounded() {
        let speech = SpeechLikeSound.syllables(frames: SpeechLikeSound.seconds(10))
        let sound = MonoSound(sampleRate: 16_000, samples: speech)
        var (detector, features) = Self.detector(sound, keepsDecisions: true)
        var taken = 0
        for round in 0..<20 {
            for hop in features { detector.step(hop) }
            taken += detector.takeDecisions().count
            #expect((round + 1) * features.count - taken < 6_000)
        }
    }
}
