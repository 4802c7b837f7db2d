import Foundation
import Testing
import VoiceTestSupport

@Suite("Report verbs")
struct ReportCommandTests {
    private let program = Program()
    private let corpus = "\(Program.package)/Corpora/shutdown"

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: program.folder.path(name)))
    }

    @Test("shares merge into the page of the unsharded run, byte for byte, and red stays red")
    func shares() throws {
        let options = ["--from", "words", "--set", "flow.maxPreSpeechSilenceLengthMs=1"]
        let whole = try program.run(["replay", corpus] + options + ["--report", "whole"])
        for number in 1...2 {
            _ = try program.run(
                ["replay", corpus, "--shard", "\(number)/2", "--report", "part-\(number)"]
                    + options)
        }
        let merged = try program.run(["report", "part-2", "part-1", "--output", "merged"])
        #expect(merged.status == whole.status)
        #expect(merged.output.contains("3 sessions"))
        for name in ["index.html", "result.json", "result.jsonl", "sessions/0001.js"] {
            #expect(try bytes("merged/\(name)") == bytes("whole/\(name)"), "\(name)")
        }
        for format in Program.machineForms {
            let one = try program.run(["replay", corpus, "--format", format] + options)
            let both = try program.run(
                ["report", "part-1", "part-2", "--output", format, "--format", format])
            #expect(both.output == one.output, "\(format)")
            #expect(both.output.contains("words"), "\(format)")
            #expect(both.status == one.status)
        }
        #expect(try program.run(["report", "part-1", "--output", "half"]).status == 65)
        #expect(try program.run(["report", "whole", "part-1", "--output", "more"]).status == 65)
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("half")))
        #expect(try program.run(["report", "gone", "--output", "x"]).status == 66)
        #expect(try program.run(["report", "whole", "--output", "whole"]).status == 64)
        #expect(try program.run(["report", "whole", "--output", "merged"]).status == 73)
    }

    @Test("a report tells the commit of the working folder, the label and the command")
    func origin() throws {
        let commit = String(repeating: "0123456789", count: 4)
        try program.folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
        try program.folder.write("# pack\n\(commit) refs/heads/main\n", to: ".git/packed-refs")
        func origin(_ name: String, _ options: [String] = []) throws -> [String: Any]? {
            _ = try program.run(
                ["replay", corpus, "--from", "words", "--report", name] + options)
            let result = try JSONSerialization.jsonObject(with: bytes("\(name)/result.json"))
            return (result as? [String: Any])?["origin"] as? [String: Any]
        }
        let packed = try #require(try origin("packed", ["--jobs", "2", "--label", "nightly 7"]))
        #expect(packed["commit"] as? String == commit && packed["label"] as? String == "nightly 7")
        #expect(
            packed["command"] as? [String] == ["voicetest", "replay", corpus, "--from", "words"])
        #expect(packed["paths"] as? [String] == [corpus])
        let other = String(repeating: "abcdef", count: 7).prefix(40)
        try program.folder.write("\(other)\n", to: ".git/refs/heads/main")
        #expect(try origin("loose")?["commit"] as? String == String(other))
        try program.folder.write("not a commit\n", to: ".git/HEAD")
        #expect(try #require(try origin("none"))["commit"] == nil)
    }

    @Test("shares of two commits are no whole run")
    func commits() throws {
        for number in 1...2 {
            let commit = String(repeating: "\(number)", count: 40)
            let done = try program.run(
                [
                    "replay", corpus, "--from", "words", "--shard", "\(number)/2", "--report",
                    "part-\(number)",
                ], variables: ["GITHUB_SHA": commit])
            #expect(done.status == 0)
        }
        let merged = try program.run(["report", "part-1", "part-2", "--output", "both"])
        #expect(merged.status == 65 && merged.messages.contains("the commit differs"))
    }

    @Test("a red session makes the merged report red")
    func red() throws {
        let session = try program.copySession("shutdown/field-set")
        let trace = "\(session)/trace.jsonl"
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        try text.replacingOccurrences(of: "\"DEFAULT\"", with: "\"OTHER\"").write(
            toFile: trace, atomically: true, encoding: .utf8)
        let replayed = try program.run(
            ["replay", session, "--report", "out"], variables: ["CI": "true"])
        #expect(replayed.status == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(session)/trace.new.jsonl"))
        let page = String(decoding: try bytes("out/index.html"), as: UTF8.self)
        #expect(page.contains("<h1>copy.vsession differs</h1>"))
        #expect(try program.run(["report", "out", "--output", "again"]).status == 1)
    }

    @Test("shares with a damaged session are reported, and a result that was edited is not")
    func damagedShare() throws {
        let session = try program.copySession("shutdown/field-set")
        try program.folder.write("{}", to: "bad.vsession/session.json")
        for number in 1...2 {
            _ = try program.run([
                "replay", session, "bad.vsession", "--from", "words", "--shard", "\(number)/2",
                "--report", "part-\(number)",
            ])
        }
        let merged = try program.run(["report", "part-1", "part-2", "--output", "both"])
        #expect(merged.status == 65)
        #expect(merged.output.contains("bad.vsession cannot be used: "))
        #expect(merged.output.contains("2 sessions: 1 agree, 1 do not"))
        let name = "part-2/result.json"
        let text = String(decoding: try bytes(name), as: UTF8.self)
        let build = try #require(text.firstMatch(of: #/"build": "([0-9a-f]{64})"/#)?.1)
        try program.write(
            text.replacing(build, with: String(repeating: "0", count: 64)), to: name)
        let other = try program.run(["report", "part-1", "part-2", "--output", "other"])
        #expect(other.status == 65)
        #expect(other.messages.contains("part-2/result.json: damaged: it is not what was written"))
    }

    @Test("a report that stands there stays without --force, before anything is replayed")
    func force() throws {
        let replay = ["replay", corpus, "--from", "words", "--report", "out"]
        #expect(try program.run(replay).status == 0)
        let refused = try program.run(replay)
        #expect(refused.status == 73 && refused.output.isEmpty)
        #expect(try program.run(replay + ["--force"]).status == 0)
        try program.write("mine", to: "out/notes.txt")
        #expect(try program.run(replay + ["--force"]).status == 73)
    }

    @Test("a share comes from the environment of a job, or not at all")
    func environment() throws {
        let replay = ["replay", corpus, "--from", "words", "--shard", "auto"]
        #expect(try program.run(replay).status == 64)
        let gitLab = ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "9"]
        #expect(try program.run(replay, variables: gitLab).output.contains("agrees"))
        #expect(try program.run(["replay", corpus, "--shard", "3/2"]).status == 64)
    }

    @Test("a comparison of two traces has a page, with the sound of the session")
    func diffPage() throws {
        let session = try program.copySession("shutdown/field-set")
        let trace = "\(session)/trace.jsonl"
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        try program.write(
            text.replacingOccurrences(of: "\"DEFAULT\"", with: "\"OTHER\""), to: "other.jsonl")
        let diff = ["diff", session, "other.jsonl", "--report", "pages/diff.html"]
        #expect(try program.run(diff).status == 1)
        let page = String(decoding: try bytes("pages/diff.html"), as: UTF8.self)
        #expect(page.contains("<h1>The two traces differ</h1>") && page.contains(".flac\":\"//M"))
        #expect(try program.run(diff).status == 73)
        #expect(try program.run(diff + ["--force"]).status == 1)
    }
}
