import Foundation
import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

/// Manifests whose digests fit do not make a session: what it says of its sound has to hold too.
@Suite("The sound of a session", .serialized)
struct SoundBindingTests {
    @Test("prompts that were exchanged are refused from every tap", arguments: StartingTap.allCases)
    func exchanged(tap: StartingTap) throws {
        let session = try MendedSession()
        let names = try session.prompts()
        try session.change { _ in
            try DiskFile.move(session.path(names[0]), to: session.path("x"))
            try DiskFile.move(session.path(names[1]), to: session.path(names[0]))
            try DiskFile.move(session.path("x"), to: session.path(names[1]))
        }
        let refusal = try #require(try session.refusal(tap))
        #expect(refusal.contains("frames long at 16000 Hz, the file"))
    }

    @Test("a prompt with another sound as long is refused", arguments: StartingTap.allCases)
    func sameLength(tap: StartingTap) throws {
        let session = try MendedSession()
        let name = try session.prompts()[0]
        try session.change { _ in
            var sound = try SoundFile.readMono(path: session.path(name), sampleRate: nil)
            sound.samples[7] += 1
            try SoundFile.writeMono(sound, path: session.path(name), overwrite: true)
        }
        let refusal = try #require(try session.refusal(tap))
        #expect(refusal.contains("holds another sound than the index says"))
    }

    @Test("a prompt that the index calls empty is refused", arguments: StartingTap.allCases)
    func calledEmpty(tap: StartingTap) throws {
        let session = try MendedSession()
        try session.change { _ in
            let path = session.path("audio/prompts/index.json")
            let text = String(decoding: try DiskFile.read(path, limit: 1 << 20), as: UTF8.self)
            let changed = text.replacing(/"frames": \d+/) { _ in "\"frames\": 0" }
            try DiskFile.write(Array(changed.utf8), to: path)
        }
        let refusal = try #require(try session.refusal(tap))
        #expect(refusal.contains("the prompt is 0 frames long"))
    }

    @Test("a prompt that is text is refused from every tap", arguments: StartingTap.allCases)
    func text(tap: StartingTap) throws {
        let session = try MendedSession()
        let name = try session.prompts()[0]
        try session.change { _ in try DiskFile.write(Array("hello".utf8), to: session.path(name)) }
        let refusal = try #require(try session.refusal(tap))
        #expect(refusal.contains(name) && refusal.contains("as sound"))
    }

    @Test("a prompt that is gone and not listed is refused", arguments: StartingTap.allCases)
    func missingPrompt(tap: StartingTap) throws {
        let session = try MendedSession()
        let name = try session.prompts()[0]
        try session.change { _ in try DiskFile.remove(session.path(name)) }
        let refusal = try #require(try session.refusal(tap))
        #expect(refusal.contains("\(name) disagree: the file is not listed"))
    }

    @Test("an index that names another prompt's file, or another request, is refused")
    func otherEntries() throws {
        for (key, value) in [("file", "0123456789abcdef.flac"), ("request", "")] {
            let session = try MendedSession()
            try session.change { _ in
                try session.changeIndex { entry in
                    entry[key] = key == "file" ? .string(value) : .object(["text": "other"])
                }
            }
            let refusal = try #require(try session.refusal(.words))
            #expect(refusal.contains("audio/prompts/index.json: damaged: the entry"))
        }
    }

    @Test("48 hours over three seconds of sound are refused", arguments: StartingTap.allCases)
    func claimed(tap: StartingTap) throws {
        let session = try MendedSession()
        let frames: Int64 = 48 * 3_600 * 16_000
        try session.change { object in
            object["frames"] = .integer(frames)
            var inputs = try RecordedInputs(path: session.folder.inputsPath)
            inputs.inputs[inputs.inputs.count - 1].frame = frames
            try DiskFile.write(inputs.fileBytes(), to: session.folder.inputsPath)
        }
        let refusal = try #require(try session.refusal(tap))
        #expect(refusal.contains("the session is \(frames) frames long, the track"))
    }

    @Test("a microphone shorter than its header says is refused", arguments: StartingTap.allCases)
    func cut(tap: StartingTap) throws {
        let session = try MendedSession()
        let path = session.path(SessionFolder.Part.microphone)
        try session.change { _ in
            let bytes = try DiskFile.read(path, limit: 1 << 24)
            try DiskFile.write(Array(bytes.prefix(bytes.count * 2 / 3)), to: path)
        }
        #expect(try session.refusal(tap)?.contains("mic.flac is damaged after frame") == true)
    }

    @Test("a check decodes the whole microphone, which a replay from the words does not")
    func checkedWhole() throws {
        let session = try MendedSession()
        let path = session.path(SessionFolder.Part.microphone)
        try session.change { _ in
            var bytes = try DiskFile.read(path, limit: 1 << 24)
            for place in bytes.count / 2..<bytes.count / 2 + 64 { bytes[place] ^= 0xFF }
            try DiskFile.write(bytes, to: path)
        }
        var replayer = SessionReplayer(factories: [session.stage.factory])
        #expect(throws: SessionError.self) { _ = try replayer.check(session.folder) }
        #expect(try session.refusal(.audio) != nil)
    }

    @Test("a microphone that is gone and not listed is refused", arguments: StartingTap.allCases)
    func noMicrophone(tap: StartingTap) throws {
        let session = try MendedSession()
        try session.change { _ in
            try DiskFile.remove(session.path(SessionFolder.Part.microphone))
        }
        let refusal = try #require(try session.refusal(tap))
        #expect(refusal.contains("the manifest and audio/mic.flac disagree: it is not listed"))
    }

    @Test("a manifest cannot deny a microphone that the detector listened to")
    func deniedMicrophone() throws {
        let session = try MendedSession()
        try session.change { object in
            object["microphone"] = false
            try DiskFile.remove(session.path(SessionFolder.Part.microphone))
        }
        #expect(try session.refusal(.words)?.contains("it is not listed") == true)
    }

    @Test("a whole session passes the check and replays from every tap")
    func whole() throws {
        let session = try MendedSession()
        for tap in StartingTap.allCases { #expect(try session.refusal(tap) == nil) }
        var replayer = SessionReplayer(factories: [session.stage.factory])
        #expect(try replayer.check(session.folder).frames > 0)
    }
}
