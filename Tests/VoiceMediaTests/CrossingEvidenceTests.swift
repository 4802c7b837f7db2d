import Testing
import VoiceActivity
import VoiceTrace

@testable import VoiceMedia

@Suite("Evidence of decisions about speech")
struct CrossingEvidenceTests {
    private static let written = CrossingText.levels.map(\.key) + CrossingText.lengths.map(\.key)

    @Test("every number that a decision rests on is evidence, under its own name")
    func writesEveryNumber() {
        let crossing = SpeechCrossing(frame: 1, spoken: 0)
        let numbers = Mirror(reflecting: crossing).children.compactMap(\.label)
        #expect(
            Set(numbers).subtracting(["frame", "spoken"]) == Set(Self.written.map(\.rawValue)))
    }

    @Test("an end that is written and read is the same")
    func readsWhatItWrites() {
        var crossing = SpeechCrossing(frame: 900, spoken: 400)
        for (number, level) in CrossingText.levels.enumerated() {
            crossing[keyPath: level.path] = Int32(number - 3)
        }
        for (number, length) in CrossingText.lengths.enumerated() {
            crossing[keyPath: length.path] = Int64(1_000 + number)
        }
        #expect(CrossingText.speech(CrossingText.event(.end(crossing))) == .end(crossing))
    }

    @Test("a redaction keeps all of it, and nothing is measured in an unknown unit")
    func isKept() {
        for key in Self.written { #expect(key.isKeptByRedaction, "\(key)") }
        for key in CoreEvidence.allCases {
            #expect(EventVocabulary.core.evidence[key.rawValue] == key.unit)
        }
    }
}
