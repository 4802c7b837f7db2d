import Testing
import VoiceEngine
import VoiceTestSupport
import VoiceTrace

@testable import SayKit

@Suite("The schema of SayKit's scenarios")
struct ScenarioSchemaTests {
    @Test("has the kinds of event that the engine declares, and no others")
    func kinds() throws {
        let schema = try PublishedSchema("SayKitScenario", of: "SayKit")
        #expect(schema.unequalKinds(SayKitFactory().declaration.vocabulary.names) == [])
    }
}
