import Foundation
import Testing
import VoiceActivity
import VoiceAudio
import VoiceRecognition
import VoiceReports
import VoiceTestSupport

@testable import voicetest

@Suite("Sounds with transcripts")
struct EvaluationInputTests {
    private let folder = TemporaryFolder()

    private func write(sound name: String) throws {
        try folder.write([], to: name)
    }

    private func read(list: String? = nil, labels: String? = nil) throws -> TranscribedFolder {
        try TranscribedFolder(
            folder.path("in"), list: list.map(folder.path), labels: labels.map(folder.path))
    }

    @Test("transcripts stand beside the sounds, or in a list of the folder that wins over them")
    func sources() throws {
        for name in ["in/a.wav", "in/deep/b.flac", "in/c.wav"] { try write(sound: name) }
        for (name, text) in [("in/a.txt", "yes\n"), ("in/deep/b.txt", "no"), ("in/c.txt", "")] {
            try folder.write(text, to: name)
        }
        #expect(try read().sounds.map(\.transcript) == ["yes\n", "", "no"])
        #expect(try read().sounds.map(\.name) == ["a.wav", "c.wav", "deep/b.flac"])
        try folder.write(
            "# said\n\na.wav\tthree\n./deep/b.flac\tfour\tno\n", to: "in/transcripts.tsv")
        let listed = try read()
        #expect(listed.sounds.map(\.transcript) == ["three", "", "four"])
        #expect(listed.sounds.map(\.isInGrammar) == [nil, nil, false])
        #expect(listed.status == .agrees)
    }

