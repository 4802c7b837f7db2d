import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

@Suite("Session verbs")
struct SessionCommandTests {
    private let program = Program()

    @Test("a session under two spellings of its path is replayed once")
    func twoSpellings() throws {
        let session = try program.copySession("shutdown/field-set")
        let parent = DiskFile.parent(of: session)
        try FileManager.default.createSymbolicLink(
            atPath: program.folder.path("link.vsession"), withDestinationPath: session)
        let spellings = [
            session, "\(parent)/../\(DiskFile.name(of: parent))/copy.vsession", "link.vsession",
        ]
        let outcome = try program.run(["replay", "--no-self-test"] + spellings)
        #expect(outcome.status == 0)
        #expect(outcome.output == "\(session) agrees, replayed from audio: 27 events\n")
    }

    @Test("a session that is recorded replays green, and a second recording is refused")
    func recordAndReplay() throws {
        let recorded = try program.recordShutdown()
        #expect(recorded.status == 0)
        #expect(recorded.output.contains("flow ended: end"))
        #expect(try program.run(["replay", "new.vsession"]).status == 0)
        let again = try program.recordShutdown()
        #expect(again.status == 73)
        #expect(again.messages.contains("--force"))
        #expect(try program.recordShutdown(["--force"]).status == 0)
    }

