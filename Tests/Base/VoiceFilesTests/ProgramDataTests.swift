import Testing
import VoiceTestSupport

@testable import VoiceSystem

/// Data that a release brings with its programs.
@Suite struct ProgramDataTests {
    @Test func dataLiesInShareBesideTheFolderOfTheProgram() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "tools/share/voices/en")
        let voices = folder.path("tools/share/voices")
        func found(_ program: String) -> String? {
            ProgramData.path("voices", besideFolderOf: folder.path(program))
        }
        // Other software may have put it there.
        #expect(found("tools/bin/voicetest") == nil)
        try folder.write("x", to: "tools/share/licences/SOURCES")
        #expect(found("tools/bin/voicetest") == voices)
        #expect(found("tools/voicetest") == nil)
        #expect(found("other/bin/voicetest") == nil)
        #expect(ProgramData.path("voices", besideFolderOf: "/voicetest") == nil)
        // The program of the tests has none.
        #expect(ProgramData.path("voices") == nil)
    }
}
