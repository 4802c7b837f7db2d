import Testing
import VoiceJSON
import VoiceTrace

@testable import ProgramEngine

@Suite struct ProgramFigureTests {
    @Test("the field of a figure with a time is its time, and the others name it")
    func figure() throws {
        let link = ScriptedLink(
            ready: [
                "kinds": [
                    "measured": [
                        "role": "figure",
                        "fields": ["of": "text", "what": "text", "ms": "number"],
                        "units": ["ms": "ms"],
                    ]
                ]
            ]
        ) { turn, _ in .at(turn) }
        let described = try ProgramDescription(link.ready)
        let kind = try #require(described.vocabulary["measured"])
        #expect(kind.role == .figure && kind.field(.figure) == "ms")
        #expect(kind.fields.map(\.name) == ["ms", "of", "what"])
        #expect(kind.fields.map(\.isIdentity) == [false, true, true])
        // The file of a session says the same.
        let files = [ProgramDescription.fileName: described.fileBytes]
        let read = try #require(try ProgramDescription.of(files))
        #expect(read.vocabulary["measured"] == kind)
    }
}