    @Test("a manifest of a corpus serves as a list: other keys are read past, null sets aside")
    func manifest() throws {
        for name in ["in/a.wav", "in/b.wav", "other/c.wav"] { try write(sound: name) }
        let labels = #"{"sampleRate": 16000, "extent": [10, 20]}"#
        try folder.write(labels, to: "labels/a.json")
        try folder.write(
            #"""
            { "split": "dev", "files": [
              {"file": "in/a.wav", "sha256": "0", "transcript": "yes", "labels": "labels/a.json"},
              {"file": "in/b.wav", "transcript": null, "labels": null},
              {"file": "other/c.wav", "transcript": "no"} ] }
            """#, to: "MANIFEST.json")
        let found = try read(list: "MANIFEST.json")
        #expect(found.sounds.map(\.name) == ["a.wav"])
        #expect(found.sounds[0].truth?.turns == [10..<20])
        #expect(found.setAside == 1 && found.status == .agrees)
    }

    @Test("labels are found beside the sound, and in a folder of labels that name their sounds")
    func labels() throws {
        try write(sound: "in/a.wav")
        try folder.write("yes", to: "in/a.txt")
        try folder.write(#"{"sampleRate": 8000, "extent": [8, 80]}"#, to: "in/a.labels.json")
        #expect(try read().sounds[0].truth?.turns == [16..<160])
        try write(sound: "in/b.wav")
        try folder.write("no", to: "in/b.txt")
        try folder.write("SPEAKER b 1 0.001 0.010 <NA>\n", to: "in/b.rttm")
        #expect(try read().sounds[1].truth?.turns == [16..<176])
        try folder.write(
            #"""
            {"file": "../../in/a.wav", "sampleRate": 16000, "segments": [
             {"start": 3, "end": 5, "text": "ye"}, {"start": 5, "end": 9, "text": "es"}]}
            """#, to: "l/a.words.json")
        let truth = try #require(try read(labels: "l").sounds[0].truth)
        #expect(truth.turns == [3..<9])
        #expect(truth.words.map(\.text) == ["ye", "es"])
        #expect(truth.words.map(\.range) == [3..<5, 5..<9])
    }

    @Test("a sound without transcript and a transcript without sound are faults of 66")
    func missing() throws {
        for name in ["in/a.wav", "in/b.wav"] { try write(sound: name) }
        let none = #expect(throws: CommandError.self) { _ = try read() }
        #expect(none?.status == .missing)
        #expect(none?.description.contains("no transcript for any of 2 sounds") == true)
        try folder.write("a.wav\tyes\nc.wav\tno\n", to: "in/transcripts.tsv")
        let found = try read()
        #expect(found.sounds.map(\.name) == ["a.wav"])
        #expect(found.status == .missing)
        #expect(found.faults.count == 2)
        #expect(found.faults[0].contains("1 sounds without a transcript, the first is b.wav"))
        #expect(found.faults[1].contains("c.wav"))
        let bare = #expect(throws: CommandError.self) {
            _ = try TranscribedFolder(folder.path("in/a.wav"), list: nil, labels: nil)
        }
        #expect(bare?.status == .missing)
    }

    @Test("a list and labels that are about other sounds are faults of 66")
    func unrelated() throws {
        try write(sound: "in/a.wav")
        try folder.write("yes", to: "in/a.txt")
        try folder.write("b.wav\tyes\n", to: "l.tsv")
        try folder.write(
            #"{"file": "b.wav", "sampleRate": 16000, "extent": [0, 1]}"#, to: "labels/b.json")
        let listed = try read(list: "l.tsv")
        #expect(listed.sounds.count == 1 && listed.status == .missing)
        #expect(listed.faults.count == 1 && listed.faults[0].contains("names none of the sounds"))
        let labelled = try read(labels: "labels")
        #expect(labelled.sounds.count == 1 && labelled.status == .missing)
        #expect(labelled.faults.count == 1 && labelled.faults[0].contains("no label file names"))
    }

    @Test(
        "a list that is none is refused with its fault and 65",
        arguments: [
            ("l.tsv", "a.wav yes", "line 1"), ("l.tsv", "a\tb\tperhaps", "neither yes nor no"),
            ("l.tsv", "a.wav\tx\na.wav\ty", "twice"), ("l.tsv", "../a.wav\tx", "inside"),
            ("l.tsv", "/a.wav\tx", "inside"), ("l.json", "[", "not JSON"),
            ("l.json", "{}", "no list"), ("l.json", #"{"files": [{}]}"#, "names no"),
            ("l.json", #"{"files": [{"file": "a"}]}"#, "no \"transcript\""),
            (
                "l.json", #"{"files": [{"file": "a", "transcript": "", "inGrammar": 3}]}"#,
                "neither true nor false"
            ),
        ])
    func badLists(name: String, text: String, words: String) throws {
        try write(sound: "in/a.wav")
        try folder.write(text, to: name)
        let error = #expect(throws: CommandError.self) { _ = try read(list: name) }
        #expect(error?.status == .badData)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test(
        "labels that are none cost their sound, with 65",
        arguments: [
            ("{", "not JSON"), ("{}", "sampleRate"), (#"{"sampleRate": 16000}"#, "no \"words\""),
            (#"{"sampleRate": 16000, "extent": [5, 3]}"#, "out of order"),
            (#"{"sampleRate": 16000, "extent": [5]}"#, "not [start, end]"),
            (
                #"{"sampleRate": 16000, "words": [{"word": "a", "start": -1, "end": 2}]}"#,
                "negative"
            ),
            (#"{"sampleRate": 16000, "speechIslands": [[4, 9], [8, 10]]}"#, "overlap"),
        ])
    func badLabels(text: String, words: String) throws {
        for name in ["a", "b"] {
            try write(sound: "in/\(name).wav")
            try folder.write("yes", to: "in/\(name).txt")
        }
        try folder.write(text, to: "in/b.labels.json")
        let found = try read()
        #expect(found.sounds.map(\.name) == ["a.wav"])
        #expect(found.status == .badData)
        #expect(found.faults.count == 1 && found.faults[0].contains(words), "\(found.faults)")
    }

    @Test("the list of every key is one, and a byte order mark is not a part of a name")
    func everyKey() throws {
        let path = "\(Program.package)/Tests/Schemas/every-key.transcripts.json"
        let list = try TranscriptList(path: path)
        #expect(
            list.entries == [
                .init(
                    file: "three.wav", transcript: "three", isInGrammar: true,
                    labels: "three.labels.json"),
                .init(file: "noise.wav", transcript: nil),
            ])
        let lines = try TranscriptList(bytes: Array("\u{FEFF}a.wav\tyes\r\n".utf8), path: "l.tsv")
        #expect(lines.entries == [.init(file: "a.wav", transcript: "yes")])
    }

    @Test("a list's labels never lead out of the list's folder")
    func escape() throws {
        try write(sound: "in/a.wav")
        try folder.write(
            #"{"files": [{"file": "a.wav", "transcript": "yes", "labels": "../x.json"}]}"#,
            to: "in/transcripts.json")
        let found = try read()
        #expect(found.sounds.isEmpty && found.status == .badData)
    }
}

@Suite("Labels of other sounds")
struct StaleLabelTests {
    private let program = Program()

    @Test("what vad writes is taken beside its sound, and refused beside another one")
    func evaluated() throws {
        try SoundFile.writeMono(Sounds.spoken(), path: program.folder.path("a.wav"))
        try program.folder.write("yes", to: "a.txt")
        let labelled = try program.runShell("voicetest vad a.wav --format json > a.labels.json")
        #expect(labelled.status == 0)
        let command = ["evaluate", ".", "--phrases", "words.txt"]
        try program.folder.write("yes\nno\n", to: "words.txt")
        #expect(try program.run(command).status == 0)
        try SoundFile.writeMono(
            Sounds.quiet, path: program.folder.path("a.wav"), overwrite: true)
        let refused = try program.run(command)
        #expect(refused.status == 65)
        #expect(refused.messages.contains("a.labels.json: the labels are of another sound than"))
    }

    @Test("validate says where labels and clip of a scenario do not fit")
    func validated() throws {
        try program.makeScriptedProject()
        let scenario = #"{"caller": [{"atMs": 1000, "play": "a.wav", "words": "yes"}]}"#
        try program.folder.write(scenario, to: "pizza/clip.scenario.json")
        try SoundFile.writeMono(Sounds.spoken(), path: program.folder.path("pizza/a.wav"))
        try program.folder.write("0.0\t0.2\tx\n", to: "pizza/a.labels.txt")
        let warned = try program.run(["validate", "pizza"])
        #expect(warned.status == 0)
        let told = warned.output + warned.messages
        #expect(
            told.contains("pizza/a.labels.txt") && told.contains("outside of the labels"), "\(told)"
        )
        let digest = String(repeating: "0", count: 64)
        try program.folder.write(
            #"{"sampleRate": 16000, "sha256": "\#(digest)", "extent": [0, 9]}"#,
            to: "pizza/a.labels.json")
        let refused = try program.run(["validate", "pizza"])
        #expect(refused.status == 1)
        #expect((refused.output + refused.messages).contains("the labels are of another sound"))
        let test = try program.run(["test", "pizza", "--filter", "clip"])
        #expect(test.status == 65)
    }
}

@Suite("Evaluating sounds")
struct EvaluationWorkTests {
    private let folder = TemporaryFolder()

    /// Speech-like sound of one second in a quiet room of four, from so many seconds on.
    private func write(_ name: String, from second: Int) throws {
        let speech = MonoSound(
            sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: 16_000))
        let room = RoomTone(seed: 4).sound(frames: 64_000, sampleRate: 16_000)
        let sound = Mixer.adding(speech, to: room, at: second * 16_000)
        try SoundFile.writeMono(sound, path: folder.path(name))
    }

    private func work() throws -> EvaluationWork {
        try write("a.wav", from: 1)
        try write("b.wav", from: 2)
        try SoundFile.writeMono(Sounds.quiet, path: folder.path("c.wav"))
        try folder.write("no sound", to: "d.wav")
        let said = [("a", "yes"), ("b", "yes"), ("c", "no"), ("d", "no")]
        let sounds = said.map { name, text in
            TranscribedSound(
                path: folder.path("\(name).wav"), name: "\(name).wav", transcript: text)
        }
        var work = EvaluationWork(sounds: sounds, task: .phrases(["yes", "no"]))
        work.recognizer = { _ in
            ScriptedRecognizer(lines: [
                ScriptedLine(range: 16_000..<32_000, words: "yes"),
                ScriptedLine(range: 33_000..<47_000, words: "no"),
            ])
        }
        return work
    }

    @Test("gives the same answers for any number of jobs, and names what cannot be read")
    func jobs() async throws {
        let work = try work()
        let alone = try await work.run(jobs: 1)
        let beside = try await work.run(jobs: 3)
        #expect(alone.sounds == beside.sounds && alone.faults == beside.faults)
        #expect(alone.sounds.map(\.name) == ["a.wav", "b.wav", "c.wav"])
        #expect(alone.sounds.map(\.heard) == ["yes", "no", ""])
        #expect(alone.sounds.map(\.isRight) == [true, false, false])
        #expect(alone.sounds.map(\.utterances) == [1, 1, 0])
        #expect(alone.faults.map(\.status) == [.badData])
        #expect(alone.faults[0].text.contains("d.wav"))
        #expect(alone.recognizer?.kind == "scripted")
    }

    @Test("a recognizer that cannot be made ends the evaluation")
    func noRecognizer() async throws {
        var work = try work()
        work.recognizer = { _ in throw RecognitionError.modelMissing(path: "/m") }
        await #expect(throws: RecognitionError.modelMissing(path: "/m")) {
            _ = try await work.run(jobs: 2)
        }
    }
}
