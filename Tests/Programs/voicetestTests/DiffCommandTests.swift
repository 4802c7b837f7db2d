import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@Suite("diff of sessions")
struct DiffCommandTests {
    private let program = Program()
    private func twoSessions() throws -> (golden: String, actual: String) {
        let golden = try program.copySession("yes-no/answers-yes")
        let actual = program.folder.path("other.vsession")
        try FileManager.default.copyItem(atPath: golden, toPath: actual)
        return (golden, actual)
    }

    private func replace(_ text: String, by other: String, in path: String) throws {
        let before = try String(contentsOfFile: path, encoding: .utf8)
        #expect(before.contains(text))
        try before.replacing(text, with: other).write(
            toFile: path, atomically: true, encoding: .utf8)
    }

    @Test(
        "a tolerance that lets regressions pass exits 1 and says so",
        arguments: Program.comparisonForms)
    func looseTolerance(_ form: String) throws {
        let session = try program.copySession("yes-no/answers-yes")
        try program.write(#"{"rules":[{"ignore":true}]}"#, to: "t.json")
        let command = ["diff", session, session, "--tolerance", "t.json", "--format", form]
        let outcome = try program.run(command)
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("Tolerance too loose: it would hide"))
        #expect(form == "text" || outcome.output.contains("Tolerance too loose: it would hide"))
        let trusting = try program.run(command + ["--no-self-test"])
        #expect(trusting.status == 0)
        #expect(trusting.messages.isEmpty && !trusting.output.contains("self-test"))
    }

    @Test("a tolerance that lets none pass agrees, with what was planted counted")
    func tightTolerance() throws {
        let session = try program.copySession("yes-no/answers-yes")
        try program.write(#"{"default":{"timeMs":20}}"#, to: "t.json")
        let text = try program.run(["diff", session, session, "--tolerance", "t.json"])
        #expect(text.status == 0)
        #expect(text.output.contains("planted regressions found, 1 trace agrees with itself"))
        let json = try program.run(
            ["diff", session, session, "--tolerance", "t.json", "--format", "json"])
        #expect(json.output.contains("\"selfTest\""))
        let exact = try program.run(["diff", session, session])
        #expect(!exact.output.contains("planted"))
    }

    @Test(
        "sessions whose traces agree agree, and every form says what they do not share",
        arguments: Program.comparisonForms)
    func notShared(_ form: String) throws {
        let (golden, actual) = try twoSessions()
        let manifest = "\(actual)/session.json"
        try replace("\"seed\": 1", by: "\"seed\": 7", in: manifest)
        let outcome = try program.run(["diff", golden, actual, "--format", form])
        #expect(outcome.status == 0)
        let told =
            form == "markdown" ? "seed 1 -&#62; 7" : form == "sarif" ? "seed 1" : "seed 1 -> 7"
        let plain = form == "junit" ? outcome.output.replacing("&gt;", with: ">") : outcome.output
        #expect(plain.contains(told), "\(outcome.output)")
        let same = try program.run(["diff", golden, golden, "--format", form])
        #expect(!same.output.contains("not shared"))
    }

    @Test("an event's tap or number that was edited by hand is a difference")
    func editedByHand() throws {
        for (text, other) in [
            ("\"seq\":5,", "\"seq\":4,"), ("\"seq\":5,", "\"seq\":500,"),
            ("\"tap\":\"speech\"", "\"tap\":\"actions\""),
        ] {
            let (golden, actual) = try twoSessions()
            try replace(text, by: other, in: "\(actual)/trace.jsonl")
            #expect(try program.run(["replay", actual]).status == 1)
            #expect(try program.run(["diff", golden, actual]).status == 1)
            #expect(try program.run(["diff", actual, golden]).status == 1)
            for path in [golden, actual] { try FileManager.default.removeItem(atPath: path) }
        }
    }

    @Test("a session whose count, settings or digest no longer fit its trace differs")
    func editedAround() throws {
        for (file, text, other) in [
            ("session.json", "\"events\": ", "\"events\": 1"),
            ("session.json", "\"flow.partialResultsMs\": 300", "\"flow.partialResultsMs\": 301"),
            ("trace.jsonl", "\"digest\":\"", "\"digest\":\"0"),
        ] {
            let (golden, actual) = try twoSessions()
            try replace(text, by: other, in: "\(actual)/\(file)")
            #expect(try program.run(["replay", actual]).status == 1)
            for pair in [[golden, actual], [actual, golden]] {
                let plain = try program.run(["diff"] + pair)
                let words = plain.output.split(whereSeparator: \.isWhitespace)
                #expect(plain.status == 1)
                #expect(words.joined(separator: " ").contains("edited by hand"))
                let labels = try program.run(["diff"] + pair + ["--format", "audacity"])
                #expect(labels.status == 1 && labels.output.contains("edited by hand"))
            }
            for path in [golden, actual] { try FileManager.default.removeItem(atPath: path) }
        }
    }

    @Test(
        "a session whose first event lacks settings, with a digest that fits, differs",
        arguments: [["recognizer.edgeMs"], nil])
    func settingRemoved(_ names: [String]?) throws {
        let (golden, actual) = try twoSessions()
        let path = "\(actual)/trace.jsonl"
        var trace = try RecordedTrace(path: path)
        var settings = try #require(trace.events[0].settingsInForce)
        for name in names ?? [] { settings[name] = nil }
        trace.events[0].why[TraceEvent.settingsKey] = names == nil ? nil : .object(settings)
        try DiskFile.write(trace.fileBytes(), to: path)
        #expect(try program.run(["replay", actual]).status == 1)
        for pair in [[golden, actual], [actual, golden]] {
            #expect(try program.run(["diff"] + pair).status == 1)
        }
    }

    @Test("a line of a trace that names a key twice is damaged")
    func repeatedKey() throws {
        let (golden, actual) = try twoSessions()
        try replace("\"seq\":5,", by: "\"seq\":5,\"seq\":5,", in: "\(actual)/trace.jsonl")
        let replay = try program.run(["replay", actual])
        #expect(replay.status == 65)
        let words = replay.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("a key that stands there more than once"))
        #expect(try program.run(["diff", golden, actual]).status == 65)
    }

    @Test("the last event's number alone is a difference in a session, and a gap in a bare trace")
    func lastNumber() throws {
        let (golden, actual) = try twoSessions()
        let trace = "\(actual)/trace.jsonl"
        try program.edit(trace) { lines in
            let last = lines.count - 2
            lines[last] = lines[last].replacing(/"seq":\d+/) { _ in "\"seq\":9999" }
        }
        let replay = try program.run(["replay", actual])
        #expect(replay.status == 1)
        #expect(replay.output.contains("has \"seq\" 9999"))
        #expect(try program.run(["diff", golden, actual]).status == 1)
        #expect(try program.run(["diff", golden, trace]).status == 0)
    }
}
