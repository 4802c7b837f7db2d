import Testing
import VoiceEngine
import VoiceJSON

@Suite("A file of an engine that cannot be used")
struct EngineFileErrorTests {
    @Test("is told with its line, where it is no JSON")
    func notJSON() throws {
        let error = #expect(throws: EngineFileError.self) {
            try DocumentSurvey.ofEngine(Array("{\n  oops}".utf8), file: "a.json")
        }
        #expect(error?.faultPlace?.file == "a.json")
        #expect(error?.faultPlace?.line == 2)
        #expect(error?.description.hasPrefix("a.json: not JSON: ") == true)
        #expect(error?.description.hasSuffix("Correct the text there.") == true)
    }

    @Test("may have a trailing comma, as people write it")
    func lenient() throws {
        let survey = try DocumentSurvey.ofEngine(Array(#"{"a": 1,}"#.utf8), file: "a.json")
        #expect(survey.document.root.object?["a"]?.integer == 1)
    }

    @Test("is refused for its first fault, and not for warnings")
    func faults() throws {
        let bytes = Array("{\n  \"a\": 1,\n  \"b\": 2\n}".utf8)
        var survey = try DocumentSurvey.ofEngine(bytes, file: "a.json")
        survey.report(.warning, .root.key("a"), "a is old")
        try survey.refuseFaults()
        survey.report(.error, .root.key("b"), "b is wrong")
        survey.report(.error, .root.key("a"), "a is wrong")
        let error = #expect(throws: EngineFileError.self) { try survey.refuseFaults() }
        #expect(error?.faultPlace?.line == 3)
        #expect(error?.description.contains("b is wrong") == true)
    }
}
