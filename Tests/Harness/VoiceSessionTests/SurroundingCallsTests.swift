import Testing
import VoiceEngine
import VoiceJSON
import VoiceTrace

@testable import VoiceSession

/// Which calls of an app that is replayed are the recorded ones.
struct SurroundingCallsTests {
    private let surroundings = SurroundingCalls([
        .init("use", [.init("file")], isOfSurroundings: true), .init("start"), .init("stop"),
    ])

    private static func calls(_ texts: [String]) -> [EngineCall] {
        texts.map { text in
            let parts = text.split(separator: " ").map(String.init)
            let arguments: JSONObject = parts.count > 1 ? ["file": .string(parts[1])] : [:]
            return EngineCall(facade: "app", name: parts[0], arguments: arguments)
        }
    }

    @Test(
        "what surrounded the app is what was recorded; what it decides is its own",
        arguments: [
            (["use mine", "start"], ["use recorded", "start"], ["use recorded", "start"]),
            (["start"], ["use recorded", "start"], ["use recorded", "start"]),
            (["use mine", "start"], ["start"], ["start"]),
            (["stop"], ["use recorded", "start"], ["use recorded", "stop"]),
            (["use mine"], ["use recorded", "start"], []),
            (["start", "use mine", "stop"], [], ["start", "stop"]),
            (["start"], ["start", "use recorded", "stop"], ["start"]),
        ] as [([String], [String], [String])])
    func merges(own: [String], recorded: [String], expected: [String]) {
        let merged = surroundings.merged(Self.calls(own), with: Self.calls(recorded))
        #expect(merged == Self.calls(expected))
    }

    @Test("without such calls nothing is changed")
    func changesNothing() {
        let own = Self.calls(["use mine", "start"])
        #expect(SurroundingCalls().merged(own, with: Self.calls(["use recorded"])) == own)
    }
}
