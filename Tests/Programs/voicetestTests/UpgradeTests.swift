import Foundation
import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

/// The voiceflow engine as a later version might be: it waits 200 ms longer for the caller.
private struct NewerFactory: EngineFactory {
    private let factory = VoiceflowFactory()

    var declaration: EngineDeclaration {
        var declaration = factory.declaration
        declaration.version = "2"
        return declaration
    }

    var fileNames: [String] { factory.fileNames }

    func recognizes(_ setup: EngineSetup) throws -> Bool { try factory.recognizes(setup) }

    func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        var setup = setup
        setup.settings["flow.maxPostSpeechSilenceLengthMs"] = 1_200
        return try factory.make(setup)
    }
}

@Suite("An upgrade that moves goldens")
struct UpgradeTests {
    private let program = Program()
    private static let sentence = "voicetest 0.0.9 -> 0.1.0, engine voiceflow 0 -> 1"

    /// A project whose goldens are as an earlier version left them.
    private func olderProject() throws -> String {
        let project = try program.makeScriptedProject()
        for name in ["happy", "barge-in"] {
            try age(SessionFolder(path: "\(project)/\(name).vsession"))
        }
        return project
    }

    /// Makes a session one that version 0.0.9 recorded, where the app went on 200 ms earlier.
    private func age(_ folder: SessionFolder) throws {
        var manifest = try folder.manifest()
        manifest.createdBy = "voicetest 0.0.9"
        manifest.engine.version = "0"
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
        var trace = try folder.golden()
        let first = try #require(trace.events.firstIndex { $0.kind == "speechEnd" })
        for index in trace.events.indices where index >= first {
            trace.events[index].frame -= 3_200
        }
        try DiskFile.write(trace.fileBytes(), to: folder.tracePath)
    }

    @Test("names both versions, says in one table what moved, and takes it with --upgrade alone")
    func takesUpgrade() throws {
        let project = try olderProject()
        let red = try program.run(["test", project])
        #expect(red.status == 1)
        #expect(red.output.contains("first cause: \(Self.sentence)\n"))
        #expect(red.output.contains("\(Self.sentence) moves 2 sessions:"))
        #expect(red.output.contains(/speechEnd +retimed +2 +\d+ +200 ms later/))
        #expect(red.output.contains("voicetest accept \(project) --upgrade`"))
        let accepted = try program.run(["accept", project, "--upgrade"])
        #expect(accepted.status == 0, "\(accepted.messages)")
        #expect(accepted.output.contains("\(Self.sentence) moves 2 sessions:"))
        let green = try program.run(["test", project])
        #expect(green.status == 0)
        #expect(!green.output.contains("0.0.9"))
        let entry = try #require(try program.ledger("\(project)/happy.vsession").last)
        #expect(entry["upgrade"] as? String == Self.sentence)
        #expect(entry["reason"] as? String == Self.sentence)
        #expect(entry["program"] as? String == "voicetest 0.1.0")
        let anchor = try SessionFolder(path: "\(project)/happy.vsession")
            .trace(AcceptanceLedger.anchorName)
        #expect(entry["after"] as? String == anchor.digest)
    }

    @Test(
        "refuses a session for which something else changed too, and takes none of the others",
        arguments: [
            ("happy.scenario.json", "\"yes\"", "\"yes yes\"", "happy.scenario.json:"),
            ("flow.json", "\"id\": \"R_Confirm\"", "\"id\": \"R_Sure\"", "flow.json:"),
            ("voicetest.json", "{", "{\"seed\": 2, ", "voicetest.json:"),
        ])
    func refusesOtherCauses(file: String, old: String, new: String, named: String) throws {
        let project = try olderProject()
        let path = "\(project)/\(file)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try program.run(["test", project]).status == 1)
        let refused = try program.run(["accept", project, "--upgrade"])
        #expect(refused.status == 1)
        #expect(refused.messages.contains("happy.vsession: Not only the version changed: "))
        #expect(refused.messages.contains(named))
        #expect(refused.messages.contains("nothing was accepted, because"))
        for name in ["happy", "barge-in"] {
            #expect(!DiskFile.exists("\(project)/\(name).vsession/accepted.jsonl"))
            #expect(DiskFile.exists("\(project)/\(name).vsession.new"))
        }
    }

    @Test("refuses what an edit changed while the version stayed")
    func refusesSameVersion() throws {
        try program.makeScriptedProject()
        #expect(
            try program.runShell("cd pizza && sed -i 's/order it/order that/' prompts.json")
                .status == 0)
        #expect(try program.run(["test", "pizza"]).status == 1)
        let refused = try program.run(["accept", "pizza", "--upgrade"])
        #expect(refused.status == 1)
        #expect(refused.messages.contains("Its golden is of this version already."))
        #expect(refused.messages.contains("without --upgrade"))
    }

    @Test("a replay says the same of a session's own files, and its trace is taken alike")
    func replays() throws {
        let project = try olderProject()
        let session = "\(project)/happy.vsession"
        let red = try program.run(["replay", session])
        #expect(red.status == 1)
        #expect(red.output.contains("first cause: \(Self.sentence); first seen: "))
        #expect(red.output.contains("\(Self.sentence) moves 1 session:"))
        #expect(try program.run(["accept", session, "--upgrade"]).status == 0)
        #expect(try program.run(["replay", session]).status == 0)
        #expect(try program.ledger(session).last?["upgrade"] as? String == Self.sentence)
    }

    @Test("an acceptance of another version of the engine whose events agree agrees")
    func agreesWithOlderLedger() throws {
        let (session, _) = try program.pending(dropping: "segment")
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        try program.edit("\(session)/accepted.jsonl") { lines in
            lines = lines.map { $0.replacing("\"engine\":\"1\"", with: "\"engine\":\"0\"") }
        }
        #expect(try program.run(["replay", session]).status == 0)
        #expect(!DiskFile.exists("\(session)/trace.new.jsonl"))
    }

    @Test("a later version of an engine is named with the one that made the golden")
    func namesNewerEngine() throws {
        try program.makeScriptedProject()
        let folder = SessionFolder(path: program.folder.path("pizza/happy.vsession"))
        try Engines.$makers.withValue([{ NewerFactory() }]) {
            let lookup = CaseLookup(of: [folder], usual: VoiceflowFactory())
            let item = try #require(try lookup.item(of: folder))
            var runner = CaseRunner(
                factories: Engines.factories(), synthesizer: SpeechSynthesizer(cacheFolder: nil),
                createdBy: "voicetest 0.2.0")
            let result = runner.run(item, sources: try FlowSources(item.configuration))
            #expect(
                result.verdict.firstCause?.sentence.hasPrefix(
                    "voicetest 0.1.0 -> 0.2.0, engine voiceflow 1 -> 2; first seen: ") == true)
            #expect(result.otherCauses.isEmpty)
            #expect(result.verdict.cause == result.version?.cause)
            let session = try #require(result.session)
            try SessionWriter(path: folder.pending.path, isReplacing: false)
                .write(session, timing: [:])
            let change = try PendingChange(folder)
            #expect(change.version?.isOfEngine == true)
            let table = try #require(UpgradeTable([change]))
            #expect(table.text().contains("engine voiceflow 1 -> 2 moves 1 session:"))
            #expect(table.text().contains(/transition +retimed +1 +\d+ +200 to 400 ms later/))
            _ = try Acceptor(isForUpgrade: true).accept(change, reason: "upgrade")
            #expect(try AcceptanceLedger(in: folder).engine == "2")
        }
    }
}
