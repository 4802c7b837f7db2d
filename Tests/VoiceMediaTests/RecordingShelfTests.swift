import Testing
import VoiceAudio
import VoiceTestSupport
import VoiceTrace

@testable import VoiceMedia

@Suite("Recordings on disk")
struct RecordingShelfTests {
    private let sound = MonoSound(sampleRate: 16_000, samples: (0..<16_000).map { Int16($0 / 2) })

    private func shelf(_ folder: TemporaryFolder) throws -> RecordingShelf {
        var folders = try MediaFolders()
        folders.set(.recordAudio, to: folder.path)
        return RecordingShelf(folders: folders)
    }

    @Test("a WAV and a CAF hold the sound, in the language folder", arguments: ["wav", "caf"])
    func types(type: String) throws {
        let folder = TemporaryFolder()
        let request = SaveRequest(fileName: "take.\(type)", language: "fr-FR")
        #expect(try shelf(folder).save(sound, speech: nil, request) == .saved)
        let path = "\(folder.path)/fr-FR/take.\(type)"
        #expect(try SoundFile.readMono(path: path, sampleRate: nil) == sound)
    }

    @Test("a file that is there is replaced, at the rate that is asked for")
    func replaces() throws {
        let folder = TemporaryFolder()
        var request = SaveRequest(fileName: "a.wav", folder: folder.path, language: "")
        _ = try shelf(folder).save(sound, speech: nil, request)
        request.sampleRate = 8_000
        #expect(try shelf(folder).save(sound, speech: nil, request) == .saved)
        let read = try SoundFile.readMono(path: "\(folder.path)/a.wav", sampleRate: nil)
        #expect(read.sampleRate == 8_000)
        #expect(read.samples.count == 8_000)
    }

    @Test("trimming leaves the speech, and the untrimmed sound beside it where it is wanted")
    func trimming() throws {
        let folder = TemporaryFolder()
        var request = SaveRequest(fileName: "a.wav", language: "")
        request.trims = true
        request.keepsUntrimmed = true
        #expect(try shelf(folder).save(sound, speech: 4_000..<9_000, request) == .saved)
        let trimmed = try SoundFile.readMono(path: "\(folder.path)/a.wav", sampleRate: nil)
        #expect(trimmed.samples == Array(sound.samples[4_000..<9_000]))
        let whole = try SoundFile.readMono(path: "\(folder.path)/a-pretrim.wav", sampleRate: nil)
        #expect(whole == sound)
    }

    @Test("without sound, or trimmed without speech, nothing is written")
    func nothing() throws {
        let folder = TemporaryFolder()
        var request = SaveRequest(fileName: "a.wav", language: "")
        #expect(try shelf(folder).save(nil, speech: nil, request) == .nothing)
        request.trims = true
        #expect(try shelf(folder).save(sound, speech: nil, request) == .nothing)
        #expect(try DiskFile.names(in: folder.path) == [])
    }

    @Test(
        "names and languages that lead out of the folder are refused",
        arguments: [("../a.wav", ""), ("a/../../b.wav", ""), ("a.wav", "../x")])
    func escapes(name: String, language: String) throws {
        let folder = TemporaryFolder()
        let request = SaveRequest(fileName: name, language: language)
        guard case .failed(let reason) = try shelf(folder).save(sound, speech: nil, request) else {
            Issue.record("\(name) was written")
            return
        }
        #expect(reason.contains("Use "))
    }
}
