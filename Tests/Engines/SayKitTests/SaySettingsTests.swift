import Testing
import VoiceTestSupport

@testable import SayKit

@Test("each setting of SayKit stands once in the table and has a property of its name")
func eachSettingOfSayKitHasItsProperty() {
    #expect(faults(ofTable: SaySettings.self) == [])
}
