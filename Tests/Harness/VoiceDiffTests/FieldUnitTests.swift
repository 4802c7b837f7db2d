import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@Suite("Field units and labels")
struct FieldUnitTests {
    @Test(
        "show integers in the unit of their field",
        arguments: [
            ("endpoint.offsetMs", 200, "200 ms"),
            ("why.threshold", 500, "0.5"), ("why.energy", -31_250, "-31.25 dB"),
            ("speech.levelMinimumMilliDB", 7, "0.007 dB"), ("why.limit", 12_808, "800.5 ms"),
            ("prePadFrames", -160, "-10 ms"), ("confidence", 873, "0.873"), ("count", 3, "3"),
            ("why.limitMs", 5, "5 ms"), ("why.gainPermille", 500, "0.5"), ("limit", 600, "600"),
            ("why.count", 3, "3"),
            ("frames", Int64.max, "9223372036854775807 frames"),
        ])
    func units(field: String, value: Int64, text: String) {
        #expect(FieldUnit(field: field).text(.integer(value), rate: .standard) == text)
    }

    @Test("show evidence whose unit the vocabulary does not declare as it is")
    func foreignEvidence() {
        let foreign = EventVocabulary(kinds: [], evidence: ["wait": .milliseconds])
        func text(_ field: String) -> String {
            FieldUnit(field: field, in: foreign).text(600, rate: .standard)
        }
        #expect(["why.limit", "why.wait", "why.restFrames"].map(text) == ["600", "600 ms", "600"])
        #expect(
            FieldUnit(field: "why.limit").text(600, rate: .standard) == "37.5 ms")
    }

    @Test("show everything else as it is written, and nothing as nothing")
    func others() {
        #expect(FieldUnit(field: "why.limit").text("x", rate: .standard) == "\"x\"")
        #expect(FieldUnit(field: "why.limit").text(nil, rate: .standard) == "nothing")
    }

    @Test("measure no distance past the number range")
    func distance() {
        let change = FieldChange(name: "a", expected: .integer(.min), found: .integer(.max))
        #expect(FieldUnit(field: "a").distance(change, rate: .standard) == nil)
    }

    @Test("name an event by what happened and where it belongs")
    func labels() {
        let events = Sessions.conversation()
        #expect(events[1].label == "moduleStart Ask")
        #expect(events[3].label == "media P_Ask playAudio ended")
        #expect(events[10].label == "transition from Ask")
        #expect(events[15].label == "flowEnd")
    }
}
