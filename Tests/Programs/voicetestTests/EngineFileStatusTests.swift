import Testing
import VoiceEngine
import VoiceJSON
import VoiceReports

@testable import voicetest

@Suite("Exit codes of what is wrong in a session's own files")
struct EngineFileStatusTests {
    @Test("a fault in a file of an engine is bad data, and no bug of voicetest")
    func badData() throws {
        let error = #expect(throws: EngineFileError.self) {
            _ = try DocumentSurvey.ofEngine(Array("]".utf8), file: "app.json")
        }
        #expect(VoiceReports.ExitStatus(try #require(error)) == .badData)
    }
}
