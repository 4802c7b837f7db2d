import Foundation
import Testing
import VoiceAudio
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport

@Suite("voicetest evaluate")
struct EvaluateCommandTests {
    private let program = Program()
    private static let isModelInstalled = SpeechModel().isInstalled

    private func write(sound name: String) throws {
        try program.folder.write([], to: name)
        try FileManager.default.removeItem(atPath: program.folder.path(name))
        try SoundFile.writeMono(try Sounds.spoken(), path: program.folder.path(name))
    }

    private func evaluate(_ arguments: String...) throws -> Program.Outcome {
        try program.run(["evaluate"] + arguments)
    }

    @Test("a folder without sounds or without transcripts is 66")
    func nothing() throws {
        try program.write("yes\n", to: "p.txt")
        #expect(try evaluate("nowhere", "--phrases", "p.txt").status == 66)
        try program.folder.write("x", to: "empty/readme")
        let empty = try evaluate("empty", "--phrases", "p.txt")
        #expect(empty.status == 66 && empty.messages.contains("no sound file"))
        try write(sound: "bare/a.wav")
        let bare = try evaluate("bare", "--phrases", "p.txt")
        #expect(bare.status == 66 && bare.messages.contains("no transcript"))
        #expect(bare.output.isEmpty)
    }

    @Test("what is wrong with arguments and files is said before a sound is heard")
    func refusals() throws {
        try program.write("yes\n", to: "p.txt")
        try program.write("not a list", to: "l.tsv")
        try program.write("{}", to: "b.json")
        try program.write("{}", to: "g.json")
        try write(sound: "in/a.wav")
        try program.folder.write("yes", to: "in/a.txt")
        for (arguments, status, words) in [
            (["--phrases", "none.txt"], 66, "none.txt"),
            (["--phrases", "p.txt", "--transcripts", "l.tsv"], 65, "line 1"),
            (["--phrases", "p.txt", "--labels", "none"], 66, "none"),
            (["--phrases", "p.txt", "--baseline", "b.json"], 65, "not what --format json printed"),
            (["--phrases", "p.txt", "--baseline", "none.json"], 66, "none.json"),
            (["--phrases", "p.txt", "--tolerance", "101"], 64, "0 to 100"),
            (["--phrases", "p.txt", "--tolerance-ms=-1"], 64, "0 to 10000"),
            (["--phrases", "p.txt", "--jobs", "0"], 64, "1 to 256"),
            (["--phrases", "p.txt", "--grammar", "g"], 64, "not both"),
            (["--phrases", "p.txt", "--graph", "g.json"], 64, "one of"),
            (["--graph", "g.json"], 65, "g.json:1:1: error: \"phrases\" is missing"),
            (["--trigger", "hello"], 64, "--phrases or --graph"),
        ] as [([String], Int32, String)] {
            let outcome = try program.run(["evaluate", "in"] + arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.messages)")
            #expect(outcome.messages.contains(words), "\(arguments): \(outcome.messages)")
            #expect(outcome.output.isEmpty)
        }
    }

    /// Clips of sessions' microphones with what was said in them.
    private func writeClips() throws {
        for (name, said) in [("six", "six"), ("seven", "seven"), ("two", "Two!")] {
            let clip = "\(Program.package)/Corpora/digits/\(name).vsession/audio/mic.flac"
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: clip)))
            try program.folder.write(bytes, to: "in/\(name).flac")
            try program.folder.write(said, to: "in/\(name).txt")
        }
        try program.write("six\nseven\ntwo\nfour\n", to: "p.txt")
    }

    @Test(
        "prints figures, agrees with its own baseline, and a planted worse result is 1",
        .enabled(if: isModelInstalled, "the package pocketsphinx-en-us is not there"))
    func figures() throws {
        try writeClips()
        let json = ["--phrases", "p.txt", "--format", "json"]
        let first = try program.run(["evaluate", "in"] + json + ["--jobs", "1"])
        #expect(first.status == 0, "\(first.messages)")
        let beside = try program.run(["evaluate", "in"] + json + ["--jobs", "3"])
        #expect(beside.output == first.output)
        let root = try #require(try JSONReader.value(of: Array(first.output.utf8)).object)
        #expect(root["kind"] == "evaluation" && root["sounds"] == 3 && root["inGrammar"] == 3)
        let errors = try #require(root["shares"]?.array?.first?.object)
        #expect(errors["name"] == "wordErrors" && errors["count"] == 0 && errors["total"] == 3)
        try program.write(first.output, to: "b.json")
        let same = try evaluate("in", "--phrases", "p.txt", "--baseline", "b.json")
        #expect(same.status == 0 && same.output.contains("no worse than b.json"))
        // What the recognizer cannot say any more is a word less.
        try program.write("six\nfour\ntwo\n", to: "p.txt")
        let fewer = try evaluate("in", "--phrases", "p.txt", "--baseline", "b.json")
        #expect(fewer.status == 65 && fewer.messages.contains("listened for alike"))
        try program.write("six\nseven\ntwo\nfour\n", to: "p.txt")
        try program.write(
            first.output.replacingOccurrences(
                of: #""count": 3,\#n      "high""#, with: #""count": 4,\#n      "high""#),
            to: "b.json")
        let worse = try evaluate("in", "--phrases", "p.txt", "--baseline", "b.json")
        #expect(worse.status == 1, "\(worse.output)")
        #expect(worse.output.contains("sentences right: 133.3 % (4 of 3) -> 100.0 % (3 of 3)"))
        let allowed = try evaluate(
            "in", "--phrases", "p.txt", "--baseline", "b.json", "--tolerance", "40")
        #expect(allowed.status == 0)
    }

    @Test(
        "shows what was rejected or wrong, a word outside of the grammar, and silence is not green",
        .enabled(if: isModelInstalled, "the package pocketsphinx-en-us is not there"))
    func shown() throws {
        try writeClips()
        try program.write("six\ntwo\nfour\n", to: "p.txt")
        let text = try evaluate("in", "--phrases", "p.txt", "--list")
        #expect(text.status == 0)
        #expect(text.output.contains("3 sounds, 2 in the grammar, 1 outside of it"))
        #expect(text.output.contains("word error rate"))
        #expect(text.output.contains("six.flac: right, said 'six', heard 'six'"))
        #expect(text.output.contains("false accepts"))
        try SoundFile.writeMono(Sounds.quiet, path: program.folder.path("q.wav"))
        let quiet = FileManager.default.contents(atPath: program.folder.path("q.wav"))
        try program.folder.write([UInt8](#require(quiet)), to: "quiet/a.wav")
        try program.folder.write("six", to: "quiet/a.txt")
        let silent = try evaluate("quiet", "--phrases", "p.txt")
        #expect(silent.status == 1)
        #expect(silent.messages.contains("no speech found in any of 1 sounds"))
    }
}
