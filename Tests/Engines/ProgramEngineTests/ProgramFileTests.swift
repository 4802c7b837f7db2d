import Testing
import VoiceEngine
import VoiceJSON

@testable import ProgramEngine

/// The files of a session that a program answers from.
@Suite struct ProgramFileTests {
    private static let program = """
        {"hears": "words", "kinds": {"gaveUp": {"fields": {"size": "text"}, "role": "decision",
        "units": {"limit": "ms"}}, "state": {"fields": {"state": "text"}, "role": "state",
        "states": ["size"]}}, "name": "pizza", "protocol": 1, "settings": {"patienceMs": 4000},
        "version": "1"}
        """
    private static let call = """
        {"answer":{"chunks":[{"after":4817,"body":"12","encoding":"text"}]},\
        "body":{"args":["large"]},"encoding":"json","standIns":true,"to":"kitchen"}
        """

    private func read(_ text: some StringProtocol) throws {
        _ = try ProgramEngineFactory().factory(
            running: nil, describedBy: [ProgramDescription.fileName: Array(text.utf8)])
    }

    @Test("a list of loaded files is read as it is written, and only what is below the project")
    func loadedFiles() throws {
        let blob = String(repeating: "0a", count: 20)
        func line(_ files: String) throws -> ProgramLine {
            let text = #"{"kind":"idle","t":0,"next":null,"files":"# + files + "}"
            return try ProgramLineReader.line(Array(text.utf8))
        }
        guard case .idle(let idle) = try line(#"{"a/b.py":"\#(blob)"}"#) else {
            Issue.record("no idle")
            return
        }
        #expect(idle.files.blobs == ["a/b.py": blob])
        #expect(LoadedFiles(bytes: idle.files.bytes) == idle.files)
        let others = ["/b.py", "../b.py", "a//b.py", "a/./b.py", "", "a\\nb"].map {
            #"{"\#($0)":"\#(blob)"}"#
        }
        for wrong in others + [#"{"a":"0A"}"#, #"{"a":"\#(blob)0"}"#, #"{"a":1}"#, "[]"] {
            #expect(throws: ProgramFault.self, "\(wrong)") { try line(wrong) }
        }
    }

    @Test("a description that is cut anywhere is bad data")
    func cutDescription() throws {
        try read(Self.program)
        for count in 0..<Self.program.count {
            let error = #expect(throws: ProgramFileError.self) {
                try read(Self.program.prefix(count))
            }
            guard case .badData = error?.fault else {
                Issue.record("\(count) bytes are \(String(describing: error?.fault))")
                return
            }
        }
    }

    @Test(
        "a description whose members have other forms is bad data",
        arguments: [
            (#""decision""#, #""desicion""#), (#""decision""#, "4"), (#"{"limit": "ms"}"#, "[]"),
            (#""limit": "ms""#, #""limit": 7"#), (#"["size"]"#, "[7]"), (#"["size"]"#, #""size""#),
            (#"{"size": "text"}"#, #"["size"]"#), (#"{"patienceMs": 4000}"#, "[]"),
            (#""kinds""#, #""kindz""#), (#""settings""#, #""setings""#),
            (#""protocol": 1"#, #""protocol": 2"#), (#""words""#, #""wards""#),
        ])
    func otherForms(old: String, new: String) {
        #expect(throws: ProgramFileError.self) {
            try read(Self.program.replacing(old, with: new, maxReplacements: 1))
        }
    }

    @Test("a call that is cut anywhere in its line is none")
    func cutCall() throws {
        _ = try CallTape(bytes: Array(Self.call.utf8))
        for count in 1..<Self.call.utf8.count {
            let error = #expect(throws: CallTapeError.self) {
                _ = try CallTape(bytes: Array(Self.call.utf8.prefix(count)))
            }
            #expect(error?.line == 1)
        }
    }
}
