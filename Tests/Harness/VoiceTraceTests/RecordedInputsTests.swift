import Testing
import VoiceTestSupport
import VoiceTrace

@Suite struct RecordedInputsTests {
    private static let run = #"{"after":0,"kind":"run","seq":0,"t":160}"#

    private func refusal(_ lines: String...) throws -> String? {
        let folder = TemporaryFolder()
        try folder.write(lines.map { $0 + "\n" }.joined(), to: "inputs")
        let error = #expect(throws: TraceError.self) {
            try RecordedInputs(path: folder.path("inputs"))
        }
        guard case .damaged(_, let what) = error else { return nil }
        return what
    }

    @Test(
        "refuses inputs out of order",
        arguments: [
            #"{"after":0,"kind":"run","seq":0,"t":160}"#,
            #"{"after":0,"kind":"run","seq":2,"t":160}"#,
            #"{"after":0,"kind":"run","seq":1,"t":159}"#,
        ])
    func order(second: String) throws {
        #expect(try refusal(Self.run, second) == "line 2 is out of order")
    }

    @Test("takes inputs of one frame")
    func sameFrame() throws {
        let folder = TemporaryFolder()
        try folder.write(
            Self.run + "\n" + #"{"after":0,"kind":"returned","seq":1,"t":160}"# + "\n", to: "inputs"
        )
        #expect(try RecordedInputs(path: folder.path("inputs")).inputs.count == 2)
    }

    @Test("takes a session without inputs")
    func none() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "inputs")
        #expect(try RecordedInputs(path: folder.path("inputs")).inputs == [])
    }

    @Test(
        "refuses a line that is not an input",
        arguments: [
            #"{"after":0,"seq":0,"t":0}"#, #"{"after":0,"kind":1,"seq":0,"t":0}"#,
            #"{"kind":"run","seq":0,"t":0}"#, #"{"after":0,"kind":"run","t":0}"#,
            #"{"after":-1,"kind":"run","seq":0,"t":0}"#,
            #"{"after":0,"kind":"run","seq":-1,"t":0}"#,
            #"{"after":0,"kind":"run","seq":0,"t":-1}"#,
            #"{"after":0,"kind":"run","seq":0,"t":0.5}"#,
            #"{"after":0,"kind":"gap","seq":0,"t":0}"#,
            #"{"after":0,"frames":-1,"kind":"gap","seq":0,"t":0}"#,
            #"{"after":0,"kind":"end","seq":0,"t":0}"#,
            #"{"after":0,"facade":"f","kind":"call","name":"n","seq":0,"t":0}"#,
            #"{"after":0,"during":{"by":"","event":0},"kind":"run","seq":0,"t":0}"#,
            #"{"after":0,"during":{"by":"callback","event":-1},"kind":"run","seq":0,"t":0}"#,
            #"{"after":0,"arguments":{},"facade":"f","id":-1,"#
                + #""kind":"call","name":"n","seq":0,"t":0}"#,
            #"{"after":0,"during":7,"kind":"run","seq":0,"t":0}"#,
            #"{"activeEnd":1,"activeStart":2,"after":0,"end":3,"#
                + #""kind":"caller","line":0,"seq":0,"start":0,"t":0}"#,
            #"{"activeEnd":2,"activeStart":1,"after":0,"end":3,"#
                + #""kind":"caller","line":0,"seq":0,"start":-1,"t":0}"#,
        ])
    func noInput(line: String) throws {
        #expect(try refusal(line) == "line 1 is not an input")
    }

    @Test(
        "refuses numbers past any session, with which sums would overflow",
        arguments: [
            #"{"after":0,"kind":"run","seq":0,"t":9223372036854775807}"#,
            #"{"after":0,"frames":9223372036854775807,"kind":"recognizerDelay","seq":0,"t":0}"#,
            #"{"after":0,"frames":9223372036854775807,"kind":"gap","seq":0,"t":0}"#,
            #"{"activeEnd":2,"activeStart":1,"after":0,"end":9223372036854775807,"#
                + #""kind":"caller","line":0,"seq":0,"start":1,"t":0}"#,
        ])
    func huge(line: String) throws {
        #expect(try refusal(line) == "line 1 is not an input")
    }

    @Test("takes the largest sequence number for out of order")
    func hugeSequence() throws {
        #expect(
            try refusal(
                #"{"after":9007199254740991,"kind":"run","seq":9007199254740991,"t":0}"#)
                == "line 1 is out of order")
    }

    @Test("names line and column of what is no JSON")
    func noJSON() throws {
        #expect(
            try refusal(Self.run, "{\"a\":}")
                == "line 2, column 6 ($.a): '}' where a value should stand")
    }

    @Test("refuses a line that is not an object")
    func noObject() throws {
        #expect(try refusal("[]") == "line 1 is not an object")
    }
}
