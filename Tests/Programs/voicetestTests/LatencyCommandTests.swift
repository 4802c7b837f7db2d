import Foundation
import Testing
import VoiceJSON
import VoiceTestSupport

@Suite("latency")
struct LatencyCommandTests {
    private let program = Program()

    @Test("a session's response is told with what it is made of")
    func text() throws {
        let session = try program.copySession("digits/second-try")
        let outcome = try program.run(["latency", session])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("2 turns of the caller: 2 measured"))
        #expect(outcome.output.contains("= end of turn 749.5 + recognizer 120.0"))
    }

    @Test("a run agrees with its own baseline, and what became better or is counted is told only")
    func baseline() throws {
        let session = try program.copySession("shutdown/field-set")
        let write = ["latency", session, "--write-baseline", "b.json"]
        #expect(try program.run(write).status == 0)
        #expect(try program.run(write).status == 73)
        #expect(try program.run(write + ["--force"]).status == 0)
        let same = try program.run(["latency", session, "--baseline", "b.json"])
        #expect(same.status == 0)
        #expect(same.output.contains("agrees with b.json"))
        let path = program.folder.path("b.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\"transforms\""))
        try program.write(
            text.replacingOccurrences(of: "\"frames\": 31360,", with: "\"frames\": 31361,"),
            to: "b.json")
        let changed = try program.run(["latency", session, "--baseline", "b.json"])
        #expect(changed.status == 0)
        #expect(changed.output.contains("work, frames: 31361 -> 31360"))
    }

    @Test("a baseline of one checkout holds in another, whatever its folder is called")
    func otherCheckout() throws {
        for place in ["a/checkout1/app", "b/app2"] {
            let target = program.folder.path(place)
            try FileManager.default.createDirectory(
                atPath: target, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: "\(Program.package)/Corpora/shutdown/field-set.vsession",
                toPath: "\(target)/calls.vsession")
        }
        let write = ["latency", "a/checkout1/app", "--write-baseline", "b.json"]
        #expect(try program.run(write).status == 0)
        #expect(try program.run(["latency", "b/app2", "--baseline", "b.json"]).status == 0)
        let both = try program.run(["latency", "a", "b", "--format", "json"])
        let root = try JSONReader.value(of: Array(both.output.utf8)).object
        let names = root?["sessions"]?.array?.compactMap { $0.object?["name"]?.string }
        #expect(names == ["checkout1/app/calls", "app2/calls"])
    }

    @Test("this program's replay is measured: 200 ms later than the golden, with unchanged golden")
    func laterReplay() throws {
        let session = try program.copySession("digits/seven")
        let write = try program.run(["latency", session, "--write-baseline", "b.json"])
        #expect(write.status == 0 && !write.messages.contains("does not agree"))
        let manifest = "\(session)/session.json"
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        let changed = text.replacingOccurrences(
            of: "\"endpoint.offsetMs\": 0", with: "\"endpoint.offsetMs\": 200")
        #expect(changed != text)
        try changed.write(toFile: manifest, atomically: true, encoding: .utf8)
        let later = try program.run([
            "latency", session, "--baseline", "b.json", "--history", "new/folder/h.db",
        ])
        #expect(later.status == 1)
        #expect(later.output.contains("turn 1 \"seven\", response: 738.9 ms -> 938.9 ms (+200 ms)"))
        #expect(later.messages.contains("differs from its golden"))
        #expect(later.output.contains("over 1 run "))
        // How wide a column is depends on the time that was measured.
        let words = later.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("response 938.9 938.9"))
        let uncounted = try program.run(["latency", session, "--baseline", "b.json", "--no-work"])
        #expect(uncounted.status == 1)
        #expect(uncounted.output.contains("-> 938.9 ms"))
    }

    @Test("a golden that is not the accepted one is named, though no event differs")
    func unacceptedGolden() throws {
        let session = try program.copySession("digits/seven")
        let other = "\(Program.package)/Corpora/shutdown/field-set.vsession"
        try FileManager.default.copyItem(
            atPath: "\(other)/trace.jsonl", toPath: "\(session)/accepted.anchor.jsonl")
        let outcome = try program.run(["latency", session])
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("golden: accepted.anchor.jsonl exists"))
    }

    @Test("a golden changed by hand is named, and the replay is measured all the same")
    func editedGolden() throws {
        let session = try program.copySession("digits/seven")
        let path = "\(session)/trace.jsonl"
        var lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let answer = try #require(lines.firstIndex { $0.contains("\"kind\":\"final\"") })
        lines[answer] = lines[answer].replacingOccurrences(of: "\"t\":38720", with: "\"t\":37120")
        try (lines.joined(separator: "\n") + "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try program.run(["latency", session])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("= end of turn "))
        #expect(outcome.messages.contains("changed by hand"))
        #expect(outcome.messages.contains("differs from its golden"))
    }

    @Test("a page of the history alone takes no option that is about a run")
    func historyAlone() throws {
        let outcome = try program.run([
            "latency", "--history", "h.db", "--format", "html", "--max", "response=5",
        ])
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("--max are about a run"))
    }

    @Test("a history that is a pipe is refused, and not waited for")
    func pipe() throws {
        let session = try program.copySession("yes-no/answers-yes")
        try #require(mkfifo(program.folder.path("h.db"), 0o600) == 0)
        let outcome = try program.run(["latency", session, "--history", "h.db"])
        #expect(outcome.status != 0)
        #expect(outcome.messages.contains("h.db"))
    }

    @Test("runs are kept with their label, and shown as JSON and as a page")
    func history() throws {
        let session = try program.copySession("yes-no/answers-yes")
        #expect(
            try program.run(["latency", session, "--history", "h.db", "--format", "html"]).status
                == 66)
        for label in ["one", "two"] {
            let kept = try program.run(
                ["latency", session, "--history", "h.db", "--label", label])
            #expect(kept.status == 0)
        }
        let json = try program.run(
            ["latency", session, "--history", "h.db", "--label", "<3>", "--format", "json"])
        let root = try JSONReader.value(of: Array(json.output.utf8)).object
        let labels = root?["runs"]?.array?.compactMap { $0.object?["label"]?.string }
        #expect(labels == ["one", "two", "<3>"])
        let page = try program.run(["latency", session, "--history", "h.db", "--format", "html"])
        #expect(page.output.contains("data-plot"))
        #expect(!page.output.contains("<3>"))
        #expect(page.output.contains("Over 4 runs"))
        let before = FileManager.default.contents(atPath: program.folder.path("h.db"))
        let alone = try program.run(["latency", "--history", "h.db", "--format", "html"])
        #expect(alone.status == 0, "\(alone.messages)")
        #expect(alone.output.contains("Over 3 runs"))
        #expect(FileManager.default.contents(atPath: program.folder.path("h.db")) == before)
        let named = ["latency", session, "--history", "h.db", "--format", "html", "--label", "x"]
        #expect(try program.run(named).status == 64)
    }

    @Test("without a scripted caller the microphone itself says where the speech was")
    func offlinePass() throws {
        let flow = "\(Program.package)/Corpora/digits"
        let recorded = try program.run([
            "record", "--flow", "\(flow)/voiceflow.json", "--prompts", "\(flow)/prompts.json",
            "--input", "\(flow)/seven.vsession/audio/mic.flac", "--phrases",
            "\(flow)/phrases.txt", "--output", "heard.vsession",
        ])
        #expect(recorded.status == 0)
        let outcome = try program.run(["latency", "heard.vsession", "--format", "json"])
        let root = try JSONReader.value(of: Array(outcome.output.utf8)).object
        let session = try #require(root?["sessions"]?.array?.first?.object)
        let turns = try #require(session["turns"]?.array)
        #expect(turns.first?.object?["truth"] == "offlinePass")
        #expect(turns.count == 1)
        // The scenario's clip spoke up to frame 26,285; the pass looks for what can be heard.
        let end = try #require(turns.first?.object?["end"]?.integer)
        #expect(abs(end - 26_285) < 16 * 60)
        #expect(turns.first?.object?["response"]?.object?["outcome"] == "measured")
    }

    @Test("what cannot be used is refused with its own exit code, and nothing is written")
    func refusals() throws {
        let session = try program.copySession("shutdown/field-set")
        try program.write("not a database, whatever its name says", to: "h.db")
        try program.write("{", to: "b.json")
        let head = "{\"kind\":\"latencyBaseline\",\"formatVersion\":1,\"sessions\":["
        try program.write(head + "]}", to: "empty.json")
        let frames = "[{\"endpoint\":{\"outcome\":\"measured\",\"frames\":\(Int64.min)}}]"
        try program.write(
            head + "{\"name\":\"copy\",\"figures\":{\"sampleRate\":16000,\"frames\":1,"
                + "\"gaps\":[],\"turns\":\(frames)}}]}", to: "endless.json")
        let cases: [([String], Int32)] = [
            (["latency", "nowhere.vsession"], 66), (["latency"], 64),
            (["latency", session, "--label", "x"], 64), (["latency", session, "--force"], 64),
            (["latency", session, "--baseline", "nowhere.json"], 66),
            (["latency", session, "--baseline", "b.json"], 65),
            (["latency", session, "--history", "h.db"], 65),
            (["latency", session, "--history", "b.json/h.db"], 73),
            (["latency", session, "--baseline", "empty.json"], 65),
            (["latency", session, "--baseline", "endless.json"], 65),
        ]
        for (arguments, status) in cases {
            let outcome = try program.run(arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.messages)")
        }
        let text = try String(contentsOfFile: program.folder.path("h.db"), encoding: .utf8)
        #expect(text == "not a database, whatever its name says")
    }

    @Test("a damaged session does not stop the others, and no baseline is written of the rest")
    func damagedSession() throws {
        let session = try program.copySession("shutdown/field-set")
        try program.folder.write("{}", to: "bad.vsession/session.json")
        let outcome = try program.run(
            ["latency", session, "bad.vsession", "--write-baseline", "b.json"])
        #expect(outcome.status == 65)
        #expect(outcome.output.contains("1 session, 0 turns"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("b.json")))
    }

    @Test("a session that the baseline does not hold fails, unless it is let pass")
    func newSession() throws {
        let session = try program.copySession("shutdown/field-set")
        #expect(try program.run(["latency", session, "--write-baseline", "b.json"]).status == 0)
        let other = "\(Program.package)/Corpora/shutdown/field-unset.vsession"
        let both = ["latency", session, other, "--baseline", "b.json"]
        let refused = try program.run(both)
        #expect(refused.status == 1)
        #expect(refused.output.contains("field-unset"))
        #expect(refused.output.contains("is not in the baseline"))
        #expect(try program.run(both + ["--allow-new"]).status == 0)
        #expect(try program.run(["latency", session, "--allow-new"]).status == 64)
        let inside = ["latency", session, "--write-baseline", "\(session)/trace.jsonl", "--force"]
        #expect(try program.run(inside).status == 64)
    }
}
