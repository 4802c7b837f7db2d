import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// Traces that are files by themselves, such as those that another program writes.
@Suite("A trace without a session")
struct BareTraceTests {
    private let program = Program()

    /// A trace without a closing line, whose bot counts its limit in milliseconds of its own.
    private func write(limit: Int, at frame: Int, to name: String) throws {
        try program.write(
            """
            {"kind":"say","seq":0,"t":1600,"tap":"actions","text":"Which size?"}
            {"kind":"speechEnd","seq":1,"t":\(frame),"tap":"speech","why":{"limit":\(limit)}}

            """, to: name)
    }

    private static let notSealed = "not sealed: it has no closing traceEnd line"

    @Test("diff, dump and validate take one, and say that it is not sealed")
    func takes() throws {
        try write(limit: 600, at: 48_000, to: "a.jsonl")
        try write(limit: 800, at: 51_200, to: "b.jsonl")
        let diff = try program.run(["diff", "a.jsonl", "b.jsonl"])
        #expect(diff.status == 1)
        #expect(diff.messages.contains("a.jsonl: \(Self.notSealed)"))
        #expect(diff.messages.contains("b.jsonl: \(Self.notSealed)"))
        let dump = try program.run(["dump", "a.jsonl", "--tap", "speech"])
        #expect(dump.status == 0)
        #expect(dump.output.contains("3000 ms  speech  speechEnd"), "\(dump.output)")
        #expect(dump.messages.contains(Self.notSealed))
        let validate = try program.run(["validate", "a.jsonl"])
        #expect(validate.status == 0)
        #expect(validate.output == "0 errors, 0 warnings\n")
        #expect(validate.messages.contains(Self.notSealed))
    }

    @Test("evidence of another program is shown as it is, that of this one in its unit")
    func units() throws {
        try write(limit: 600, at: 48_000, to: "a.jsonl")
        try write(limit: 800, at: 51_200, to: "b.jsonl")
        let diff = try program.run(["diff", "a.jsonl", "b.jsonl"])
        #expect(diff.output.contains("600"), "\(diff.output)")
        #expect(!diff.output.contains(SampleRate.standard.text(600)), "\(diff.output)")
        let trace = try program.copySession("yes-no/answers-yes") + "/trace.jsonl"
        let events = try RecordedTrace(path: trace).events
        let place = try #require(events.firstIndex { $0.core == .speechEnd })
        let before = try #require(events[place].why["limit"]?.integer)
        var changed = events
        changed[place].why["limit"] = .integer(before + 1_600)
        try program.write(
            String(decoding: RecordedTrace(events: changed).fileBytes(), as: UTF8.self),
            to: "own.jsonl")
        let own = try program.run(["diff", trace, "own.jsonl"])
        #expect(own.output.contains("why.limit"), "\(own.output)")
        #expect(own.output.contains("+100 ms"), "\(own.output)")
    }

    @Test("what is edited is an error, and what belongs to a session needs its closing line")
    func refuses() throws {
        let session = try program.copySession("yes-no/answers-yes")
        let bytes = try DiskFile.read("\(session)/trace.jsonl", limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0 + "\n" }
        try program.write(lines.dropFirst().joined(), to: "edited.jsonl")
        let edited = try program.run(["validate", "edited.jsonl"])
        #expect(edited.status == 1)
        #expect(edited.output.contains("edited.jsonl:1:1: error: The trace was edited by hand"))
        try DiskFile.write(
            Array(lines.dropLast().joined().utf8), to: "\(session)/trace.new.jsonl",
            replacing: true)
        let pending = try program.run(["diff", session, "\(session)/trace.new.jsonl"])
        #expect(pending.status == 65)
        #expect(pending.messages.contains("the closing traceEnd line is missing"))
        let inputs = try program.run(["validate", "\(session)/inputs.jsonl"])
        #expect(inputs.status == 65)
    }
}
