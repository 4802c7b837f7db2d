import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceMedia
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime

/// Audio files and failures; what is spoken needs a program and is tested where that is.
@Suite struct PromptStudioTests {
    private static let noProgram = "/nowhere/voicetest-speak"

    private func studio(_ folder: borrowing TemporaryFolder) throws -> PromptStudio {
        var folders = try MediaFolders()
        folders.setAll(to: folder.path)
        return PromptStudio(
            folders: folders,
            synthesizer: SpeechSynthesizer(program: Self.noProgram, cacheFolder: nil),
            rate: .standard)
    }

    private func request(
        audio: String? = nil, text: String? = nil, textFile: String? = nil,
        substitute: String? = nil
    ) -> PromptRequest {
        var request = PromptRequest(language: "en-US")
        request.audioFile = audio
        request.text = text
        request.textFile = textFile
        request.substituteText = substitute
        return request
    }

    private func writeSound(
        _ name: String, frames: Int, sampleRate: Int = 16_000, in folder: borrowing TemporaryFolder
    ) throws {
        let samples = (0..<frames).map { Int16($0 % 100) }
        try SoundFile.writeMono(
            MonoSound(sampleRate: sampleRate, samples: samples), path: folder.path(name))
    }

    @Test(
        "plays the audio file where there is one, whatever else is offered", .fact("voiceflow-7-18")
    )
    func audioFirst() throws {
        let folder = TemporaryFolder()
        try writeSound("a.wav", frames: 1_600, in: folder)
        var studio = try studio(folder)
        let outcome = studio.realize(request(audio: "a.wav", text: "hello", substitute: "hi"))
        guard case .realized(let prompt) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(prompt.source == .audioFile)
        #expect(prompt.frames == 1_600)
        #expect(studio.sounds[prompt.digest]?.frames == 1_600)
        #expect(studio.warnings == [])
    }

    @Test("brings a file to the session's rate")
    func rate() throws {
        let folder = TemporaryFolder()
        try writeSound("a.wav", frames: 4_410, sampleRate: 44_100, in: folder)
        var studio = try studio(folder)
        guard case .realized(let prompt) = studio.realize(request(audio: "a.wav")) else {
            Issue.record("not realised")
            return
        }
        #expect(prompt.frames == 1_600)
    }

    @Test("has one digest for equal samples, whatever holds them")
    func digest() throws {
        let folder = TemporaryFolder()
        try writeSound("a.wav", frames: 800, in: folder)
        try writeSound("b.flac", frames: 800, in: folder)
        var studio = try studio(folder)
        #expect(studio.realize(request(audio: "a.wav")) == studio.realize(request(audio: "b.flac")))
        #expect(studio.sounds.count == 1)
    }

