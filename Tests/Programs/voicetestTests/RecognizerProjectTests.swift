import Foundation
import Testing
import VoiceDiff
import VoiceFiles
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

/// The program that a project's file names: who runs it, where, and what is said when it changed.
@Suite("recognizerCommand of a project")
struct RecognizerProjectTests {
    private let program: Program
    private static let digits = "\(Program.package)/Corpora/digits"

    init() { self.init(Program()) }

    private init(_ program: Program) { self.program = program }

    private func record(_ more: String...) throws -> Program.Outcome {
        try program.run(
            [
                "record", "--flow", "\(Self.digits)/voiceflow.json", "--prompts",
                "\(Self.digits)/prompts.json", "--phrases", "\(Self.digits)/phrases.txt",
                "--scenario", "\(Self.digits)/seven.scenario.json", "--output", "s.vsession",
            ] + more)
    }

    private func project(_ keys: String) throws {
        for name in ["voiceflow.json", "prompts.json", "phrases.txt", "seven.scenario.json"] {
            try FileManager.default.createDirectory(
                atPath: program.folder.path("app"), withIntermediateDirectories: true)
            try? FileManager.default.copyItem(
                atPath: "\(Self.digits)/\(name)", toPath: program.folder.path("app/\(name)"))
        }
        try program.folder.write("{ \(keys) }", to: "app/voicetest.json")
    }

    private func projectWithGolden() throws {
        try program.copyShared("recognizer project") { try Self($0).recordProject() }
    }

    private func recordProject() throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path("app"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/scripts/examples/recognizers/loudness.py",
            toPath: program.folder.path("app/loudness.py"))
        try project(#""recognizerCommand": "/usr/bin/python3 loudness.py seven""#)
        let recorded = try record(
            "--recognizer-command", "/usr/bin/python3 app/loudness.py seven")
        guard recorded.status == 0 else { throw Program.Failure(messages: recorded.messages) }
        try FileManager.default.moveItem(
            atPath: program.folder.path("s.vsession"),
            toPath: program.folder.path("app/seven.vsession"))
    }

    @Test("test runs the command of voicetest.json in the project's folder")
    func testsProject() throws {
        try projectWithGolden()
        let green = try program.run(["test", "app"])
        #expect(green.status == 0, "\(green.output)\(green.messages)")
        try project(
            "\n\"seed\": 1,\n\"recognizerCommand\": \"/usr/bin/python3 loudness.py two\"")
        let red = try program.run(["test", "app"])
        #expect(red.status == 1)
        let output = red.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(output.contains("app/voicetest.json:3: recognizerCommand loudness 1.0 ("))
        let other = try program.run([
            "test", "app", "--recognizer-command", "/usr/bin/python3 app/loudness.py seven",
        ])
        #expect(other.status == 0, "\(other.output)\(other.messages)")
    }

