import Testing
import VoiceEngine
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@Suite("The schema of VoiceKit's scenarios")
struct ScenarioSchemaTests {
    @Test("has the kinds of event that the engine declares, and no others")
    func kinds() throws {
        let schema = try PublishedSchema("VoiceKitScenario", of: "VoiceKit")
        #expect(schema.unequalKinds(VoiceKitFactory().declaration.vocabulary.names) == [])
    }
}
