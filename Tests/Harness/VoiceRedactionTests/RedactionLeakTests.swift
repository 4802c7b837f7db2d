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

@testable import VoiceRedaction

@Suite("What a redacted session must not hold")
struct RedactionLeakTests {
    /// Stems of what the caller says; the files of the flow hold none of them.
    private static let stems = ["quixot", "cream", "jose", "cxvpeg90", "u0069xote", "735"]
    private static let flow = """
        [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Keep" } },
          { "id": "Keep", "type": "recordAudio",
            "recordAudioParams": { "saveAudioParams": { "fileName": "said", "fileType": "wav" },
                "stopRecordParams": { "maxAudioLengthMs": 300 } },
            "goTo": { "DEFAULT": "Ask" } },
          { "id": "Ask", "type": "audioDialog",
            "recordAudioParams": { "vadParams": { "enableVAD": true } },
            "audioDialogParams": {
                "dialogMaxRetryCount": { "timeout": 1, "garbage": 1 },
                "dialogPromptCollection": [
                    { "type": "initial", "promptID": "P_Ask" },
                    { "type": "garbage", "promptID": "P_Again" } ] },
            "goTo": { "userIntentCollection": [ { "intent": "Agreed", "goTo": "Greet" } ],
                "DEFAULT": "VF_END" } },
          { "id": "Greet", "type": "playAudio", "playAudioParams": { "promptID": "P_Greet" },
            "goTo": { "DEFAULT": "Echo" } },
          { "id": "Echo", "type": "playAudio", "playAudioParams": { "promptID": "P_Echo" },
            "goTo": { "DEFAULT": "VF_END" } },
          { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } }, ]
        """
    private static let prompts = """
        [ { "id": "P_Ask", "audioFile": "ask.wav" }, { "id": "P_Again", "audioFile": "again.wav" },
          { "id": "P_Greet", "audioFile": "yes.wav", "textString": "$[CallerName]" },
          { "id": "P_Echo", "audioFile": "said.wav" }, ]
        """
    private static func set(_ name: String, _ value: String) -> String {
        #"{ "on": { "callback": "SRHypothesis" }, "setField": { "name": "\#(name)", "#
            + #""value": \#(value) } },"#
    }
    private static let scenario = """
        { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                        "delayMs": 300, "play": "clip.wav",
                        "words": "I am Quixote pin seven three five ice cream José agreed" } ],
          "app": [ \(set("CallerName", #""quixote's""#)) \(set("Pin", #""735""#))
            \(set("PinNumber", "735")) \(set("Sweet", #""iceCream""#)) \(set("Accent", #""JOSE""#))
            \(set("quixoteField", "1")) \(set("Derived", #""very quixotic""#))
            \(set("Encoded", #""cXVpeG90ZQ==""#)) \(set("Escaped", #""qu\\\\u0069xote""#))
            { "on": { "callback": "SRHypothesis" }, "setIntent": "Agreed" } ] }
        """

    private func stage() -> Stage {
        var stage = Stage()
        stage.flow = Self.flow
        stage.scenario = Self.scenario
        return stage
    }

