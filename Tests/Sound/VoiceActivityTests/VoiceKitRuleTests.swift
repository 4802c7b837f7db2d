import Testing
import VoiceActivity
import VoiceAudio
import VoiceTestSupport

@Suite("VoiceKit's rules")
struct VoiceKitRuleTests {
    private let folder = TemporaryFolder()

    private func file(_ parts: [(frames: Int, amplitude: Int16)]) throws -> String {
        let samples = parts.flatMap { part in
            (0..<part.frames).map { $0 % 2 == 0 ? part.amplitude : -part.amplitude }
        }
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: folder.path("a.wav"))
        return folder.path("a.wav")
    }

    @Test("loud buffers of a file become stretches of whole buffers")
    func stretches() async throws {
        let path = try file([(10_240, 20), (2_048, 8_000), (10_240, 20)])
        let found = try await ActivityScan(rule: .voicekit).run(path: path)
        #expect(found.segments == [10_240..<12_288])
    }

    @Test(
        "trims to whole chunks, by the quietest chunk and -35 dB, on any number of cores",
        .fact("voicekit-2.5.5-3"))
    func chunks() async throws {
        let path = try file([(20_000, 20), (4_000, 8_000), (30_000, 20)])
        for jobs in [1, 3] {
            let scan = ActivityScan(rule: .voicekit, jobs: jobs)
            let found = try await scan.energyBounds(path: path)
            #expect(found.bounds == 16_384..<24_576)
            #expect(found.frames == 54_000)
        }
    }

    @Test("keeps all of a file in which no chunk is loud", .fact("voicekit-2.5.5-4"))
    func silence() async throws {
        let path = try file([(54_000, 20)])
        let trimmer = SpeechTrimmer(scan: ActivityScan(rule: .voicekit))
        let plan = try await trimmer.plan(path: path)
        #expect(plan.isWhole)
        #expect(plan.reason == .noSpeech)
    }
}

extension VoiceKitRuleTests {
    @Test(
        "a sound in memory is cut as its file is", .fact("voicekit-2.5.5-1", "voicekit-2.5.5-5"),
        arguments: [nil, 24_000..<30_000, 100..<200, 30_000..<90_000] as [Range<Int64>?])
    func cutsInMemory(words: Range<Int64>?) async throws {
        let path = try file([(20_000, 20), (4_000, 8_000), (30_000, 20)])
        let trimmer = SpeechTrimmer(
            scan: ActivityScan(rule: .voicekit), prePad: 0.1, postPad: 0.3)
        let wanted = try await trimmer.plan(
            path: path,
            words: words.map { (Double($0.lowerBound) / 16_000, Double($0.upperBound) / 16_000) })
        let found = SmartTrim(
            voiceKit: try SoundFile.readMono(path: path, sampleRate: nil), words: words,
            pads: SmartTrim.Pads(before: 1_600, after: 4_800))
        #expect(found == wanted)
    }

    @Test("a sound without frames has no speech")
    func cutsNothing() {
        let trim = SmartTrim(
            voiceKit: MonoSound(sampleRate: 16_000, samples: []), words: 0..<10,
            pads: SmartTrim.Pads(before: 0, after: 0))
        #expect(trim.reason == .noSpeech)
        #expect(trim.range.isEmpty)
    }
}