    @Test(
        "a sound file without a frame plays, for no time", .fact("voiceflow-7-19"),
        arguments: ["a.wav", "a.raw"])
    func frameless(name: String) throws {
        let folder = TemporaryFolder()
        let header: [UInt8] =
            Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8)
            + [16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0]
            + Array("data".utf8) + [0, 0, 0, 0]
        try DiskFile.write(name == "a.wav" ? header : [], to: folder.path(name))
        var studio = try studio(folder)
        var request = request(audio: name, text: "hello")
        request.audioFormat = name == "a.raw" ? "pcm_16khz" : nil
        guard case .realized(let prompt) = studio.realize(request) else {
            Issue.record("not realised")
            return
        }
        #expect(prompt.source == .audioFile)
        #expect(prompt.frames == 0)
        #expect(studio.warnings == [])
    }

    @Test("tries audio file, text, text file and substitute in this order", .fact("voiceflow-7-18"))
    func order() throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "empty.txt")
        var studio = try studio(folder)
        let outcome = studio.realize(
            request(audio: "no.wav", text: "hello", textFile: "no.txt", substitute: " "))
        guard case .failed(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let marks = [
            "no.wav: no such file", "was not found", "no.txt: no such file",
            "the text to speak is empty",
        ]
        let places = marks.compactMap { reason.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4)
        #expect(places == places.sorted())
        #expect(studio.warnings.count == 4)
    }

    @Test("tells why a file is not played without the path of this machine, but in warnings")
    func namesNoPath() throws {
        let folder = TemporaryFolder()
        var studio = try studio(folder)
        studio.folders.set(file: "chime.wav", at: "/nowhere/else.wav")
        let missing = "no such file or folder. Check the name, or create it first."
        #expect(
            studio.realize(request(audio: "no.wav")) == .failed(reason: "no.wav: \(missing)"))
        #expect(
            studio.realize(request(audio: "chime.wav"))
                == .failed(reason: "chime.wav: \(missing)"))
        #expect(
            studio.warnings == [
                "\(folder.path("no.wav")): \(missing)", "/nowhere/else.wav: \(missing)",
            ])
    }

    @Test("says that a request names nothing")
    func nothing() throws {
        let folder = TemporaryFolder()
        var studio = try studio(folder)
        #expect(studio.realize(request()) == .failed(reason: "nothing to play"))
    }

    @Test("gives the same for the same request, though the file has changed since")
    func remembered() throws {
        let folder = TemporaryFolder()
        try writeSound("a.wav", frames: 800, in: folder)
        var studio = try studio(folder)
        let first = studio.realize(request(audio: "a.wav"))
        try DiskFile.remove(folder.path("a.wav"))
        #expect(studio.realize(request(audio: "a.wav")) == first)
        #expect(studio.index.digests == [request(audio: "a.wav").digest])
    }

    @Test(
        "refuses an audio file that is no sound or leads out of its folder",
        .fact("voiceflow-7-18"),
        arguments: ["noise.wav", "../x.wav"])
    func unusable(name: String) throws {
        let folder = TemporaryFolder()
        try folder.write(Array("no sound".utf8), to: "noise.wav")
        var studio = try studio(folder)
        guard case .failed(let reason) = studio.realize(request(audio: name)) else {
            Issue.record("realised")
            return
        }
        #expect(reason.contains(name))
    }

    @Test("looks in the language folder of the request, which may change", .fact("voiceflow-4-5"))
    func languages() throws {
        let folder = TemporaryFolder()
        try DiskFile.makeFolder(folder.path("fr-FR"))
        try writeSound("a.wav", frames: 800, in: folder)
        try writeSound("fr-FR/a.wav", frames: 1_600, in: folder)
        var studio = try studio(folder)
        func frames(_ language: String) -> Int64? {
            var request = PromptRequest(language: language)
            request.audioFile = "a.wav"
            guard case .realized(let prompt) = studio.realize(request) else { return nil }
            return prompt.frames
        }
        #expect(
            ["en-US", "fr-FR", "en-US", "", "../x"].map(frames) == [800, 1_600, 800, 800, nil])
    }

    @Test(
        "a text file that is not UTF-8 counts as unreadable, and the next possibility is tried",
        .fact("voiceflow-7-18"))
    func latin() throws {
        let folder = TemporaryFolder()
        try folder.write([0x67, 0xFC, 0x6E], to: "latin.txt")
        try writeSound("a.wav", frames: 800, in: folder)
        var studio = try studio(folder)
        guard case .failed(let reason) = studio.realize(request(textFile: "latin.txt")) else {
            Issue.record("realised")
            return
        }
        #expect(
            reason.hasSuffix("latin.txt: is not UTF-8 text. Convert it, for example with iconv."))
    }

    @Test(
        "plays what decodes of a file that breaks off, and says where", .fact("voiceflow-7-20"),
        arguments: ["flac", "wav"])
    func broken(type: String) throws {
        let folder = TemporaryFolder()
        let name = "a.\(type)"
        var chance = SeededChance(seed: 1).stream("noise")
        let samples = (0..<48_000).map { _ in Int16(chance.below(20_000) - 10_000) }
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: folder.path(name))
        let bytes = try DiskFile.read(folder.path(name), limit: 1 << 20)
        try folder.write(Array(bytes.prefix(bytes.count / 2)), to: name)
        var studio = try studio(folder)
        guard case .realized(let prompt) = studio.realize(request(audio: name)) else {
            Issue.record("not realised")
            return
        }
        #expect((16_000..<24_100).contains(prompt.frames))
        #expect(studio.sounds[prompt.digest]?.samples == Array(samples.prefix(Int(prompt.frames))))
        #expect(prompt.fault?.hasPrefix(name) == true)
        #expect(studio.warnings == [prompt.fault.map { "\(folder.path)/\($0)" }])
        let index = try PromptIndex(bytes: studio.index.fileBytes(), path: "index.json")
        #expect(index == studio.index)
    }

    @Test("names a missing file as the request does; the warning has its path")
    func missing() throws {
        let folder = TemporaryFolder()
        var studio = try studio(folder)
        guard case .failed(let reason) = studio.realize(request(audio: "no.wav")) else {
            Issue.record("realised")
            return
        }
        #expect(reason.hasPrefix("no.wav: no such file"))
        #expect(studio.warnings == ["\(folder.path)/\(reason)"])
        studio.folders.set(file: "bell.wav", at: folder.path("elsewhere.wav"))
        guard case .failed(let named) = studio.realize(request(audio: "bell.wav")) else {
            Issue.record("realised")
            return
        }
        #expect(named.hasPrefix("bell.wav: no such file"))
    }

    /// Whether speech can be rendered on this machine.
    static let canSpeak =
        (try? SpeechSynthesizer(cacheFolder: nil).voices())?.isEmpty == false

    @Test(
        "speaks the text that stands in for a missing file, and warns",
        .enabled(if: canSpeak, "voicetest-speak is not built, or espeak-ng has no data"))
    func warns() throws {
        let folder = TemporaryFolder()
        var folders = try MediaFolders()
        folders.setAll(to: folder.path)
        var studio = PromptStudio(
            folders: folders, synthesizer: SpeechSynthesizer(cacheFolder: nil), rate: .standard)
        guard
            case .realized(let prompt) = studio.realize(
                request(audio: "no.wav", substitute: "hello"))
        else {
            Issue.record("not realised")
            return
        }
        #expect(prompt.source == .textString)
        #expect(
            studio.warnings.map { $0.hasSuffix("Check the name, or create it first.") } == [true])
    }
}
