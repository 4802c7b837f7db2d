import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport
import VoiceTrace

@Suite("Golden flow")
struct GoldenFlowTests {
    private let program = Program()

    @Test("the ledger says what was accepted, by how much, and why")
    func classified() throws {
        let (session, _) = try program.pending(dropping: "segment")
        let accept = try program.run(["accept", session, "--reason", "segments are told"])
        #expect(accept.status == 0)
        #expect(accept.output.contains("accepted 2 extra"))
        let entry = try #require(try program.ledger(session).first)
        #expect(entry["reason"] as? String == "segments are told")
        #expect((entry["counts"] as? [String: Int]) == ["extra": 2])
        #expect(entry["driftMs"] as? Int == 0)
        #expect(entry["budgetMs"] as? Int == 500)
        #expect((entry["groups"] as? [String])?.first?.contains("segment") == true)
        #expect(entry["before"] as? String != entry["after"] as? String)
    }

    @Test("a golden that drifted beyond its budget is refused, unless it becomes the anchor")
    func drift() throws {
        let (session, pending) = try program.pending(shift: 16_000)
        let refused = try program.run(["accept", session, "--reason", "slower"])
        #expect(refused.status == 1)
        #expect(refused.messages.contains("moves the golden 1000 ms from its anchor; the"))
        #expect(FileManager.default.fileExists(atPath: pending))
        #expect(!FileManager.default.fileExists(atPath: "\(session)/accepted.jsonl"))
        let accepted = try program.run(
            ["accept", session, "--reason", "slower", "--re-anchor", "--budget", "100"])
        #expect(accepted.status == 0)
        let entry = try #require(try program.ledger(session).first)
        #expect(entry["greatestShiftMs"] as? Int == 1_000)
        #expect(entry["driftMs"] as? Int == 0)
        #expect(entry["budgetMs"] as? Int == 100)
    }

