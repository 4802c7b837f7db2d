import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceMedia

@Suite("Recordings on disk")
struct RecordingWriterTests {
    private let sound = MonoSound(sampleRate: 16_000, samples: (0..<16_000).map { Int16($0 / 2) })

    private func writer(_ folder: TemporaryFolder) throws -> RecordingWriter {
        var folders = try MediaFolders()
        folders.set(.recordAudio, to: folder.path)
        return RecordingWriter(folders: folders)
    }

    @Test(
        "a WAV and a CAF hold the sound, in the language folder",
        .fact("voiceflow-4-3", "voiceflow-8-7"), arguments: ["wav", "caf"])
    func types(type: String) throws {
        let folder = TemporaryFolder()
        let request = SaveRequest(fileName: "take.\(type)", language: "fr-FR")
        #expect(try writer(folder).save(sound, speech: nil, request) == .saved)
        let path = "\(folder.path)/fr-FR/take.\(type)"
        #expect(try SoundFile.readMono(path: path, sampleRate: nil) == sound)
    }

    @Test("a file that is there is replaced, at the rate that is asked for", .fact("voiceflow-4-3"))
    func replaces() throws {
        let folder = TemporaryFolder()
        var request = SaveRequest(fileName: "a.wav", folder: folder.path, language: "")
        _ = try writer(folder).save(sound, speech: nil, request)
        request.sampleRate = 8_000
        #expect(try writer(folder).save(sound, speech: nil, request) == .saved)
        let read = try SoundFile.readMono(path: "\(folder.path)/a.wav", sampleRate: nil)
        #expect(read.sampleRate == 8_000)
        #expect(read.samples.count == 8_000)
    }

    @Test(
        "without a format a recording has 16 kHz, whatever the session's rate is",
        .fact("voiceflow-8-7"))
    func usualRate() throws {
        let folder = TemporaryFolder()
        let request = SaveRequest(fileName: "a.wav", language: "")
        let sound = MonoSound(sampleRate: 48_000, samples: [Int16](repeating: 5, count: 48_000))
        #expect(try writer(folder).save(sound, speech: nil, request) == .saved)
        let read = try SoundFile.readMono(path: folder.path("a.wav"), sampleRate: nil)
        #expect(read.sampleRate == 16_000)
        #expect(read.samples.count == 16_000)
    }

    @Test("a name that leads up and stays inside is written there", .fact("voiceflow-4-4"))
    func climbs() throws {
        let folder = TemporaryFolder()
        let request = SaveRequest(fileName: "x/../a.wav", folder: "y/../z", language: "fr-FR")
        #expect(try writer(folder).save(sound, speech: nil, request) == .saved)
        #expect(DiskFile.exists(folder.path("z/fr-FR/a.wav")))
        #expect(try DiskFile.names(in: folder.path) == ["z"])
    }

    @Test(
        "trimming leaves the speech, and the untrimmed sound beside it where it is wanted",
        .fact("voiceflow-8-8"))
    func trimming() throws {
        let folder = TemporaryFolder()
        var request = SaveRequest(fileName: "a.wav", language: "")
        request.trims = true
        request.keepsUntrimmed = true
        #expect(try writer(folder).save(sound, speech: 4_000..<9_000, request) == .saved)
        let trimmed = try SoundFile.readMono(path: "\(folder.path)/a.wav", sampleRate: nil)
        #expect(trimmed.samples == Array(sound.samples[4_000..<9_000]))
        let whole = try SoundFile.readMono(path: "\(folder.path)/a-pretrim.wav", sampleRate: nil)
        #expect(whole == sound)
    }

    @Test("without sound, or trimmed without speech, nothing is written")
    func nothing() throws {
        let folder = TemporaryFolder()
        var request = SaveRequest(fileName: "a.wav", language: "")
        #expect(try writer(folder).save(nil, speech: nil, request) == .nothing)
        request.trims = true
        #expect(try writer(folder).save(sound, speech: nil, request) == .nothing)
        #expect(try DiskFile.names(in: folder.path) == [])
    }

    @Test(
        "names and languages that lead out of the folder are refused", .fact("voiceflow-4-4"),
        arguments: [
            ("../a.wav", "", nil), ("a/../../b.wav", "", nil), ("a.wav", "../x", nil),
            ("/tmp/a.wav", "", nil), ("file:///tmp/a.wav", "", nil), ("a.wav", "", "../x"),
            ("a.wav", "", "/tmp"), ("a.wav", "", "file:///tmp"), ("out/a.wav", "", nil),
            ("a.wav", "out", nil), ("victim\u{0}.wav", "", nil), ("a\n.wav", "", nil),
            ("a.wav", "", "x\u{0}"), ("away.wav", "", nil), ("gone.wav", "", nil), ("", "", nil),
        ])
    func escapes(name: String, language: String, given: String?) throws {
        let folder = TemporaryFolder()
        let outside = TemporaryFolder()
        try outside.write("precious", to: "victim")
        folder.link("out", to: outside.path)
        folder.link("away.wav", to: outside.path("victim"))
        folder.link("gone.wav", to: outside.path("new"))
        let request = SaveRequest(fileName: name, folder: given, language: language)
        let outcome = try writer(folder).save(sound, speech: nil, request)
        #expect(try outside.names() == ["victim"])
        #expect(try DiskFile.read(outside.path("victim"), limit: 100) == Array("precious".utf8))
        guard case .failed(let reason) = outcome else {
            Issue.record("\(name) was written")
            return
        }
        #expect(reason.contains("Use "))
    }

