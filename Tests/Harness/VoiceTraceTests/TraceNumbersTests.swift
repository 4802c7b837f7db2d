import Testing
import VoiceJSON
import VoiceTrace

@Suite("Numbers of a trace's events")
struct TraceNumbersTests {
    private func bytes(_ numbers: [Int]) -> [UInt8] {
        let events = numbers.map {
            TraceEvent(
                sequence: $0, frame: 160, tap: .actions, kind: "media", fields: ["item": "P_Ask"])
        }
        return RecordedTrace(events: events).fileBytes()
    }

    @Test(
        "numbers that do not ascend make a trace an edited one, a gap does not",
        arguments: [
            ([0, 1, 2], false, true), ([0, 2, 3], false, false), ([1, 2, 3], false, false),
            ([0, 2, 1], true, false), ([0, 0, 1], true, false), ([0, 1, 1 << 52], false, false),
        ])
    func numbers(_ numbers: [Int], isEdited: Bool, isNumbered: Bool) throws {
        let trace = try RecordedTrace(bytes: bytes(numbers), path: "t")
        #expect(trace.isEdited == isEdited)
        #expect(trace.isNumbered == isNumbered)
        let lines = try TraceLines(bytes: bytes(numbers), path: "t")
        #expect(lines.isEdited == isEdited)
        #expect(lines.isNumbered == isNumbered)
    }
}
