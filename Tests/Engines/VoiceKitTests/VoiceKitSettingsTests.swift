import Testing
import VoiceTestSupport

@testable import VoiceKit

@Test("each setting of VoiceKit stands once in the table and has a property of its name")
func eachSettingOfVoiceKitHasItsProperty() {
    #expect(faults(ofTable: VoiceKitSettings.self) == [])
}
