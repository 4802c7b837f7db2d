import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceReports
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

/// Sessions as releases recorded them: `Tests/Goldens` has one of each engine.
@Suite("Goldens of releases")
struct ReleasedGoldensTests {
    private static let goldens = "\(Program.package)/Tests/Goldens"
    private static let names = ["keenasr", "program", "saykit", "voiceflow", "voicekit"]

    private static func folder(_ name: String) -> SessionFolder {
        SessionFolder(path: "\(goldens)/0.1.0/\(name).vsession")
    }

    /// What comes of a replay of a golden, by engines that `change` changes.
    private func outcome(
        _ name: String, setting changes: [(name: String, value: Int)] = [],
        changing change: (any EngineFactory) -> any EngineFactory = { $0 }
    ) throws -> ReplayOutcome {
        let folder = Self.folder(name)
        var options = ReplayOptions()
        options.changes = changes
        options.programCommand = try ProgramCommand(
            "/usr/bin/python3 \(Program.package)/Sources/Clients/Python/voicetest_app.py"
                + " \(Self.goldens)/0.1.0/bot.py")
        var replayer = SessionReplayer(factories: Engines.factories().map(change))
        let result = try replayer.replay(folder, options: options)
        return try ReplayRunner().outcome(of: result, folder: folder, options: options)
    }

    @Test("every engine has one")
    func everyEngine() throws {
        let kinds = try SessionFolder.find(at: Self.goldens).map { try $0.manifest().engine.kind }
        #expect(kinds == Self.names)
        #expect(Set(kinds) == Set(Engines.factories().map(\.declaration.kind)))
    }

    @Test("replay without a difference and with the digest that they had", arguments: names)
    func replay(name: String) throws {
        let outcome = try outcome(name)
        #expect(outcome.verdict.firstCause?.sentence == nil)
        #expect(outcome.digest == (try Self.folder(name).golden().digest))
    }

    @Test(
        "are not changed by a release with another version, setting, constant, kind and field",
        arguments: names)
    func laterRelease(name: String) throws {
        let outcome = try outcome(name) { LaterFactory(factory: $0) }
        #expect(outcome.verdict.firstCause?.sentence == nil)
        #expect(outcome.digest == (try Self.folder(name).golden().digest))
    }

    @Test("differ where a setting that they do not have is not at its default", arguments: names)
    func laterSetting(name: String) throws {
        let changes = [(name: LaterFactory.setting, value: 5)]
        let outcome = try outcome(name, setting: changes) { LaterFactory(factory: $0) }
        #expect(outcome.verdict.outcome == .differs)
        #expect(outcome.verdict.diff?.counts.differences == 1)
        #expect(
            outcome.verdict.firstCause?.sentence.hasPrefix("setting later.waitMs 0 -> 5") == true,
            "\(outcome.verdict.firstCause?.sentence ?? "")")
    }

    @Test("differ where the engine emits an event that they do not have", arguments: names)
    func laterEvent(name: String) throws {
        let outcome = try outcome(name) { LaterFactory(factory: $0, emits: true) }
        #expect(outcome.verdict.outcome == .differs)
        #expect(outcome.verdict.diff?.counts[.extra] == 1)
        let sentence = outcome.verdict.firstCause?.sentence ?? ""
        #expect(sentence.contains("engine \(name) 1 -> 2; first seen: later "), "\(sentence)")
    }

    @Test("differ where a setting that they have changes what happens")
    func changedSetting() throws {
        let outcome = try outcome("voiceflow", setting: [("endpoint.offsetMs", 200)])
        #expect(outcome.verdict.outcome == .differs)
        #expect(
            outcome.verdict.firstCause?.sentence.hasPrefix("setting endpoint.offsetMs 0 -> 200")
                == true)
    }
}