    @Test(
        "a simulated recording that is interrupted leaves nothing in the way of the next",
        arguments: [[], ["--keep-last", "1"]])
    func interrupted(keeping: [String]) throws {
        try program.write(#"{ "limits": { "seconds": 172800 } }"#, to: "day.json")
        try program.write(
            """
            [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Wait" } },
              { "id": "Wait", "type": "pauseResume", "goTo": { "DEFAULT": "VF_END" } },
              { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
            """, to: "flow.json")
        try program.write("[]", to: "prompts.json")
        let process = try program.start(
            [
                "record", "--flow", "flow.json", "--prompts", "prompts.json", "--scenario",
                "day.json",
                "--recognizer", "scripted", "--output", "new.vsession",
            ] + keeping)
        let journal = program.folder.path("new.vsession.partial/journal/story")
        while process.isRunning, !FileManager.default.fileExists(atPath: journal) {}
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(try program.folder.names().filter { $0.contains("vsession") } == [])
    }

    @Test("a what-if shows the difference it makes and leaves nothing behind")
    func whatIf() throws {
        let session = try program.copySession("yes-no/answers-yes")
        let what = try program.run(["replay", session, "--set", "endpoint.offsetMs=200"])
        #expect(what.status == 1)
        #expect(what.output.contains("endpoint.offsetMs 0 -> 200 (+200 ms)"))
        #expect(!FileManager.default.fileExists(atPath: "\(session)/trace.new.jsonl"))
    }

    @Test("a difference is left pending, accepted with a reason, and then agrees")
    func accepting() throws {
        let session = try program.copySession("shutdown/field-set")
        try edit(session) { lines in lines.remove(at: 10) }
        let red = try program.run(["replay", session])
        #expect(red.status == 1)
        #expect(red.output.contains("first cause"))
        let pending = "\(session)/trace.new.jsonl"
        #expect(FileManager.default.fileExists(atPath: pending))
        #expect(try program.run(["accept", session]).status == 64)
        #expect(try program.run(["accept", session, "--reason", " "]).status == 64)
        #expect(try program.run(["accept", session, "--reason", "prompt drawn later"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: pending))
        #expect(try program.run(["replay", session]).status == 0)
        let ledger = try String(contentsOfFile: "\(session)/accepted.jsonl", encoding: .utf8)
        #expect(ledger.contains("prompt drawn later"))
        #expect(try program.run(["accept", session, "--reason", "again"]).status == 66)
    }

    @Test("a replay that agrees takes a left-over trace away, so that nobody can accept it")
    func leftOver() throws {
        let session = try program.copySession("shutdown/field-set")
        let pending = "\(session)/trace.new.jsonl"
        try "left over".write(toFile: pending, atomically: true, encoding: .utf8)
        #expect(try program.run(["replay", session, "--from", "words"]).status == 0)
        #expect(FileManager.default.fileExists(atPath: pending))
        #expect(try program.run(["replay", session]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: pending))
    }

    @Test("a replay that does not start from the audio leaves nothing to accept")
    func partialReplay() throws {
        let session = try program.copySession("shutdown/field-set")
        try edit(session) { lines in lines.remove(at: 10) }
        #expect(try program.run(["replay", session, "--from", "words"]).status == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(session)/trace.new.jsonl"))
    }

    @Test("a certificate is not given for replays that agree with each other only")
    func certificate() throws {
        let session = try program.copySession("shutdown/field-set")
        #expect(try program.run(["replay", session, "--certify", "2"]).status == 0)
        try edit(session) { lines in lines.remove(at: 10) }
        #expect(try program.run(["replay", session, "--certify", "2"]).status == 1)
    }

    @Test("with CI set nothing is written and nothing accepted")
    func continuousIntegration() throws {
        let session = try program.copySession("shutdown/field-set")
        try edit(session) { lines in lines.remove(at: 10) }
        #expect(try program.run(["replay", session], variables: ["CI": "true"]).status == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(session)/trace.new.jsonl"))
        let accept = try program.run(
            ["accept", session, "--reason", "why not"], variables: ["CI": "true"])
        #expect(accept.status == 64)
        #expect(accept.messages.contains("CI"))
    }

    @Test("a golden that is cut short, empty or missing is damage", arguments: [0, 1, 2])
    func damagedGolden(way: Int) throws {
        let session = try program.copySession("shutdown/field-set")
        let trace = "\(session)/trace.jsonl"
        switch way {
        case 0: try edit(session) { lines in lines.removeLast() }
        case 1: try "".write(toFile: trace, atomically: true, encoding: .utf8)
        default: try FileManager.default.removeItem(atPath: trace)
        }
        let outcome = try program.run(["replay", session])
        #expect(outcome.status == 65)
        #expect(outcome.output.contains("cannot be used"))
        #expect(!FileManager.default.fileExists(atPath: "\(session)/trace.new.jsonl"))
    }

    @Test("paths that are absent, or hold no session, are missing input")
    func missingPaths() throws {
        #expect(try program.run(["replay", "nowhere"]).status == 66)
        #expect(try program.run(["replay", program.folder.path]).status == 66)
        try FileManager.default.createDirectory(
            atPath: program.folder.path("empty.vsession"), withIntermediateDirectories: true)
        #expect(try program.run(["replay", "empty.vsession"]).status == 65)
    }

    @Test("the gravest of several paths decides")
    func gravest() throws {
        let session = try program.copySession("shutdown/field-set")
        #expect(try program.run(["replay", session, "nowhere"]).status == 66)
        try edit(session) { lines in lines.removeLast() }
        #expect(try program.run(["replay", session, "nowhere"]).status == 65)
    }

    @Test("machine output is JSON and nothing else")
    func json() throws {
        let session = try program.copySession("yes-no/answers-yes")
        for arguments in [
            ["replay", session, "--format", "json"],
            ["diff", session, session, "--format", "json"], ["doctor", "--format", "json"],
            ["validate", "\(session)/flow/voiceflow.json", "--format", "json"],
            ["replay", session, "--certify", "2", "--format", "json"],
        ] {
            let outcome = try program.run(arguments)
            let data = Data(outcome.output.utf8)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: data) }
        }
    }

    @Test("bare traces and sessions can be compared in every pairing")
    func diff() throws {
        let session = try program.copySession("yes-no/answers-yes")
        let trace = "\(session)/trace.jsonl"
        #expect(try program.run(["diff", session, session]).status == 0)
        #expect(try program.run(["diff", trace, session]).status == 0)
        #expect(try program.run(["diff", trace, trace]).status == 0)
        #expect(try program.run(["diff", trace, "nothing.jsonl"]).status == 66)
    }

    @Test("a tolerance forgives what it names, and a malformed one is bad data")
    func tolerance() throws {
        let session = try program.copySession("yes-no/answers-yes")
        try edit(session) { lines in
            let index = lines.firstIndex { $0.contains("\"kind\":\"final\"") } ?? 0
            lines[index] = lines[index].replacing(/"confidence":\d+/) { _ in "\"confidence\":1" }
        }
        try program.write(
            #"{"rules":[{"kind":"final","fields":["confidence"],"within":1000}]}"#, to: "t.json")
        // The hand-edited golden stays a difference: its digest no longer fits.
        #expect(try program.run(["replay", session, "--tolerance", "t.json"]).status == 1)
        try program.write("{\n  \"rules\": 7 }", to: "bad.json")
        let bad = try program.run(["replay", session, "--tolerance", "bad.json"])
        #expect(bad.status == 65)
        #expect(bad.messages.contains("bad.json:2:"))
    }

    @Test("dump shows a tap, a kind and a span")
    func dump() throws {
        let session = try program.copySession("yes-no/answers-yes")
        let words = try program.run(["dump", session, "--tap", "words"])
        #expect(words.output.contains("final") && !words.output.contains("moduleStart"))
        let odd = try program.run(["dump", session, "--kind", "medai"])
        #expect(odd.status == 64 && odd.output.isEmpty)
        #expect(odd.messages.contains("Unknown kind of event 'medai'. Did you mean 'media'?"))
        let never = try program.run(["dump", session, "--kind", "permission"])
        #expect(never.status == 0 && never.output.isEmpty)
        let early = try program.run(["dump", session, "--kind", "media", "--to-ms", "100"])
        #expect(early.output.split(separator: "\n").count == 2)
    }

    private func edit(_ session: String, _ change: (inout [String]) -> Void) throws {
        let path = "\(session)/trace.jsonl"
        var lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        change(&lines)
        try (lines.joined(separator: "\n") + "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
    }
}
