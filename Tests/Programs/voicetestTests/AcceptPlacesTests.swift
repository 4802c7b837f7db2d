import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@Suite("Where an acceptance writes")
struct AcceptPlacesTests {
    private let program = Program()

    /// What of a golden is read-only.
    enum ReadOnly: String, CaseIterable {
        case folder, trace, everything
    }

    @Test("a read-only golden is refused, and nothing changes", arguments: ReadOnly.allCases)
    func readOnlyTrace(part: ReadOnly) throws {
        let (session, _) = try program.pending(dropping: "segment")
        try expectRefusal(of: session, part)
    }

    @Test(
        "a read-only golden that a pending session would replace is refused, and nothing changes",
        arguments: ReadOnly.allCases)
    func readOnlySession(part: ReadOnly) throws {
        try expectRefusal(of: takePending(), part)
    }

    @Test("a session whose expectations cannot be read is refused: no replay of it agrees")
    func unjudged() throws {
        let (session, _) = try program.pending(dropping: "segment")
        let folder = SessionFolder(path: session)
        let scenario = Array(#"{"expect": {}}"#.utf8)
        try DiskFile.write(scenario, to: "\(session)/flow/scenario.json")
        var manifest = try folder.manifest()
        manifest.files.removeAll { $0.path == "flow/scenario.json" }
        manifest.add("flow/scenario.json", scenario)
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
        let refused = try program.run(["accept", session, "--reason", "a"])
        #expect(refused.status == 65)
        #expect(refused.messages.contains("what it expects cannot be judged"))
    }

    @Test("a first session is accepted by the name that its golden will have")
    func firstSession() throws {
        try program.makeScriptedProject()
        try DiskFile.remove(program.folder.path("pizza/silent.vsession"))
        #expect(try program.run(["test", "pizza", "--filter", "silent"]).status == 1)
        let outcome = try program.run(["accept", "pizza/silent.vsession", "--reason", "new"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try program.run(["test", "pizza"]).status == 0)
    }

    @Test("a full standard output is an error of the output, and what is accepted stays")
    func fullOutput() throws {
        let (session, _) = try program.pending(dropping: "segment")
        let outcome = try program.runFull(["accept", session, "--reason", "new"])
        #expect(outcome.status == 74, "\(outcome.messages)")
        #expect(!DiskFile.exists(SessionFolder(path: session).pendingTracePath))
    }

    @Test("of several acceptances at once one takes what is pending, the others find nothing")
    func several() throws {
        let session = try takePending()
        let runs = try (0..<4).map { _ in
            try program.start(["accept", session, "--reason", "a", "--budget", "60000"])
        }
        for run in runs { run.waitUntilExit() }
        #expect(runs.map(\.terminationStatus).sorted() == [0, 66, 66, 66])
        #expect(try program.ledger(session).count == 1)
        #expect(try program.run(["replay", session]).status == 0)
    }

    /// A golden session beside which another one is pending.
    private func takePending() throws -> String {
        let session = try program.copySession("shutdown/field-set")
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/shutdown/field-unset.vsession",
            toPath: "\(session).new")
        return session
    }

    private func expectRefusal(of session: String, _ part: ReadOnly) throws {
        let changed =
            switch part {
            case .folder: [session]
            case .trace: ["\(session)/trace.jsonl"]
            case .everything: try contents(of: session).keys + [session]
            }
        let before = try contents(of: program.folder.path)
        for path in changed { chmod(path, DiskFile.isFolder(path) ? 0o555 : 0o444) }
        let refused = try program.run([
            "accept", session, "--reason", "a", "--budget", "60000",
        ])
        for path in changed.reversed() { chmod(path, DiskFile.isFolder(path) ? 0o755 : 0o644) }
        #expect(refused.status == 74)
        #expect(refused.messages.contains("is read-only, so nothing was accepted"))
        #expect(try contents(of: program.folder.path) == before)
        #expect(
            try program.run(["accept", session, "--reason", "a", "--budget", "60000"]).status == 0)
    }

    /// Every file and folder below `path`, with what a file holds; without what a run writes.
    private func contents(of path: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
        where !name.hasPrefix("std") && !name.hasPrefix(".") {
            contents["\(path)/\(name)"] =
                FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
        }
        return contents
    }
}