    private func record(_ stage: Stage) throws -> RecordedSession {
        var plan = try stage.plan()
        plan.setup.files[VoiceflowFactory.FileName.prompts] = Array(Self.prompts.utf8)
        let clip = SpeechLikeSound.syllables(frames: 9_600)
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: clip), path: stage.folder.path("said.wav"),
            overwrite: true)
        var recorder = stage.recorder
        return try recorder.record(plan)
    }

    private func redact(
        _ stage: Stage, _ session: SessionFolder
    ) throws -> (redaction: SessionRedaction, folder: SessionFolder) {
        let place = try SessionWriter(path: stage.folder.path("out.vsession"), isReplacing: false)
        var replayer = SessionReplayer(factories: [stage.factory])
        let redaction = try SessionRedaction(
            session, hiding: .allSpeech, rules: [], replayer: &replayer, to: place)
        return (redaction, SessionFolder(path: place.path))
    }

    /// Plants words in every file of a session that no recorder puts there.
    private func plant(in folder: SessionFolder) throws {
        var manifest = try folder.open()
        let note = Array("quixote said so".utf8)
        manifest[other: "note"] = "quixote"
        manifest.settings["quixote"] = "quixote"
        manifest.settings["quixotes"] = 7
        manifest.counts["quixote"] = 1
        manifest.createdBy = "quixote 1.0"
        manifest.synthesizer.version = "quixote's espeak-ng 1.51"
        manifest.add("flow/notes.txt", note)
        for name in ["flow/notes.txt", "notes.txt", "quixote.txt", "accepted.jsonl"] {
            try DiskFile.write(
                name == "accepted.jsonl" ? [] : note, to: "\(folder.path)/\(name)")
        }
        try DiskFile.write(
            Array(#"{"frames":1,"quixote":["quixote"],"blockNanoseconds":["quixote"]}"#.utf8),
            to: folder.timingPath)
        try DiskFile.write(note, to: folder.pendingTracePath)
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
    }

    /// Every file below a folder, names relative to it.
    private func files(_ folder: String, _ prefix: String = "") throws -> [String] {
        try DiskFile.names(in: "\(folder)/\(prefix)").flatMap { name -> [String] in
            let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
            return DiskFile.isFolder("\(folder)/\(path)") ? try files(folder, path) : [path]
        }
    }

    /// All texts of a file, escapes of JSON decoded; without digests, which may spell anything.
    private func text(_ path: String) throws -> String {
        let bytes = try DiskFile.read(path, limit: 1 << 24)
        let whole = String(decoding: bytes, as: UTF8.self)
        let texts = bytes.split(separator: 0x0A).compactMap { line in
            (try? JSONReader.value(of: Array(line))).map(Self.texts)
        }
        let values = (try? JSONReader.value(of: bytes)).map(Self.texts) ?? []
        let all = path.hasSuffix(".jsonl") ? texts.flatMap { $0 } : values
        return all.isEmpty ? whole : all.joined(separator: "\n")
    }

    private static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): return text.count >= 40 ? [] : [text]
        case .integer(let number): return ["\(number)"]
        case .array(let values): return values.flatMap(texts)
        case .object(let object):
            return object.members.flatMap { member in
                ["t", "start", "end", "frames", "size"].contains(member.key)
                    ? [] : (member.key.count >= 40 ? [] : [member.key]) + texts(member.value)
            }
        default: return []
        }
    }

    private func expectNothing(of stems: [String], in folder: SessionFolder) throws {
        for file in try files(folder.path) where !file.hasSuffix(".flac") {
            let text = try text("\(folder.path)/\(file)").lowercased()
            for stem in stems { #expect(!text.contains(stem), "\(stem) in \(file)") }
            #expect(!file.contains("quixot"))
        }
    }

    @Test("what was said, and what is like it, is in no file, and the session replays")
    func nothingSaidStays() throws {
        let stage = stage()
        let path = stage.folder.path("planted.vsession")
        try SessionWriter(path: path, isReplacing: false).write(try record(stage), timing: [:])
        try plant(in: SessionFolder(path: path))
        let (redaction, folder) = try redact(stage, SessionFolder(path: path))
        #expect(redaction.outcome == .sealed)
        #expect(redaction.keptWords == ["agreed"])
        try expectNothing(of: Self.stems, in: folder)
        let replayed = try stage.replay(folder)
        #expect(replayed.events == replayed.golden.events)
        #expect(replayed.events.contains { $0.fields["to"] == "Greet" })
        let names = try files(folder.path).filter { !$0.hasSuffix(".flac") }.sorted()
        #expect(
            names == [
                "audio/prompts/index.json", "flow/prompts.json", "flow/voiceflow.json",
                "inputs.jsonl", "session.json", "timing.json", "trace.jsonl",
            ])
    }

    @Test("prompts that say what was said, or play it back, are silent and as long as before")
    func silentPrompts() throws {
        let stage = stage()
        let path = stage.folder.path("planted.vsession")
        let session = try record(stage)
        try SessionWriter(path: path, isReplacing: false).write(session, timing: [:])
        let (redaction, folder) = try redact(stage, SessionFolder(path: path))
        #expect(redaction.silencedPrompts == 2)
        let lengths = session.promptSounds.values.map(\.frames).sorted()
        var found: [Int] = []
        for file in try files(folder.path) where file.hasPrefix("audio/prompts/") {
            guard file.hasSuffix(".flac") else { continue }
            let sound = try SoundFile.readMono(path: "\(folder.path)/\(file)", sampleRate: nil)
            found.append(sound.frames)
            let isOwn = [8_000].contains(sound.frames)
            #expect(sound.samples.contains { $0 != 0 } == isOwn, "\(file)")
        }
        #expect(found.sorted() == lengths)
    }

    @Test("a recognizer's alternatives and the times of its words are left out")
    func wordTimes() throws {
        let stage = stage()
        var session = try record(stage)
        session.microphone = MonoSound(sampleRate: 16_000, samples: [])
        // Without a microphone nothing was measured.
        for index in session.events.indices where session.events[index].tap == .speech {
            for key in ["energy", "floor", "threshold"] { session.events[index].why[key] = 0 }
        }
        let index = try #require(session.events.firstIndex { $0.kind == "final" })
        session.events[index].fields["alternatives"] = .array(["don quixote", "key oh tea"])
        session.events[index].why["words"] = .array([["text": "quixote", "start": 4_711]])
        let path = stage.folder.path("silent.vsession")
        try SessionWriter(path: path, isReplacing: false).write(session, timing: [:])
        let (redaction, folder) = try redact(stage, SessionFolder(path: path))
        #expect(redaction.outcome == .sealed)
        try expectNothing(of: Self.stems + ["4711", "key oh"], in: folder)
        #expect(try folder.golden().events.allSatisfy { $0.fields["alternatives"] == nil })
    }

    private static let telephone = """
        { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                        "delayMs": 300, "play": "clip.wav",
                        "words": "five five five oh one two three" } ],
          "app": [ \(set("Plain", #""5550123""#)) \(set("Country", #""+15550123""#))
            \(set("Spaced", #""5 5 5 0 1 2 3""#)) \(set("Number", "5550123"))
            \(set("List", "[5, 5, 5, 0, 1, 2, 3]")) \(set("Words", #""five five 5 oh 1 2 3""#))
            { "on": { "callback": "SRHypothesis" }, "setIntent": "Agreed" } ] }
        """

    @Test("a telephone number leaves nothing, though a rule of the flow is a word of it")
    func telephoneNumber() throws {
        var stage = stage()
        stage.scenario = Self.telephone
        stage.flow = Self.flow.replacing(
            #""goTo": { "userIntentCollection""#,
            with: #""goTo": { "userInputCollection": [ { "input": "five", "#
                + #""comparator": "contains", "goTo": "Greet" } ], "userIntentCollection""#)
        let path = stage.folder.path("called.vsession")
        try SessionWriter(path: path, isReplacing: false).write(try record(stage), timing: [:])
        let (redaction, folder) = try redact(stage, SessionFolder(path: path))
        #expect(redaction.outcome == .sealed)
        try expectNothing(
            of: ["555", "0123", "5 5 5", "0 1 2", "oh 1", "oh one", "one two", "[5,5"], in: folder)
    }
}
