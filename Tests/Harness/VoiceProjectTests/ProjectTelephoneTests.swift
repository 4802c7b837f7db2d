import Testing
import VoiceFlow
import VoiceJSON

@testable import VoiceProject

/// The telephone of a project.
@Suite struct ProjectTelephoneTests {
    private func read(_ text: String) throws -> ProjectReader {
        try ProjectReader(bytes: Array(text.utf8), folder: "p", usual: VoiceflowFactory())
    }

    @Test func theCarrierSetsTheRateAndGoesIntoTheSession() throws {
        let reader = try read(
            #"""
            {"engine": "program", "files": {},
             "telephone": {"_why": "a", "carrier": "twilio", "port": 5050, "webhook": "/call"}}
            """#)
        #expect(reader.findings.isEmpty)
        #expect(reader.project.configuration.sampleRate == 8_000)
        let bytes = try #require(reader.project.configuration.telephone)
        let file = try #require(try JSONReader.value(of: bytes).object)
        #expect(file["carrier"]?.object?["name"] == "Twilio")
        #expect(file["host"] == "bot.example")
        #expect(file["_why"] == nil)
        let sources = try FlowSources(reader.project.configuration)
        #expect(sources.files["telephone.json"] == bytes)
    }

    @Test func aFaultStandsAtItsPlaceInTheProjectsFile() throws {
        let reader = try read(
            """
            {"engine": "program", "files": {},
             "telephone": {"carrier": "twilio", "port": 5050,
              "webhook": "call"}}
            """)
        let configuration = reader.project.configuration
        func placed(_ path: JSONPath) -> String {
            let finding = Finding(
                severity: .error, file: "telephone.json", place: TextPlace(line: 1, column: 1),
                path: path, message: "is wrong")
            return configuration.placed(finding).description
        }
        #expect(placed(.root.key("webhook")).hasPrefix("p/voicetest.json:3:"))
        #expect(placed(.root).hasPrefix("p/voicetest.json:2:"))
    }

    @Test(arguments: [
        (#"{"telephone": {"port": 1}}"#, #""carrier" is missing"#),
        (
            #"{"telephone": {"carrier": "twillio", "port": 1}}"#,
            #"Unknown carrier "twillio". Did you mean "twilio"?"#
        ), (#"{"telephone": {"carrier": "mine.json", "port": 1}}"#, "p/mine.json"),
        (#"{"telephone": {"carrier": "twilio", "port": 70000}}"#, "70000 is not a port"),
        (
            #"{"sampleRate": 16000, "telephone": {"carrier": "twilio", "port": 1}}"#,
            "the telephone has 8000 Hz, and a session has its rate"
        ),
    ])
    func whatCannotBeUsedIsTold(_ text: String, _ message: String) throws {
        let findings = try read(text).findings
        #expect(findings.count == 1)
        #expect(findings.first?.message.contains(message) == true)
    }
}
