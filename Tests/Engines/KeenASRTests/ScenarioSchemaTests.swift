import Testing
import VoiceEngine
import VoiceTestSupport
import VoiceTrace

@testable import KeenASR

@Suite("The schema of KeenASR's scenarios")
struct ScenarioSchemaTests {
    @Test("has the kinds of event that the engine declares, and no others")
    func kinds() throws {
        let schema = try PublishedSchema("KeenASRScenario", of: "KeenASR")
        #expect(schema.unequalKinds(KeenASRFactory().declaration.vocabulary.names) == [])
    }
}
