import Testing
import VoiceJSON

/// Sound that stands in JSON as text or as numbers.
@Suite struct EncodedSoundTests {
    @Test func zeroesLongBase64AlsoInsideOfAnAddress() {
        let sound = String(repeating: "xP/H+8D_", count: 10)
        let hidden = EncodedSound.hidden(
            ["audio": .string(sound), "uri": .string("data:audio/wav;base64,\(sound)=="), "n": 7])
        #expect(
            hidden == [
                "audio": .string(String(repeating: "A", count: 80)),
                "uri": .string("data:audio/wav;base64,\(String(repeating: "A", count: 80))=="),
                "n": 7,
            ])
    }

    @Test func zeroesLongListsOfNumbers() {
        let samples = (0..<40).map { JSONValue.integer($0 - 20) }
        #expect(
            EncodedSound.hidden(["samples": .array(samples)])
                == ["samples": .array(samples.map { _ in 0 })])
    }

    @Test func leavesTextsAndShortLists() {
        let value: JSONValue = [
            "text": .string(String(repeating: "a large pizza ", count: 9)),
            "row": .array([1, 2, 3]), "mixed": .array(Array(repeating: "a", count: 40)),
        ]
        #expect(EncodedSound.hidden(value) == value)
    }

    @Test(
        "tells values that may hold sound from texts, numbers and short lists",
        arguments: [
            (.string(String(repeating: "AAAA", count: 16)), true),
            (
                ["audio": .string("data:audio/ogg;base64," + String(repeating: "x+/_", count: 20))],
                true
            ),
            (["audio": .string(String(repeating: "x", count: 67))], true),
            (.array([["samples": .array(Array(repeating: 5, count: 32))]]), true),
            (.string("{\"audio\": \"" + String(repeating: "AbC0", count: 20) + "\"}"), true),
            (.string(String(repeating: "x", count: 63)), false),
            (.string(String(repeating: "a word ", count: 60)), false),
            (.array([1, 2, 3]), false), (true, false),
        ] as [(JSONValue, Bool)])
    func mayStand(value: JSONValue, isSound: Bool) {
        #expect(EncodedSound.mayStand(in: value) == isSound)
    }
}