    @Test("small steps add up against the first anchor, and the budget stays set")
    func steps() throws {
        let (session, _) = try program.pending(shift: 1_600)
        #expect(
            try program.run(["accept", session, "--reason", "a", "--budget", "150"]).status == 0)
        // An anchor 200 ms away is beyond what was set, though the last golden is close.
        let folder = SessionFolder(path: session)
        var anchor = try RecordedTrace(path: folder.anchorPath)
        for index in anchor.events.indices where anchor.events[index].frame > 0 {
            anchor.events[index].frame += 1_600
        }
        anchor.isEdited = false
        let digest = try RecordedTrace(path: folder.anchorPath).digest
        try DiskFile.write(anchor.fileBytes(), to: folder.anchorPath)
        try program.edit(folder.ledgerPath) { lines in
            lines = lines.map {
                $0.replacingOccurrences(
                    of: "\"anchor\":\"\(digest)\"", with: "\"anchor\":\"\(anchor.digest)\"")
            }
        }
        try program.edit("\(session)/trace.jsonl") { lines in lines.remove(at: 5) }
        #expect(try program.run(["replay", session]).status == 1)
        let refused = try program.run(["accept", session, "--reason", "b"])
        #expect(refused.status == 1)
        #expect(refused.messages.contains("200 ms from its anchor; the budget is 150 ms"))
    }

    @Test(
        "conflict markers are refused with file and line",
        arguments: [
            "trace.jsonl", "trace.new.jsonl", "inputs.jsonl", "session.json", "accepted.jsonl",
            "accepted.anchor.jsonl", "timing.json", "flow/voiceflow.json",
        ])
    func conflicts(name: String) throws {
        let (session, pending) = try program.pending(dropping: "segment")
        let path = "\(session)/\(name)"
        if !FileManager.default.fileExists(atPath: path) {
            try "{\"reason\":\"a\"}\n".write(toFile: path, atomically: true, encoding: .utf8)
        }
        try program.edit(path) { lines in lines.insert("<<<<<<< HEAD", at: 1) }
        let accept = try program.run(["accept", session, "--reason", "a"])
        #expect(accept.status == 65)
        #expect(accept.messages.contains("\(path), line 2: a merge conflict marker"))
        #expect(FileManager.default.fileExists(atPath: pending))
        // A replay writes the pending trace anew.
        guard name != "trace.new.jsonl" else { return }
        #expect(try program.run(["replay", session]).status == 65)
    }

    @Test("a pending trace that no longer comes out is stale, and refused")
    func stale() throws {
        let (session, pending) = try program.pending(dropping: "segment")
        let golden = "\(session)/trace.jsonl"
        try FileManager.default.removeItem(atPath: pending)
        let other = Program()
        let unset = try other.copySession("shutdown/field-unset")
        try FileManager.default.copyItem(atPath: "\(unset)/trace.jsonl", toPath: pending)
        let before = try String(contentsOfFile: golden, encoding: .utf8)
        let accept = try program.run(["accept", session, "--reason", "a"])
        #expect(accept.status == 65)
        #expect(accept.messages.contains("is stale"))
        #expect(try String(contentsOfFile: golden, encoding: .utf8) == before)
    }

    @Test("in CI a pending trace beside a session that agrees is stale, and fails")
    func staleInCI() throws {
        let session = try program.copySession("shutdown/field-set")
        let pending = "\(session)/trace.new.jsonl"
        try FileManager.default.copyItem(atPath: "\(session)/trace.jsonl", toPath: pending)
        let replay = try program.run(["replay", session], variables: ["CI": "true"])
        #expect(replay.status == 1)
        #expect(replay.output.contains("trace.new.jsonl: is stale"))
        #expect(FileManager.default.fileExists(atPath: pending))
    }

    @Test(
        "a trace, a pending one, a ledger and an anchor without a session are orphans, and fail",
        arguments: [
            "trace.jsonl", "trace.new.jsonl", "accepted.jsonl", "accepted.anchor.jsonl",
        ])
    func orphans(name: String) throws {
        _ = try program.copySession("shutdown/field-set")
        try FileManager.default.createDirectory(
            atPath: program.folder.path("lost"), withIntermediateDirectories: true)
        try program.write("", to: "lost/\(name)")
        let replay = try program.run(["replay", program.folder.path])
        #expect(replay.status == 65)
        #expect(replay.messages.contains("lost/\(name): has no session.json"))
        #expect(replay.output.contains("agrees"))
    }

    @Test("a golden of another engine version whose events agree agrees")
    func oldGolden() throws {
        let session = try program.copySession("shutdown/field-set")
        let path = "\(session)/session.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
            .replacingOccurrences(
                of: "\"kind\": \"voiceflow\",\n    \"version\": \"1\"",
                with: "\"kind\": \"voiceflow\",\n    \"version\": \"0\"")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let replay = try program.run(["replay", session])
        #expect(replay.status == 0, "\(replay.output)")
        #expect(!DiskFile.exists("\(session)/trace.new.jsonl"))
    }

    @Test(
        "the gate tests itself, fails under a tolerance that lets all pass, and can be told not to")
    func selfTest() throws {
        let session = try program.copySession("shutdown/field-set")
        let sound = try program.run(["replay", session])
        #expect(
            sound.output.contains(
                /self-test: \d\d planted regressions found, 1 trace agrees with itself/))
        try program.write(#"{"rules":[{"ignore":true}]}"#, to: "all.json")
        let blind = try program.run(["replay", session, "--tolerance", "all.json"])
        #expect(blind.status == 1)
        #expect(blind.messages.contains("Tolerance too loose: it would hide the loss of an event"))
        let untested = try program.run(
            ["replay", session, "--tolerance", "all.json", "--no-self-test"])
        #expect(untested.status == 0)
        #expect(!untested.output.contains("self-test"))
    }

    @Test(
        "a self-test that fails is in every form",
        arguments: Program.machineForms)
    func selfTestForms(format: String) throws {
        let session = try program.copySession("shutdown/field-set")
        try program.write(#"{"rules":[{"kind":"media","timeMs":600}]}"#, to: "late.json")
        let replay = try program.run(
            ["replay", session, "--tolerance", "late.json", "--format", format])
        #expect(replay.status == 1)
        #expect(replay.output.contains("it would hide a 500 ms delay of media"))
    }

    @Test("a rule that matches nothing is named")
    func unusedRule() throws {
        let session = try program.copySession("shutdown/field-set")
        try program.write(
            #"{"rules":[{"kind":"media","fields":["confidnce"],"within":5}]}"#, to: "t.json")
        let replay = try program.run(["replay", session, "--tolerance", "t.json"])
        #expect(replay.status == 0)
        #expect(replay.messages.contains("$.rules[0]: no event that it matches has a field"))
    }

    @Test("review needs a terminal, and says what to use without one")
    func noTerminal() throws {
        let session = try program.copySession("shutdown/field-set")
        let review = try program.run(["review", session])
        #expect(review.status == 64)
        #expect(review.messages.contains("voicetest accept"))
    }
}
