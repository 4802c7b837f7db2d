import Testing
import VoiceTrace

@Suite("A trace without its closing line")
struct OpenTraceTests {
    private let lines = RecordedTrace(
        events: (0..<3).map {
            TraceEvent(sequence: $0, frame: Int64($0), tap: .actions, kind: "step")
        }
    ).fileBytes().split(separator: 0x0A).dropLast().map { $0 + [0x0A] }

    @Test("is read where that is asked for, and is not sealed")
    func reads() throws {
        let bytes = lines.flatMap { $0 }
        let open = try TraceLines(bytes: bytes, path: "a", mayBeOpen: true)
        #expect(!open.isSealed && !open.isEdited && open.isNumbered && open.count == 3)
        let turned = lines.reversed().flatMap { $0 }
        #expect(try TraceLines(bytes: turned, path: "a", mayBeOpen: true).isEdited)
    }

    @Test("is damage otherwise, and so is one that is empty or ends within a line")
    func refuses() throws {
        let bytes = lines.flatMap { $0 }
        let error = #expect(throws: TraceError.self) { try TraceLines(bytes: bytes, path: "a") }
        #expect(error?.description.contains("the closing traceEnd line is missing") == true)
        for cut in [[], Array(bytes.dropLast())] {
            #expect(throws: TraceError.self) {
                try TraceLines(bytes: cut, path: "a", mayBeOpen: true)
            }
        }
    }
}
