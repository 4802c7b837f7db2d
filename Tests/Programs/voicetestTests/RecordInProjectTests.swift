import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

/// `record` where the working folder belongs to a project.
@Suite("Recording inside a project")
struct RecordInProjectTests {
    private let program = Program()

    private func project(_ keys: String = "{}") throws {
        try program.makeProject()
        try program.folder.write(keys, to: "pizza/voicetest.json")
    }

    private func record(_ options: String, in folder: String = "pizza") throws -> Program.Outcome {
        try program.runShell("cd \(folder) && voicetest record \(options)")
    }

    @Test("takes files, settings and the scenario's golden from the project")
    func takesProject() throws {
        try project(
            #"""
            {"seed": 7, "language": "en-GB", "settings": {"endpoint.offsetMs": 100},
             "overrides": [{"scenarios": "happy", "seed": 9}]}
            """#)
        let golden = try record("--scenario happy.scenario.json")
        #expect(golden.status == 73)
        #expect(golden.messages.contains("happy.vsession: already exists"))
        let taken = try record("--scenario happy.scenario.json --pending")
        #expect(taken.status == 0, "\(taken.messages)")
        let manifest = try SessionFolder(path: program.folder.path("pizza/happy.vsession.new"))
            .manifest()
        #expect(manifest.seed == 9)
        #expect(manifest.settings["endpoint.offsetMs"] == 100)
        #expect(manifest.settings["language"] == "en-GB")
        #expect(manifest.files.contains { $0.path == "flow/phrases.txt" })
        let own = try record(
            "--scenario happy.scenario.json --seed 3 --set endpoint.offsetMs=50 --output o.vsession"
        )
        #expect(own.status == 0, "\(own.messages)")
        let other = try SessionFolder(path: program.folder.path("pizza/o.vsession")).manifest()
        #expect(other.seed == 3)
        #expect(other.settings["endpoint.offsetMs"] == 50)
    }

    @Test("needs neither files nor a session's name for a device")
    func takesDevice() throws {
        try project()
        let outcome = try record("--device 'no such device'")
        #expect(outcome.status != 0 && outcome.status != 64, "\(outcome.messages)")
        let scripted = try record("--device default --recognizer scripted")
        #expect(scripted.status == 64)
        try program.folder.write(#"{"recognizer": "scripted"}"#, to: "pizza/voicetest.json")
        let told = try record("--device default")
        #expect(told.status == 64)
        #expect(told.messages.contains("Use --recognizer pocketsphinx."))
    }

    @Test("works in a folder below the project's, and outside of one names what is missing")
    func findsProject() throws {
        try project()
        try DiskFile.makeFolder(program.folder.path("pizza/below"))
        let below = try record(
            "--scenario ../happy.scenario.json --output b.vsession", in: "pizza/below")
        #expect(below.status == 0, "\(below.messages)")
        let outside = try program.run(["record", "--scenario", "pizza/happy.scenario.json"])
        #expect(outside.status == 64)
        #expect(outside.messages.contains("Missing expected argument '--output <output>'"))
        let flow = try program.run([
            "record", "--scenario", "pizza/happy.scenario.json", "--output", "x.vsession",
        ])
        #expect(flow.status == 64)
        #expect(flow.messages.contains("Missing expected argument '--flow <flow>'"))
        #expect(flow.messages.contains("voicetest.json"))
    }

    @Test("starts the project's recognizer only where an option names it, and says the line")
    func namesProgram() throws {
        try project(#"{"recognizerCommand": "/usr/bin/python3 loudness.py 'a large one'"}"#)
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/scripts/examples/recognizers/loudness.py",
            toPath: program.folder.path("pizza/loudness.py"))
        for folder in ["pizza", "pizza/below"] {
            try DiskFile.makeFolder(program.folder.path(folder))
            let place = folder == "pizza" ? "" : "../"
            let refused = try record(
                "--scenario \(place)happy.scenario.json --output o.vsession", in: folder)
            #expect(refused.status == 64)
            let line = try #require(
                refused.messages.split(separator: "\n").first { $0.contains("Type: ") })
            let typed = String(line[(try #require(line.range(of: "Type: "))).upperBound...])
            #expect(typed.contains("--recognizer-command "))
            // The program hears a large one each time, so that the order is never confirmed.
            let recorded = try program.runShell("cd \(folder) && \(typed)")
            #expect([0, 1].contains(recorded.status), "\(recorded.messages)")
            let manifest = try SessionFolder(path: program.folder.path("\(folder)/o.vsession"))
                .manifest()
            #expect(manifest.recognizer.kind == "process")
        }
    }
}
