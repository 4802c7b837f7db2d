import Foundation
import Testing
import VoiceJSON
import VoiceTestSupport

@Suite("Latency of a project, and its budgets")
struct LatencyProjectTests {
    private let program = Program()
    private static let names = ["never-understood", "nobody-answers", "recognizer-fails"]

    /// A copy of the yes-no project of the corpus, without a real recognizer.
    private func copyProject(latency: String? = nil) throws -> String {
        let target = program.folder.path("app")
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/yes-no", toPath: target)
        for name in ["answers-yes", "garbage-then-no"] {
            try FileManager.default.removeItem(atPath: "\(target)/\(name).scenario.json")
            try FileManager.default.removeItem(atPath: "\(target)/\(name).vsession")
        }
        let member = latency.map { ", \"latency\": \($0)" } ?? ""
        try program.folder.write(
            "{ \"recognizer\": \"scripted\"\(member) }", to: "app/voicetest.json")
        return "app"
    }

    private func json(_ arguments: [String]) throws -> JSONObject {
        let outcome = try program.run(["latency"] + arguments + ["--format", "json"])
        return try #require(JSONReader.value(of: Array(outcome.output.utf8)).object)
    }

    /// Responses of all turns in microseconds.
    private func responses(_ root: JSONObject) -> [Int64] {
        (root["sessions"]?.array ?? []).flatMap { session in
            (session.object?["turns"]?.array ?? []).compactMap {
                $0.object?["response"]?.object?["us"]?.integer
            }
        }
    }

    /// Makes the project's detector decide later, without another golden.
    private func slowDown() throws {
        try program.folder.write(
            #"{ "recognizer": "scripted", "settings": { "endpoint.offsetMs": 300 } }"#,
            to: "app/voicetest.json")
    }