    @Test("a recording of a project is heard by the project's program")
    func testsRecording() throws {
        try projectWithGolden()
        try FileManager.default.removeItem(
            atPath: program.folder.path("app/seven.scenario.json"))
        // A session whose scenario is gone would be missed; this one never had any.
        try FileManager.default.removeItem(
            atPath: program.folder.path("app/seven.vsession/flow/scenario.json"))
        let path = program.folder.path("app/seven.vsession/session.json")
        var manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
                as? [String: Any])
        var files = try #require(manifest["files"] as? [String: Any])
        files["flow/scenario.json"] = nil
        manifest["files"] = files
        try JSONSerialization.data(withJSONObject: manifest).write(to: URL(fileURLWithPath: path))
        let green = try program.run(["test", "app"])
        #expect(green.status == 0, "\(green.output)\(green.messages)")
        try program.folder.write(
            #"{ "recognizerCommand": "/usr/bin/python3 loudness.py two" }"#,
            to: "app/voicetest.json")
        let red = try program.run(["test", "app"])
        #expect(red.status == 1)
        #expect(red.output.contains("another recognizer"))
    }

    @Test("accept, latency and review run it, for a first golden and for one that changed")
    func acceptsAndMeasures() throws {
        try projectWithGolden()
        try DiskFile.remove(program.folder.path("app/seven.vsession"))
        for words in ["seven", "two"] {
            try project(#""recognizerCommand": "/usr/bin/python3 loudness.py \#(words)""#)
            #expect(try program.run(["test", "app"]).status == 1)
            let folder = SessionFolder(path: program.folder.path("app/seven.vsession"))
            #expect(try PendingChange(folder).verdict.diff != nil)
            let accepted = try program.run(["accept", "app", "--reason", words, "--unmet"])
            #expect(accepted.status == 0, "\(accepted.messages)")
            #expect(try program.run(["test", "app"]).status == 0)
            let measured = try program.run(["latency", "app"])
            #expect(measured.status == 0, "\(measured.messages)")
            #expect(!measured.messages.contains("differs from its golden"))
        }
        #expect(try program.run(["replay", "app"]).status == 69)
    }

    @Test("what its program no longer answers is stale")
    func refusesStale() throws {
        try projectWithGolden()
        try project(#""recognizerCommand": "/usr/bin/python3 loudness.py two""#)
        #expect(try program.run(["test", "app"]).status == 1)
        try project(#""recognizerCommand": "/usr/bin/python3 loudness.py three""#)
        let refused = try program.run(["accept", "app", "--reason", "a", "--unmet"])
        #expect(refused.status == 65)
        #expect(refused.messages.contains("is stale"))
    }

    @Test("a session alone is heard by the program that an option names, and by no other")
    func hearsSessionAlone() throws {
        try projectWithGolden()
        let session = program.folder.path("alone.vsession")
        try FileManager.default.moveItem(
            atPath: program.folder.path("app/seven.vsession"), toPath: session)
        try program.folder.write(
            #"{ "recognizerCommand": "/usr/bin/touch ran" }"#, to: "alone.vsession/voicetest.json")
        func command(_ words: String) -> [String] {
            ["--recognizer-command", "/usr/bin/python3 app/loudness.py \(words)"]
        }
        let refused = try program.run(["latency", session])
        #expect(refused.status == 69)
        #expect(refused.messages.contains("--recognizer-command, or as \"recognizerCommand\" in"))
        #expect(try program.run(["latency", session] + command("seven")).status == 0)
        #expect(try program.run(["latency", session, "--from", "words"]).status == 0)
        #expect(try program.run(["replay", session] + command("two")).status == 1)
        let unnamed = try program.run(["accept", session, "--reason", "a"])
        #expect(unnamed.status == 69)
        #expect(!unnamed.messages.contains("--from"))
        let accepted = try program.run(["accept", session, "--reason", "a"] + command("two"))
        #expect(accepted.status == 0, "\(accepted.messages)")
        #expect(!FileManager.default.fileExists(atPath: "\(session)/ran"))
    }

    private static let others = [
        ["validate", "."], ["flow", "voiceflow.json"], ["replay", "."],
        ["replay", ".", "--from", "words"], ["listen", "a.wav"], ["doctor"],
        ["dump", "seven.vsession"], ["diff", "seven.vsession", "seven.vsession"],
        ["record", "--scenario", "seven.scenario.json", "--pending"],
    ]

    @Test("no other command runs the program of a voicetest.json")
    func runsNothing() throws {
        for name in ["voiceflow.json", "prompts.json", "phrases.txt", "seven.scenario.json"] {
            try FileManager.default.copyItem(
                atPath: "\(Self.digits)/\(name)", toPath: program.folder.path(name))
        }
        let loudness = "\(Program.package)/scripts/examples/recognizers/loudness.py"
        #expect(
            try record("--recognizer-command", "/usr/bin/python3 \(loudness) seven").status == 0)
        try FileManager.default.moveItem(
            atPath: program.folder.path("s.vsession"),
            toPath: program.folder.path("seven.vsession"))
        try program.write(
            #"{ "recognizerCommand": "/usr/bin/touch ran" }"#, to: "voicetest.json")
        for line in Self.others {
            _ = try program.run(line)
            #expect(
                !FileManager.default.fileExists(atPath: program.folder.path("ran")), "\(line)")
        }
        _ = try program.run(["test"])
        #expect(FileManager.default.fileExists(atPath: program.folder.path("ran")))
    }
}
