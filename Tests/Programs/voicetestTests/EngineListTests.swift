import ArgumentParser
import Foundation
import Testing
import VoiceEngine
import VoiceFlow
import VoiceReports
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

/// Commands run inside the test, with a second engine in the list.
@Suite("Engines that the commands learn from one list")
struct EngineListTests {
    private let program = Program()
    private static let makers: [@Sendable () -> any EngineFactory] = [
        { VoiceflowFactory() }, { CounterFactory() },
    ]

    /// Runs a command with both engines; its exit code.
    private func run(_ arguments: String...) async -> Int32 {
        do {
            var command = try Voicetest.parseAsRoot(arguments)
            try await Engines.$makers.withValue(Self.makers) {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
            return 0
        } catch { return Voicetest.exitCode(for: error).rawValue }
    }

    private func path(_ name: String) -> String { program.folder.path(name) }

    private func record() async throws -> Int32 {
        try program.write(#"{"most": 3}"#, to: "short.json")
        try program.write(#"{"app": [{"atMs": 100, "countTo": "2"}]}"#, to: "a.scenario.json")
        return await run(
            "record", "--engine", "counter", "--file", "count.json=\(path("short.json"))",
            "--scenario", path("a.scenario.json"), "--recognizer", "scripted",
            "--output", path("a.vsession"))
    }

    @Test("record runs another engine with its own file, and replay and validate take the session")
    func recordsAnotherEngine() async throws {
        #expect(try await record() == 0)
        let folder = SessionFolder(path: path("a.vsession"))
        let manifest = try folder.manifest()
        #expect(manifest.engine.kind == "counter")
        #expect(manifest.files.contains { $0.path == "flow/count.json" })
        #expect(try folder.golden().events.filter { $0.kind == "beat" }.count == 3)
        #expect(await run("replay", folder.path) == 0)
        #expect(await run("validate", folder.path) == 0)
    }

    @Test("replay takes a changed file of the engine in place of the session's")
    func replaysChangedFile() async throws {
        #expect(try await record() == 0)
        try program.write(#"{"most": 4}"#, to: "long.json")
        let session = path("a.vsession")
        let changed = "count.json=\(path("long.json"))"
        #expect(await run("replay", "--engine", "counter", "--file", changed, session) == 1)
        let same = "count.json=\(path("short.json"))"
        #expect(await run("replay", "--engine", "counter", "--file", same, session) == 0)
    }

    @Test("test simulates the scenarios of a project that names its engine and files")
    func testsProject() async throws {
        #expect(try await record() == 0)
        let project = #"""
            {"engine": "counter", "files": {"count.json": "short.json"}, "recognizer": "scripted"}
            """#
        try program.write(project, to: "voicetest.json")
        #expect(await run("test", program.folder.path) == 0)
        #expect(await run("validate", program.folder.path) == 0)
        try program.write(#"{"most": 5}"#, to: "short.json")
        #expect(await run("test", program.folder.path) == 1)
    }

    @Test("validate checks a file of another engine by its name, or by --file")
    func validatesFiles() async throws {
        try program.write("{}", to: "count.json")
        #expect(await run("validate", "--engine", "counter", path("count.json")) == 1)
        try program.write(#"{"most": 1}"#, to: "other.json")
        let named = "count.json=\(path("other.json"))"
        #expect(await run("validate", "--engine", "counter", "--file", named) == 0)
        #expect(await run("validate", "--engine", "counter", path("other.json")) == 65)
    }

    @Test("flow says that the files of an engine are no graph")
    func flowWithoutGraph() async throws {
        try program.write(#"{"most": 1}"#, to: "count.json")
        #expect(await run("flow", "--engine", "counter", path("count.json")) == 64)
        let voiceflow = "\(Program.package)/Corpora/yes-no/voiceflow.json"
        #expect(await run("flow", "--engine", "voiceflow", voiceflow) == 0)
    }

    @Test("an unknown engine exits 64 with the known kinds and a near one")
    func unknownEngine() throws {
        let outcome = try program.run([
            "record", "--engine", "voiceflo", "--scenario", "a.json", "--output", "a.vsession",
        ])
        #expect(outcome.status == 64)
        #expect(
            outcome.messages.contains(
                "Unknown engine 'voiceflo'. Did you mean 'voiceflow'?"))
    }

    @Test("an unknown file of an engine exits 64 with the files that it has")
    func unknownFile() async throws {
        try program.write("{}", to: "x.json")
        let options = try EngineOptions.parse(["--engine", "counter", "--file", "count=x.json"])
        let error = #expect(throws: CommandError.self) { try options.paths(for: CounterFactory()) }
        #expect(error?.status == .usage)
        #expect(error?.description.contains("Use one of: count.json.") == true)
    }

    @Test("a project with an unknown engine exits 65 and names the project's file")
    func unknownEngineOfProject() throws {
        try program.write(#"{"engine": "keys"}"#, to: "voicetest.json")
        try program.write("{}", to: "a.scenario.json")
        let outcome = try program.run(["test"])
        #expect(outcome.status == 65)
        #expect(outcome.output.contains("voicetest.json: Unknown engine 'keys'."))
    }

    @Test("record without an engine asks for --flow as before, and for --prompts beside it")
    func needsFlow() throws {
        let bare = try program.run(["record", "--scenario", "a", "--output", "a.vsession"])
        #expect(bare.status == 64)
        #expect(
            bare.messages.hasPrefix("voicetest: Missing expected argument '--flow <flow>'\nHelp:"))
        let half = try program.run([
            "record", "--flow", "a", "--scenario", "a", "--output", "a.vsession",
        ])
        #expect(
            half.messages.hasPrefix("voicetest: Missing expected argument '--prompts <prompts>'"))
    }

    @Test("--flow beside another engine and --file without an engine are refused")
    func refusesMixtures() throws {
        let rest = ["--scenario", "a", "--output", "a.vsession"]
        let mixed = try program.run(["record", "--engine", "counter", "--flow", "a"] + rest)
        #expect(mixed.status == 64)
        #expect(mixed.messages.contains("Name the files of counter with --file NAME=PATH."))
        let lone = try program.run(["record", "--file", "a=b"] + rest)
        #expect(lone.status == 64)
        #expect(lone.messages.contains("Give --engine with it."))
    }
}
