import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@Suite struct RecordedTraceTests {
    static let events = [
        TraceEvent(sequence: 0, frame: 0, tap: .actions, kind: "flowStart"),
        TraceEvent(
            sequence: 1, frame: 160, tap: .speech, kind: "speechStart", fields: ["spoken": 80],
            why: ["margin": 9_000]),
        TraceEvent(sequence: 2, frame: 320, tap: .words, kind: "final", fields: ["text": "né"]),
    ]
    static let lines = String(decoding: RecordedTrace(events: events).fileBytes(), as: UTF8.self)
        .split(separator: "\n").map(String.init)

    private func read(_ text: String) throws -> RecordedTrace {
        let folder = TemporaryFolder()
        try folder.write(text, to: "trace.jsonl")
        return try RecordedTrace(path: folder.path("trace.jsonl"))
    }

    private func read(lines: [String]) throws -> RecordedTrace {
        try read(lines.map { $0 + "\n" }.joined())
    }

    private func damage(_ text: String) throws -> String? {
        let error = #expect(throws: TraceError.self) { try read(text) }
        guard case .damaged(_, let what) = error else { return nil }
        return what
    }

    @Test("reads what it wrote")
    func readsWhatItWrote() throws {
        #expect(try read(lines: Self.lines) == RecordedTrace(events: Self.events))
    }

    @Test("refuses a line that begins with a byte order mark", arguments: 0..<4)
    func byteOrderMark(line: Int) {
        var lines = Self.lines
        lines[line] = "\u{FEFF}" + lines[line]
        #expect(throws: TraceError.self) { try read(lines: lines) }
    }

    @Test("pins the digest, so that certificates stay comparable")
    func pinned() {
        #expect(
            RecordedTrace(events: []).digest
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            RecordedTrace.digest(of: Self.events)
                == Digest.hex(
                    of: Array(
                        (#"{"kind":"flowStart","t":0}"# + "\n"
                            + #"{"kind":"speechStart","spoken":80,"t":160,"why":{"margin":9000}}"#
                            + "\n"
                            + #"{"kind":"final","t":320,"text":"né"}"# + "\n").utf8)))
    }

    @Test("covers frame, kind, fields and evidence with the digest", arguments: 0..<4)
    func covered(change: Int) {
        var events = Self.events
        switch change {
        case 0: events[1].frame += 1
        case 1: events[1].kind = "speechEnd"
        case 2: events[1].fields["spoken"] = 81
        default: events[1].why["margin"] = 9_001
        }
        #expect(RecordedTrace.digest(of: events) != RecordedTrace.digest(of: Self.events))
    }

    @Test("leaves sequence number and tap out of the digest")
    func uncovered() {
        var events = Self.events
        events[1].sequence = 70
        events[1].tap = .actions
        #expect(RecordedTrace.digest(of: events) == RecordedTrace.digest(of: Self.events))
    }

    @Test("leaves the app's own line out of the digest, and no other evidence")
    func line() {
        func digest(_ why: JSONObject) -> String {
            RecordedTrace.digest(of: [
                TraceEvent(frame: 0, tap: .actions, kind: "decided", why: why)
            ])
        }
        #expect(digest(["line": "bot.py:12 main"]) == digest([:]))
        #expect(digest(["line": "bot.py:12 main", "n": 1]) == digest(["n": 1]))
        #expect(digest(["n": 2]) != digest(["n": 1]))
    }

    @Test("gives one digest however much is hashed at a time")
    func longTrace() {
        let events = (0..<5_000).map {
            TraceEvent(
                sequence: $0, frame: Int64($0), tap: .actions, kind: "field",
                fields: ["n": .integer(Int64($0))])
        }
        let text = events.map { "{\"kind\":\"field\",\"n\":\($0.frame),\"t\":\($0.frame)}\n" }
            .joined()
        #expect(RecordedTrace.digest(of: events) == Digest.hex(of: Array(text.utf8)))
    }

    @Test("calls a trace with a line dropped by hand edited", arguments: 0..<3)
    func dropped(line: Int) throws {
        var lines = Self.lines
        lines.remove(at: line)
        #expect(try read(lines: lines).isEdited)
    }

    @Test("calls a trace with a changed line edited")
    func changed() throws {
        #expect(
            try read(Self.lines.map { $0 + "\n" }.joined().replacing("né", with: "no")).isEdited)
    }

    @Test(
        "calls a trace with another closing digest or count edited",
        arguments: ["digest", "events"])
    func closing(key: String) throws {
        var lines = Self.lines
        lines[3] = lines[3].replacing("\"\(key)\":", with: "\"\(key)s\":")
        #expect(try read(lines: lines).isEdited)
    }

    @Test("calls a trace damaged that is cut at any byte")
    func cut() throws {
        let text = Self.lines.map { $0 + "\n" }.joined()
        for count in 1..<text.utf8.count {
            let bytes = Array(text.utf8.prefix(count))
            let folder = TemporaryFolder()
            try DiskFile.write(bytes, to: folder.path("t"))
            let error = #expect(throws: TraceError.self) {
                try RecordedTrace(path: folder.path("t"))
            }
            #expect(error?.description.contains("cut short") == true)
        }
    }

    @Test("says that an empty trace is empty")
    func empty() throws {
        #expect(try damage("") == "it is empty")
    }

    @Test("misses the closing line")
    func noClosingLine() throws {
        #expect(
            try damage(Self.lines.dropLast().map { $0 + "\n" }.joined())
                == "it is cut short: the closing traceEnd line is missing")
    }

    @Test("names the line that is cut")
    func cutLine() throws {
        #expect(try damage(Self.lines[0] + "\n" + Self.lines[1]) == "it is cut short in line 2")
    }

    @Test("refuses lines after the closing one")
    func afterClosing() throws {
        #expect(
            try damage((Self.lines + [Self.lines[0]]).map { $0 + "\n" }.joined())
                == "line 5 stands after the closing line")
    }

    @Test(
        "names the line that is not an event",
        arguments: [
            #"{"kind":"a","seq":0,"t":0}"#, #"{"kind":"a","seq":0,"t":0,"tap":"ears"}"#,
            #"{"kind":"a","seq":0,"t":-1,"tap":"words"}"#,
            #"{"kind":"a","seq":-1,"t":0,"tap":"words"}"#,
            #"{"kind":"a","t":0,"tap":"words"}"#, #"{"seq":0,"t":0,"tap":"words"}"#,
            #"{"kind":"a","seq":0,"tap":"words"}"#,
            #"{"kind":"a","seq":0,"t":9223372036854775807,"tap":"words"}"#,
            #"{"kind":"a","seq":0,"t":0,"tap":"words","why":"because"}"#,
        ])
    func noEvent(line: String) throws {
        #expect(
            try damage(Self.lines[0] + "\n" + line + "\n")
                == "line 2 lacks seq, t, kind or tap, or has a wrong one")
    }

    @Test("keeps the largest sequence number, and refuses a greater one")
    func hugeSequence() throws {
        let text = #"{"kind":"a","seq":9007199254740991,"t":0,"tap":"words"}"#
        #expect(try read(lines: [text, Self.lines[3]]).events.first?.sequence == (1 << 53) - 1)
        let greater = #"{"kind":"a","seq":9007199254740992,"t":0,"tap":"words"}"#
        #expect(throws: TraceError.self) { try read(lines: [greater, Self.lines[3]]) }
    }

    @Test("refuses a line longer than 1 MiB and takes one of that length")
    func longLine() throws {
        func line(_ length: Int) -> String {
            let frame = #"{"kind":"a","seq":0,"t":0,"tap":"words","text":""}"#
            return frame.dropLast(2) + String(repeating: "x", count: length - frame.count) + "\"}"
        }
        #expect(try read(lines: [line(1 << 20), Self.lines[3]]).isEdited)
        #expect(try damage(line(1 << 20 + 1) + "\n") == "line 1 is longer than 1 MiB")
    }
}
