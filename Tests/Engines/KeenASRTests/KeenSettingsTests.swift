import Testing
import VoiceTestSupport

@testable import KeenASR

@Test("each setting of KeenASR stands once in the table and has a property of its name")
func eachSettingOfKeenASRHasItsProperty() {
    #expect(faults(ofTable: KeenSettings.self) == [])
}
