import Foundation
import Testing
import VoiceActivity
import VoiceTestSupport

@testable import VoiceAudio

@Suite("Speech at the first sample, and at any level")
struct FirstWordTests {
    private let folder = TemporaryFolder()

    /// Half a second of syllables with `lead` samples of a quiet room before them, a second of it
    /// behind.
    private static func clip(lead: Int) -> MonoSound {
        let room = RoomTone(seed: 5).sound(frames: lead + 24_000, sampleRate: 16_000).samples
        var samples = room
        for (index, sample) in SpeechLikeSound.syllables(frames: 8_000).enumerated() {
            samples[lead + index] = sample
        }
        return MonoSound(sampleRate: 16_000, samples: samples)
    }

    @Test("a session hears a caller who speaks at once", arguments: [0, 320, 800, 1_600])
    func live(lead: Int) throws {
        let found = try SpeechActivity.segments(in: Self.clip(lead: lead))
        let first = try #require(found.first)
        #expect(abs(Int(first.lowerBound) - lead) <= 1_600)
        #expect(first.upperBound < Int64(lead + 8_000 + 3_200))
    }

    @Test("a file may begin with its first word", arguments: [0, 320, 800, 1_600])
    func files(lead: Int) throws {
        let found = try SpeechActivity.offlineSegments(in: Self.clip(lead: lead))
        let first = try #require(found.first)
        #expect(Int(first.lowerBound) <= lead + 800)
    }

    @Test("a file may end with its last word")
    func ends() throws {
        let speech = SpeechLikeSound.syllables(frames: 8_000)
        let found = try SpeechActivity.offlineSegments(
            in: MonoSound(sampleRate: 16_000, samples: speech))
        #expect(found.count == 1)
        #expect(try #require(found.last).upperBound > 6_000)
    }

    @Test("a floating-point file gives the same stretches at every gain")
    func gains() async throws {
        let noise = SpeechLikeSound.noise(frames: 64_000, decibels: -45)
        let sound = Mixer.adding(Self.clip(lead: 0), to: noise, at: 16_000)
        let path = folder.path("in.wav")
        try SoundFile.writeMono(sound, path: path)
        var found: [[Range<Int64>]] = []
        for gain in [0.0, -7.3, -29, -58] {
            var options = RewriteOptions()
            (options.encoding, options.gainDB, options.overwrite) = (.float, gain, true)
            let quiet = folder.path("quiet.wav")
            _ = try SoundRewrite(from: path, to: quiet, options: options).run()
            found.append(try await ActivityScan().run(path: quiet).segments)
        }
        #expect(!found[0].isEmpty)
        #expect(found.allSatisfy { $0 == found[0] })
    }

    @Test("sound that begins quietly is not cut off when it becomes loud")
    func quietOpening() async throws {
        let room = RoomTone(seed: 3).sound(frames: 200_000, sampleRate: 16_000)
        let quiet = Mixer.applying(gainDB: -15, to: room)
        let sound = Mixer.adding(Self.clip(lead: 0), to: quiet, at: 180_000)
        let path = folder.path("in.wav")
        try SoundFile.writeMono(sound, path: path)
        var options = RewriteOptions()
        options.encoding = .float
        _ = try SoundRewrite(from: path, to: folder.path("float.wav"), options: options).run()
        let exact = try await ActivityScan().run(path: path).segments
        let floats = try await ActivityScan().run(path: folder.path("float.wav")).segments
        #expect(exact.count == 1 && floats.count == 1)
        #expect(abs(try #require(floats.first).lowerBound - 180_000) <= 800)
    }

    @Test("the greatest floats are sound like any other", arguments: [Float(3e38), 1e-38])
    func extreme(peak: Float) async throws {
        let sound = Self.clip(lead: 0).samples.map { Double($0) / 32_768 * Double(peak) }
        let path = folder.path("in.wav")
        var writer = try SoundFileWriter(
            path: path, coding: SoundCoding(.wav, .float), sampleRate: 16_000, channels: 1)
        try sound.withUnsafeBufferPointer { (all) throws(AudioError) in try writer.write(all) }
        try writer.finish()
        let scan = ActivityScan()
        let found = try await scan.run(path: path).segments
        _ = try await scan.evidence(path: path, of: found, sampleRate: 16_000)
        #expect(found.count == 1)
    }

    @Test("levels of evidence are those of the file, whatever it is brought to")
    func evidence() async throws {
        let path = folder.path("in.wav")
        let sound = Mixer.applying(gainDB: -30, to: Self.clip(lead: 16_000))
        try SoundFile.writeMono(sound, path: path)
        let found = try await ActivityScan().run(path: path).segments
        let evidence = try await ActivityScan().evidence(
            path: path, of: found, sampleRate: 16_000)
        let clearest = try #require(evidence.first?.clearest)
        let loudest = Level.peak(sound.samples) * 100
        #expect(Float(clearest.energy) < loudest && Float(clearest.energy) > loudest - 5_000)
    }

    @Test(
        "real digits that begin with their first sample are found, live and in files",
        .enabled(if: Corpus.folder != nil, "set VOICETEST_SPEECH_CORPUS to a speech corpus"))
    func digits() throws {
        let folder = try #require(Corpus.folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/digits")
            .filter { $0.hasSuffix(".wav") }.map { "digits/\($0)" }
        try #require(names.count >= 50)
        var (live, files) = (0, 0)
        for name in names {
            let clip = try Corpus.clip(name)
            live += try SpeechActivity.segments(in: clip).isEmpty ? 0 : 1
            files += try SpeechActivity.offlineSegments(in: clip).isEmpty ? 0 : 1
        }
        #expect(live * 98 >= 96 * names.count)
        #expect(files * 98 >= 96 * names.count)
    }
}
