import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("Recordings of an app in a test")
struct RecordedFileTests {
    private let folder = TemporaryFolder()

    private func runner(
        _ modules: [String], prompts: [String] = [Files.text("P", "words")], _ host: any RunHost
    ) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setMediaResourceLocation(
            fileCategory: .FC_RECORD_AUDIO, localURL: folder.path("takes"))
        runner.setMediaResourceLocation(fileCategory: .FC_PLAY_AUDIO, localURL: folder.path)
        runner.setLanguageFolder(languageFolder: "")
        let first = String(modules[0].split(separator: "\"")[3])
        let flow = String(decoding: Files.flow(modules, from: first), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        let list = String(decoding: Files.list(prompts), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: list) == .ST_SUCCESS)
        return runner
    }

    /// What became of the recording of a sound under this name, as the session keeps it.
    private func recorded(as name: String) async throws -> SaveOutcome? {
        let host = SoundHost()
        host.conditions.keepsTrace = true
        let runner = runner(
            [
                Files.record(
                    "Take",
                    #""stopRecordParams": {"maxAudioLengthMs": 500}, "saveAudioParams": "#
                        + #"{"fileName": "\#(name)"}"#)
            ], host)
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
        try host.hear(
            MonoSound(
                sampleRate: 16_000, samples: (0..<16_000).map { Int16($0 % 64) * 100 }))
        await host.settled()
        return withExtendedLifetime(runner) {
            (host.run?.inputs ?? []).lazy.compactMap { input in
                if case .device(let news, _) = input.input { news.saved } else { nil }
            }.first
        }
    }

    @Test(
        "a SoundHost writes what recordAudio recorded", .fact("voiceflow-8-20"))
    func writes() async throws {
        #expect(try await recorded(as: "take.wav") == .saved)
        let sound = try SoundFile.readMono(path: folder.path("takes/take.wav"), sampleRate: nil)
        #expect(sound.samples.count == 8_000)
        #expect(sound.samples.contains { $0 != 0 })
    }

    @Test(
        "a SoundHost refuses a path that leaves the folder", .fact("voiceflow-8-20"),
        arguments: ["../take.wav", "/tmp/take.wav"])
    func refuses(name: String) async throws {
        guard case .failed(let reason) = try await recorded(as: name) else {
            Issue.record("it was written")
            return
        }
        #expect(reason.contains("take.wav"), "\(reason)")
        #expect(!DiskFile.exists(folder.path("take.wav")))
    }

    @Test(
        "a prompt with a recording and a text is as long as its recording, also simulated",
        .fact("voiceflow-7-24"))
    func recordingFirst() throws {
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 900, count: 4_000)),
            path: folder.path("hello.wav"), overwrite: true)
        let prompt =
            #"{"id": "P", "style": "single", "audioFile": "hello.wav", "textString": "Hello."}"#
        let host = SimulatedHost()
        let runner = runner([Files.play("Say", ["P"])], prompts: [prompt], host)
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
        host.go()
        withExtendedLifetime(runner) {
            let segment = host.run?.events.first { $0.kind == "segment" }
            #expect(segment?.fields["frames"] == 4_000, "\(String(describing: segment))")
            #expect(segment?.fields["type"] == "audioFile")
            #expect(segment?.fields["audioFile"] == "hello.wav")
        }
    }
}
