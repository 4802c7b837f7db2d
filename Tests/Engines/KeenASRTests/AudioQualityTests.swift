import Foundation
import KeenASR
import Testing
import VoiceAudio
import VoiceJSON
import VoiceTestSupport

struct AudioQualityTests {
    private static let rate = 16_000

    /// Pieces of square waves, whose level is that of their amplitude.
    private static func sound(_ pieces: [(amplitude: Int16, milliseconds: Int)]) -> MonoSound {
        let samples = pieces.flatMap { amplitude, milliseconds in
            (0..<milliseconds * 16).map { $0 % 2 == 0 ? amplitude : -amplitude }
        }
        return MonoSound(sampleRate: rate, samples: samples)
    }

    private static func frames(_ milliseconds: Range<Int>) -> Range<Int> {
        milliseconds.lowerBound * 16..<milliseconds.upperBound * 16
    }

    @Test(
        "frames have 25 ms and come every 10 ms", .fact("keenasr-3.7-18"),
        arguments: [(0, 0), (24, 0), (25, 1), (34, 1), (35, 2), (1_000, 98)])
    func countsFrames(milliseconds: Int, count: Int) {
        let quality = KIOSAudioQualityResult(Self.sound([(100, milliseconds)]), speech: [])
        #expect(quality.frameRmsValues.count == count)
    }

    @Test(
        "levels are dBFS: full scale is 0, half of it -6.021, silence -100",
        .fact("keenasr-3.7-19"),
        arguments: [(Int16.max, 0.0), (16_384, -6.021), (3_277, -20), (1, -90.309), (0, -100)])
    func measuresLevel(amplitude: Int16, decibels: Double) {
        let quality = KIOSAudioQualityResult(Self.sound([(amplitude, 25)]), speech: [])
        #expect(abs(quality.frameRmsValues[0].doubleValue - decibels) < 0.0015)
    }

    @Test("a faint sound is no quieter than silence", .fact("keenasr-3.7-19"))
    func flooring() {
        // One step in 400 samples is -116 dBFS.
        var samples = [Int16](repeating: 0, count: 400)
        samples[7] = 1
        let quality = KIOSAudioQualityResult(
            MonoSound(sampleRate: Self.rate, samples: samples), speech: [])
        #expect(quality.frameRmsValues.map(\.doubleValue) == [-100])
    }

    @Test("clipped samples are those at either end of 16 bits", .fact("keenasr-3.7-20"))
    func countsClipping() {
        let samples: [Int16] = [.max, .min, .max - 1, .min + 1, 0, .max]
        let quality = KIOSAudioQualityResult(
            MonoSound(sampleRate: Self.rate, samples: samples), speech: [])
        #expect(quality.clippedSampleCount == 3)
    }

    @Test("the ratio is the mean of speech less the mean of the rest", .fact("keenasr-3.7-21"))
    func measuresRatio() {
        let sound = Self.sound([(33, 500), (3_277, 500), (33, 500)])
        let quality = KIOSAudioQualityResult(sound, speech: [Self.frames(500..<1_000)])
        #expect(abs((quality.meanSpeechRmsValue?.doubleValue ?? 0) - -20) < 0.2)
        #expect(abs(quality.meanNonSpeechRmsValue.doubleValue - -59.9) < 1)
        let difference =
            (quality.meanSpeechRmsValue?.doubleValue ?? 0)
            - quality.meanNonSpeechRmsValue.doubleValue
        #expect(abs((quality.snrValue?.doubleValue ?? 0) - difference) < 0.0015)
    }

    @Test(
        "there is no ratio with fewer than ten frames of speech or of the rest",
        .fact("keenasr-3.7-21"),
        arguments: [(90, false), (100, true), (1_400, true), (1_410, false)])
    func needsFrames(speechMilliseconds: Int, hasRatio: Bool) {
        // 150 frames, the centres of which stand at 12.5 ms and every 10 ms after that.
        let sound = Self.sound([(500, 1_515)])
        let quality = KIOSAudioQualityResult(
            sound, speech: [Self.frames(0..<speechMilliseconds + 10)])
        #expect(quality.frameRmsValues.count == 150)
        #expect((quality.snrValue != nil) == hasRatio)
    }

    @Test(
        "without speech there is no level of speech; without a rest its level is -100",
        .fact("keenasr-3.7-22"))
    func tellsMissingParts() {
        let sound = Self.sound([(500, 500)])
        let silent = KIOSAudioQualityResult(sound, speech: [])
        #expect(silent.meanSpeechRmsValue == nil)
        #expect(silent.peakSpeechRmsValue == nil)
        #expect(!silent.initialSegmentRmsWarning)
        let spoken = KIOSAudioQualityResult(sound, speech: [0..<8_000])
        #expect(spoken.meanNonSpeechRmsValue.doubleValue == -100)
    }

    @Test(
        "the peak is the level that 98 of 100 frames of speech do not exceed",
        .fact("keenasr-3.7-23"))
    func measuresPeak() {
        // 100 frames: the two loudest are left out.
        var quiet = Self.sound([(1_000, 1_015)])
        for index in 8_000..<8_100 { quiet.samples[index] = .max }
        let quality = KIOSAudioQualityResult(quiet, speech: [0..<quiet.frames])
        let levels = quality.frameRmsValues.map(\.doubleValue).sorted()
        #expect(levels.count == 100)
        #expect(levels[99] > levels[97])
        #expect(quality.peakSpeechRmsValue?.doubleValue == levels[97])
    }

    @Test(
        "a beginning within 10 dB of speech is warned of", .fact("keenasr-3.7-24"),
        arguments: [(Int16(2_000), true), (700, true), (600, false), (10, false)])
    func warnsOfLoudStart(amplitude: Int16, warns: Bool) {
        // Speech at 2,000: 10 dB less is 632.
        let sound = Self.sound([(amplitude, 325), (2_000, 1_000)])
        let quality = KIOSAudioQualityResult(sound, speech: [Self.frames(330..<1_325)])
        #expect(quality.initialSegmentRmsWarning == warns)
    }

    @Test("ranges of speech count in any order, also where they overlap or reach beyond the sound")
    func takesAnyRanges() {
        let sound = Self.sound([(500, 200), (2_000, 200), (500, 600)])
        let one = KIOSAudioQualityResult(sound, speech: [Self.frames(200..<400)])
        let many = KIOSAudioQualityResult(
            sound, speech: [Self.frames(300..<400), Self.frames(200..<350)])
        #expect(one == many)
        let all = KIOSAudioQualityResult(sound, speech: [-500..<1_000_000])
        #expect(all.snrValue == nil)
        #expect(all.meanSpeechRmsValue != nil)
    }

    @Test("toJson has every figure by the name of its property", .fact("keenasr-3.7-25"))
    func writesJSON() throws {
        let sound = Self.sound([(33, 500), (3_277, 500)])
        let quality = KIOSAudioQualityResult(sound, speech: [Self.frames(500..<1_000)])
        let object = try JSONReader.value(of: Array(quality.toJson().utf8)).object
        #expect(
            object?.members.map(\.key) == [
                "clippedSampleCount", "frameRmsValues", "initialSegmentRmsWarning",
                "meanNonSpeechRmsValue", "meanSpeechRmsValue", "peakSpeechRmsValue", "snrValue",
            ])
    }
}
