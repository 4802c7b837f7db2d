import Foundation
import Testing
import VoiceTestSupport

/// The program that a project's file names: who runs it, where, and what is said when it changed.
@Suite("recognizerCommand of a project")
struct RecognizerProjectTests {
    private let program = Program()
    private static let digits = "\(Program.package)/Corpora/digits"

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
        try FileManager.default.createDirectory(
            atPath: program.folder.path("app"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/scripts/examples/recognizers/loudness.py",
            toPath: program.folder.path("app/loudness.py"))
        try project(#""recognizerCommand": "/usr/bin/python3 loudness.py seven""#)
        #expect(
            try record("--recognizer-command", "/usr/bin/python3 app/loudness.py seven")
                .status == 0)
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

    @Test(
        "no other command runs the program of a voicetest.json",
        arguments: [
            ["validate", "."], ["flow", "voiceflow.json"], ["replay", "."],
            ["replay", ".", "--from", "words"], ["review", "."], ["latency", "."],
            ["listen", "a.wav"], ["doctor"], ["dump", "seven.vsession"],
        ])
    func runsNothing(line: [String]) throws {
        for name in ["voiceflow.json", "prompts.json", "phrases.txt", "seven.scenario.json"] {
            try FileManager.default.copyItem(
                atPath: "\(Self.digits)/\(name)", toPath: program.folder.path(name))
        }
        #expect(try record("--recognizer", "scripted").status == 0)
        try FileManager.default.moveItem(
            atPath: program.folder.path("s.vsession"),
            toPath: program.folder.path("seven.vsession"))
        try program.write(
            #"{ "recognizerCommand": "/usr/bin/touch ran" }"#, to: "voicetest.json")
        _ = try program.run(line)
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("ran")))
        _ = try program.run(["test"])
        #expect(FileManager.default.fileExists(atPath: program.folder.path("ran")))
    }
}
