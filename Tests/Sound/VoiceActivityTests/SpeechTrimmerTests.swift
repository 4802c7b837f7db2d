import Testing
import VoiceActivity
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

@Suite struct SpeechTrimmerTests {
    private let folder = TemporaryFolder()
    private let trimmer = SpeechTrimmer(scan: ActivityScan())

    private func write(_ samples: [Int16], _ name: String = "a.wav") throws -> String {
        let path = folder.path(name)
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: path, overwrite: true)
        return path
    }

    @Test("keeps all speech and the pads")
    func pads() async throws {
        let plan = try await trimmer.plan(path: try write(TwoStretches.samples()))
        guard case .speech(let start, let end) = plan.reason else {
            Issue.record("cut for \(plan.reason)")
            return
        }
        #expect(plan.range == start - 800..<end + 3_200)
        #expect(plan.range.lowerBound <= 32_000)
        #expect(plan.range.upperBound >= 464_000)
        #expect(plan.frames == 640_000)
    }

    @Test("trims what it trimmed to itself")
    func again() async throws {
        let samples = TwoStretches.samples()
        let plan = try await trimmer.plan(path: try write(samples))
        let kept = samples[Int(plan.range.lowerBound)..<Int(plan.range.upperBound)]
        let second = try await trimmer.plan(path: try write(Array(kept), "b.wav"))
        #expect(second.isWhole)
    }

    @Test("words that cover the file decide")
    func words() async throws {
        let path = try write(Array(TwoStretches.samples()[24_000..<88_000]))
        let plan = try await trimmer.plan(path: path, words: (0.5, 3.5))
        #expect(plan.reason == .words(8_000..<56_000))
        #expect(plan.range == 7_200..<59_200)
    }

    @Test("words that leave out too much give way to what is heard")
    func uncovered() async throws {
        let path = try write(TwoStretches.samples())
        let plan = try await trimmer.plan(path: path, words: (2, 5))
        #expect(plan.range.upperBound >= 464_000)
    }

    @Test("words that end before they begin are no words")
    func backwards() async throws {
        let path = try write(TwoStretches.samples())
        let plan = try await trimmer.plan(path: path, words: (5, 2))
        #expect(plan == (try await trimmer.plan(path: path)))
    }

    @Test("keeps all of a file without speech")
    func silence() async throws {
        let quiet = RoomTone(seed: 1).sound(frames: 64_000, sampleRate: 16_000).samples
        let plan = try await trimmer.plan(path: try write(quiet))
        #expect(plan.isWhole)
        #expect(plan.reason == .noSpeech)
    }

    /// Two minutes: speech near both ends.
    private var long: [Int16] {
        let stretch = TwoStretches.samples()
        return stretch + RoomTone(seed: 2).sound(frames: 640_000, sampleRate: 16_000).samples
            + stretch
    }

    private func expectEnds(_ plan: SmartTrim) {
        #expect(plan.frames == 1_920_000)
        #expect(plan.range.lowerBound <= 32_000)
        #expect(plan.range.lowerBound > 28_000)
        #expect(plan.range.upperBound >= 1_744_000)
        #expect(plan.range.upperBound < 1_750_000)
    }

    @Test("of a long file the ends alone are heard, with the same result")
    func long() async throws {
        var trimmer = trimmer
        trimmer.windowSeconds = 30
        expectEnds(try await trimmer.plan(path: try write(long)))
    }

    @Test("what lies between the ends of a long file is not read", arguments: [1, 2])
    func middle(channels: Int) async throws {
        var trimmer = trimmer
        trimmer.windowSeconds = 30
        let integers = folder.path("integers.wav")
        var writer = try SoundFileWriter(path: integers, sampleRate: 16_000, channels: channels)
        try writer.write(long.flatMap { [Int16](repeating: $0, count: channels) })
        try writer.finish()
        var options = RewriteOptions()
        options.encoding = .float
        let floats = folder.path("float.wav")
        _ = try SoundRewrite(from: integers, to: floats, options: options).run()
        var bytes = try DiskFile.read(floats, limit: 1 << 25)
        let place = bytes.count / 8 * 4
        bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0xc0, 0x7f])
        try folder.write(bytes, to: "hole.wav")
        let path = folder.path("hole.wav")
        await #expect(throws: AudioError.self) { try await ActivityScan().run(path: path) }
        expectEnds(try await trimmer.plan(path: path))
    }

    @Test("the ends of a long FLAC file alone are heard too")
    func flac() async throws {
        var trimmer = trimmer
        trimmer.windowSeconds = 30
        let path = try write(long, "long.flac")
        expectEnds(try await trimmer.plan(path: path))
        var bytes = try DiskFile.read(path, limit: 1 << 25)
        let middle = bytes.count / 2
        for index in middle..<middle + 9_000 { bytes[index] = 0 }
        try folder.write(bytes, to: "hole.flac")
        let hole = folder.path("hole.flac")
        await #expect(throws: AudioError.self) { try await ActivityScan().run(path: hole) }
        expectEnds(try await trimmer.plan(path: hole))
    }

    @Test("a file that is read in order is cut as any other", arguments: ["mp3", "ogg"])
    func inOrder(ending: String) async throws {
        let plain = try write(TwoStretches.samples())
        let path = folder.path("a.\(ending)")
        _ = try SoundRewrite(from: plain, to: path).run()
        let plan = try await trimmer.plan(path: path)
        let expected = try await trimmer.plan(path: plain)
        #expect(plan.frames >= 640_000)
        #expect(abs(plan.range.lowerBound - expected.range.lowerBound) < 3_200)
        #expect(abs(plan.range.upperBound - expected.range.upperBound) < 6_400)
    }
}

// The recordings are not part of the package: without the variable the suite is skipped.
@Suite(
    "Trimming recordings of people",
    .enabled(if: Corpus.folder != nil, "set VOICETEST_SPEECH_CORPUS to a speech corpus"))
struct RecordedSpeechTrimTests {
    private static let names = [
        "quiet0_digital-silence", "quiet1_digital-silence", "quiet2_room-tone",
        "quiet3_room-tone", "babble_8-voices_snr20", "keyboard_typing_snr20",
        "kitchen_dishes_snr20", "machine_exercise-bike_snr20", "music_vibe-ace_snr20",
        "street_city_snr20",
    ]

    @Test("cuts no labelled speech, and trims what it trimmed to itself", arguments: names)
    func labelled(name: String) async throws {
        let folder = TemporaryFolder()
        let mixes = "\(Corpus.folder ?? "")/labelled/mixes"
        let bytes = try DiskFile.read("\(mixes)/\(name).json", limit: 1 << 20)
        let segments = try #require(
            try JSONReader.value(of: bytes).object?["segments"]?.array)
        let start = try #require(segments.first?.object?["start"]?.integer)
        let end = try #require(segments.last?.object?["end"]?.integer)
        let trimmer = SpeechTrimmer(scan: ActivityScan())
        let plan = try await trimmer.plan(path: "\(mixes)/\(name).flac")
        #expect(plan.range.lowerBound <= start)
        #expect(plan.range.upperBound >= end)
        var options = RewriteOptions()
        options.range = plan.range
        let trimmed = folder.path("trimmed.flac")
        _ = try SoundRewrite(
            from: "\(mixes)/\(name).flac", to: trimmed, options: options
        ).run()
        #expect(try await trimmer.plan(path: trimmed).isWhole)
    }
}