    @Test("a slower endpoint in the project's files is measured before it is accepted")
    func measuresTheFiles() throws {
        let app = try copyProject()
        let before = try json([app])
        let names = before["sessions"]?.array?.compactMap { $0.object?["name"]?.string }
        #expect(names == Self.names)
        #expect(
            try program.run(["latency", app, "--write-baseline", "b.json"]).status == 0)
        try slowDown()
        let slow = try program.run(["latency", app, "--baseline", "b.json"])
        #expect(slow.status == 1)
        #expect(slow.output.contains("worse: never-understood turn 1"))
        #expect(slow.messages.contains("never-understood.vsession: the run, which is measured"))
        let after = try json([app])
        let gained = zip(responses(after), responses(before)).map { $0 - $1 }
        #expect(!gained.isEmpty && gained.allSatisfy { $0 == 300_000 })
        // A session that is named alone is what was recorded.
        let alone = try json(["app/never-understood.vsession"])
        let session = try #require(
            before["sessions"]?.array?.first { $0.object?["name"] == "never-understood" }?.object)
        #expect(responses(alone) == responses(["sessions": .array([.object(session)])]))
        // The other way round, what became better is told, and passes.
        let write = ["latency", app, "--write-baseline", "slow.json"]
        #expect(try program.run(write).status == 0)
        try program.folder.write(#"{ "recognizer": "scripted" }"#, to: "app/voicetest.json")
        let better = try program.run(["latency", app, "--baseline", "slow.json"])
        #expect(better.status == 0, "\(better.messages)")
        #expect(better.output.contains("better: never-understood turn 1"))
    }

    @Test("with --from the sessions of a project are replayed, and a note says so")
    func fromWords() throws {
        let app = try copyProject()
        try slowDown()
        let outcome = try program.run(["latency", app, "--from", "words"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("replayed as they were recorded"))
    }

    @Test(
        "a budget turns red in test, in shards that are merged, and by latency, with one sentence")
    func budgetEverywhere() throws {
        let app = try copyProject(latency: #"{ "response.p90": 100, "response": 60000 }"#)
        let whole = try program.run(["test", app, "--report", "whole"])
        #expect(whole.status == 1)
        let line = try #require(
            whole.messages.split(separator: "\n").first { $0.contains("response.p90") })
        #expect(line.contains("app/voicetest.json: response.p90 takes"))
        #expect(line.contains("ms more than the 100 ms that \"latency\" allows"))
        #expect(!whole.messages.contains("response.max"))
        for shard in 1...3 {
            let part = try program.run([
                "test", app, "--shard", "\(shard)/3", "--report", "part\(shard)",
            ])
            #expect(part.status == 0, "\(part.messages)")
        }
        let merged = try program.run([
            "report", "part1", "part2", "part3", "--output", "merged",
        ])
        #expect(merged.status == 1)
        #expect(merged.messages.contains(line))
        let latency = try program.run(["latency", app])
        #expect(latency.status == 1)
        #expect(latency.messages.contains(line))
        for name in ["result.json", "index.html"] {
            let bytes = ["whole", "merged"].map {
                FileManager.default.contents(atPath: program.folder.path("\($0)/\(name)"))
            }
            #expect(bytes[0] != nil && bytes[0] == bytes[1], "\(name)")
        }
    }

    @Test("a budget that is kept passes, and the option takes the place of the project's")
    func kept() throws {
        let app = try copyProject(latency: #"{ "response.p90": 100 }"#)
        #expect(try program.run(["test", app, "--max", "response.p90=60000"]).status == 0)
        #expect(try program.run(["test", app, "--filter", "nobody"]).status == 0)
        let latency = try program.run(["latency", app, "--max", "response.p90=60000"])
        #expect(latency.status == 0, "\(latency.messages)")
        #expect(latency.output.contains("budget response.p90 <= 60000 kept"))
        let session = "app/never-understood.vsession"
        #expect(try program.run(["replay", session, "--max", "response=100"]).status == 1)
        #expect(try program.run(["replay", session, "--max", "response=60000"]).status == 0)
    }

    @Test("JUnit, GitHub and SARIF point at the turns")
    func machines() throws {
        let app = try copyProject(latency: #"{ "response": 100 }"#)
        func output(_ format: String) throws -> String {
            try program.run(["test", app, "--format", format]).output
        }
        let github = try output("github")
        let place = "::error file=app/never-understood.vsession/trace.jsonl,line="
        #expect(github.contains(place))
        #expect(github.contains("title=budget response.max<=100::In AskYesNo, turn 2 at"))
        #expect(github.split(separator: "\n").count { $0.contains("title=budget") } == 1)
        #expect(github.contains(" Over it, too: app/never-understood.vsession/trace.jsonl:19, "))
        let junit = try output("junit")
        #expect(junit.contains("name=\"budget response.max&lt;=100\""))
        #expect(junit.contains("app/never-understood.vsession/trace.jsonl:"))
        #expect(junit.contains("errors=\"0\""))
        let sarif = try output("sarif")
        #expect(sarif.contains("\"ruleId\": \"budget\"") || sarif.contains("\"ruleId\":\"budget\""))
    }

    @Test(
        "a budget that cannot be used is refused with its place",
        arguments: [
            (#"{ "respons": 100 }"#, "Did you mean 'response'?"),
            (#"{ "response": "soon" }"#, "expected a whole number of milliseconds"),
            (#"{ "kinds": { "finl": { "response": 1 } } }"#, "'final'?"),
            (#"{ "unmeasured": "no" }"#, "\"ignore\" leaves out"),
        ])
    func refused(latency: String, why: String) throws {
        let app = try copyProject(latency: latency)
        let outcome = try program.run(["test", app])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains(why), "\(outcome.messages)")
        #expect(outcome.messages.contains("voicetest.json:1:"))
    }

    @Test("a module that no turn ends in is named, with the one that is near")
    func unknownModule() throws {
        let app = try copyProject(
            latency: #"{ "modules": { "AskYesNoo": { "response": 60000 } } }"#)
        let outcome = try program.run(["test", app])
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("Did you mean \"AskYesNo\"?"), "\(outcome.messages)")
    }

    @Test("its report has the verdict line as its headline and buttons for the worst turns")
    func report() throws {
        let app = try copyProject()
        let run = ["latency", app, "--report", "out", "--max", "response=100"]
        #expect(try program.run(run).status == 1)
        #expect(try program.run(run).status == 73)
        #expect(try program.run(run + ["--force"]).status == 1)
        let page = try String(
            contentsOfFile: program.folder.path("out/index.html"), encoding: .utf8)
        #expect(page.contains("turns answered; p90"))
        #expect(page.contains("budget response.max &lt;= 100 missed by"))
        #expect(page.contains("class=\"hear\""))
        // A run that differs from its golden is measured as it is: no reason to fail.
        try slowDown()
        let differs = try program.run(["latency", app, "--report", "other"])
        #expect(differs.status == 0, "\(differs.messages)")
        #expect(try program.run(["report", "other", "--output", "again"]).status == 0)
    }
}
