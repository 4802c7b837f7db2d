import Testing
import VoiceDiff
import VoiceFlow
import VoiceJSON
import VoiceProject
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@Suite("Defaults and limits of the schemas of tests")
struct SchemaDefaultTests {
    private static let scenario = #"""
        { "caller": [ { "after": {"kind": "media"}, "say": "yes" } ],
          "app": [ { "on": {"callback": "MediaEvent"}, "device": {"event": "recordingFailed"} } ],
          "noise": { "play": "babble.flac", "snrDB": 15 }, "echo": { "levelDB": -20 },
          "limits": {}, "expect": [] }
        """#

    private func scenario(_ text: String) throws -> Scenario? {
        let reader = try ScenarioReader(
            bytes: Array(text.utf8), file: "s", engine: VoiceflowFactory().declaration)
        return reader.findings.contains { $0.severity == .error } ? nil : reader.scenario
    }

    private func project(_ text: String) throws -> Project? {
        let reader = try ProjectReader(
            bytes: Array(text.utf8), folder: "p", usual: VoiceflowFactory())
        guard reader.findings.allSatisfy({ $0.severity != .error }) else { return nil }
        var project = reader.project
        // What the file says itself is the same; where it says it is not.
        project.configuration.places = [:]
        return project
    }

    private func tolerance(_ text: String) -> Tolerance? {
        try? Tolerance(json: Array(text.utf8), kinds: EventVocabulary.voiceflow.names)
    }

    /// Holds that a file may name its schema, that writing a default says what leaving the key out
    /// says, and that a value past a limit is refused.
    private func check<Read: Equatable>(
        _ schema: PublishedSchema, _ base: String, _ read: (String) throws -> Read?
    ) throws {
        let whole = try JSONReader.value(of: Array(base.utf8))
        let plain = try #require(try read(base))
        let (named, _) = whole.setting(["$schema"], to: "Any.schema.json")
        #expect(try read(JSONWriter.text(named)) == plain)
        for entry in schema.entries(of: "default") {
            let (with, places) = whole.setting(entry.path, to: entry.value)
            #expect(places > 0, "\(entry.path) stands nowhere")
            #expect(try read(JSONWriter.text(with)) == plain, "\(entry.path)")
        }
        for (keyword, step) in [("minimum", Int64(-1)), ("maximum", 1)] {
            for entry in schema.entries(of: keyword) {
                let limit = try #require(entry.value.integer)
                // A negative count counts as 0.
                guard limit != 0 else { continue }
                let (at, places) = whole.setting(entry.path, to: .integer(limit))
                guard places > 0 else { continue }
                #expect(try read(JSONWriter.text(at)) != nil, "\(entry.path) \(limit)")
                let (past, _) = whole.setting(entry.path, to: .integer(limit + step))
                #expect(try read(JSONWriter.text(past)) == nil, "\(entry.path) \(limit + step)")
            }
        }
    }

    @Test("of a scenario")
    func scenarios() throws {
        try check(PublishedSchema("VoiceflowScenario", of: "VoiceFlow"), Self.scenario, scenario)
    }

    @Test("of a project")
    func projects() throws {
        try check(
            PublishedSchema("Project", of: "VoiceProject"), #"{"overrides": [], "latency": {}}"#,
            project)
    }

    @Test("of a tolerance")
    func tolerances() throws {
        let base =
            #"{"default": {}, "rules": [{"kind": "final", "fields": ["confidence"], "within": 5}]}"#
        try check(PublishedSchema("Tolerance", of: "VoiceDiff"), base, tolerance)
    }
}
