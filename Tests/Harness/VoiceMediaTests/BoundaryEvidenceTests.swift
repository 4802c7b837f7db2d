import Testing
import VoiceActivity
import VoiceTrace

@testable import VoiceMedia

@Suite("Evidence of decisions about speech")
struct BoundaryEvidenceTests {
    private static let written = TapEvents.levels.map(\.key) + TapEvents.lengths.map(\.key)

    @Test("every number that a decision rests on is evidence, under its own name")
    func writesEveryNumber() {
        let boundary = SpeechBoundary(frame: 1, spoken: 0)
        let numbers = Mirror(reflecting: boundary).children.compactMap(\.label)
        #expect(
            Set(numbers).subtracting(["frame", "spoken"]) == Set(Self.written.map(\.rawValue)))
    }

    @Test("an end that is written and read is the same")
    func readsWhatItWrites() {
        var boundary = SpeechBoundary(frame: 900, spoken: 400)
        for (number, level) in TapEvents.levels.enumerated() {
            boundary[keyPath: level.path] = Int32(number - 3)
        }
        for (number, length) in TapEvents.lengths.enumerated() {
            boundary[keyPath: length.path] = Int64(1_000 + number)
        }
        #expect(TapEvents.speech(TapEvents.event(.end(boundary))) == .end(boundary))
    }

    @Test("a redaction keeps all of it, and nothing is measured in an unknown unit")
    func isKept() {
        for key in Self.written { #expect(key.isKeptByRedaction, "\(key)") }
        for key in CoreEvidence.allCases {
            #expect(EventVocabulary.core.evidence[key.rawValue] == key.unit)
        }
    }
}