    @Test(
        "a file may be named by its whole path, below its folder, or by a folder below it",
        .fact("voiceflow-4-4"),
        arguments: [
            ("/a.wav", nil, "a.wav"), ("/sub/a.wav", nil, "sub/a.wav"),
            ("a.wav", "sub", "sub/en/a.wav"), ("a.wav", "/sub", "sub/en/a.wav"),
        ] as [(String, String?, String)])
    func whole(name: String, given: String?, path: String) throws {
        let folder = TemporaryFolder()
        // A link that stays inside is as good as what it leads to.
        try DiskFile.makeFolder(folder.path("real"))
        folder.link("sub", to: folder.path("real"))
        func complete(_ text: String) -> String {
            text.hasPrefix("/") ? "file://\(folder.path)\(text)" : text
        }
        let request = SaveRequest(
            fileName: complete(name), folder: given.map(complete), language: "en")
        #expect(try writer(folder).save(sound, speech: nil, request) == .saved)
        #expect(DiskFile.exists(folder.path(path)))
    }

    @Test("the untrimmed sound does not leave the folder either", .fact("voiceflow-4-4"))
    func untrimmedEscape() throws {
        let folder = TemporaryFolder()
        let outside = TemporaryFolder()
        folder.link("a-pretrim.wav", to: outside.path("b.wav"))
        var request = SaveRequest(fileName: "a.wav", language: "")
        request.trims = true
        request.keepsUntrimmed = true
        guard case .failed = try writer(folder).save(sound, speech: 0..<100, request) else {
            Issue.record("it was written")
            return
        }
        #expect(try outside.names() == [])
    }

    @Test(
        "a recorded prompt is what would have been heard, and as long as it was recorded",
        .fact("voiceflow-8-12"))
    func prompt() throws {
        let folder = TemporaryFolder()
        let tone = MonoSound(sampleRate: 16_000, samples: (1...1_600).map { Int16($0) })
        func part(
            at start: Frame, source: RealizedPrompt.Source = .textString,
            _ change: (inout PromptRequest) -> Void
        ) -> SaveRequest.Prompt.Part {
            var request = PromptRequest(language: "en-US")
            change(&request)
            let prompt = RealizedPrompt(source: source, digest: "tone", frames: 1_600)
            return .init(
                start: start, played: PlayedPrompt(request, prompt, rate: .standard))
        }
        func recorded(_ parts: [SaveRequest.Prompt.Part], frames: Frame) throws -> [Int16] {
            var request = SaveRequest(fileName: "a.wav", language: "")
            request.prompt = .init(parts: parts, frames: frames)
            let outcome = try writer(folder).save(nil, speech: nil, request) {
                $0 == "tone" ? tone : nil
            }
            #expect(outcome == .saved)
            return try SoundFile.readMono(path: folder.path("a.wav"), sampleRate: nil).samples
        }
        let all = tone.samples
        func silence(_ count: Int) -> [Int16] { [Int16](repeating: 0, count: count) }
        let late = part(at: 0) { $0.startMilliseconds = 75 }
        #expect(try recorded([late], frames: 400) == Array(all[1_200...]))
        let loops = part(at: 0) {
            $0.startMilliseconds = 75
            $0.plays = 3
        }
        let rounds: [Int16] = Array(all[1_200...]) + all + all
        #expect(try recorded([loops], frames: 3_600) == rounds)
        let endless = part(at: 0) { $0.plays = nil }
        let cut: [Int16] = all + Array(all[..<400])
        #expect(try recorded([endless], frames: 2_000) == cut)
        let quiet = part(at: 0) {
            $0.volume = 500
            $0.silenceMilliseconds = .init(before: 10, after: 20)
        }
        let halves: [Int16] = silence(160) + all.map { ($0 + 1) / 2 } + silence(320)
        #expect(try recorded([quiet], frames: 2_080) == halves)
        let plain = part(at: 0) { _ in }
        let file = part(at: 1_760, source: .audioFile) { $0.silenceMilliseconds.before = 10 }
        let both: [Int16] = all + silence(160) + all + silence(140)
        #expect(try recorded([plain, file], frames: 3_500) == both)
    }
}
