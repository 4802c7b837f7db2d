import Testing
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceProject
import VoiceRecognition
import VoiceTestSupport

@Suite("Reading a project")
struct ProjectReaderTests {
    private let folder = TemporaryFolder()

    private func project(_ text: String) throws -> (Project, [String]) {
        let reader = try ProjectReader(
            bytes: Array(text.utf8), folder: folder.path, usual: VoiceflowFactory())
        return (reader.project, reader.findings.map(\.message))
    }

    @Test("finds files with the usual names by itself")
    func findsUsualNames() throws {
        for name in ["voiceflow.json", "prompts.json", "phrases.txt", "tolerance.json"] {
            try folder.write("[]", to: name)
        }
        let (project, findings) = try project("{}")
        #expect(findings.isEmpty)
        #expect(project.configuration.mainFile == folder.path("voiceflow.json"))
        #expect(project.configuration.phrases == folder.path("phrases.txt"))
        #expect(project.configuration.grammar == nil)
        #expect(project.configuration.media == nil)
        #expect(project.tolerance == folder.path("tolerance.json"))
    }

    @Test("what is tested are the engine's own files where it has such, else flow and prompts")
    func namesTestedFiles() {
        var configuration = RunConfiguration(of: VoiceflowFactory())
        configuration["audioTextMap"] = "map.json"
        configuration["prompts"] = "prompts.json"
        configuration["flow"] = "flow.json"
        #expect(configuration.testedFiles == ["flow.json", "prompts.json"])
        configuration.setEngine("other", files: ["b.json": "two.json", "a.json": "one.json"])
        #expect(configuration.testedFiles == ["one.json", "two.json"])
    }

    @Test("a path that leaves the folder does not go through it, unless the folder is a link")
    func outside() throws {
        try DiskFile.makeFolder(folder.path("a/b"))
        folder.link("link", to: "a/b")
        func path(_ place: String, _ name: String) throws -> String {
            try ProjectReader(
                bytes: Array("{}".utf8), folder: folder.path(place), usual: VoiceflowFactory()
            ).project.path(of: name)
        }
        #expect(try path("a/b", "../../c/d.json") == folder.path("c/d.json"))
        #expect(try path("a/b/", "../d.json") == folder.path("a/d.json"))
        #expect(try path("a/b", "e/../d.json") == folder.path("a/b/e/../d.json"))
        #expect(try path("link", "../d.json") == folder.path("link/../d.json"))
    }

    @Test("takes every key, and the last override that matches")
    func takesKeys() throws {
        let (project, findings) = try project(
            """
            { "flow": "a.json", "prompts": "b.json", "audioTextMap": "c.json", "media": "m",
              "language": "de-DE", "grammar": "g.jsgf", "recognizer": "scripted",
              "sampleRate": 8000, "seed": 7, "fields": {"Next": "A"},
              "settings": {"endpoint.offsetMs": 20}, "aliases": "x", "phonemes": "y",
              "scenarios": ["*.scenario.json"], "tolerance": "t.json", "coverage": 90,
              "overrides": [{"scenarios": "s*", "recognizer": "pocketsphinx", "seed": 8},
                            {"scenarios": ["so*"], "seed": 9, "fields": {"Next": "B"}}], }
            """)
        #expect(findings.isEmpty)
        #expect(project.configuration.mainFile == folder.path("a.json"))
        #expect(project.coverage == 90)
        let plain = project.configuration(of: "happy")
        #expect(plain.recognizer == .scripted && plain.seed == 7)
        let other = project.configuration(of: "sour")
        #expect(other.recognizer == .pocketsphinx && other.seed == 9)
        #expect(other.fields.map(\.value) == ["B"])
        #expect(other.settings == [.init(name: "endpoint.offsetMs", value: 20)])
    }

    @Test("rules of the app stay where the file has them, and an override takes their place")
    func appRules() throws {
        let text = #"""
            { "app": [ {"atMs": 5, "stop": true} ],
              "overrides": [
                {"scenarios": "no-*", "app": []},
                {"scenarios": "own",
                 "app": [{"on": {"callback": "]\"["}, "b": 1, "a": 2}]}] }
            """#
        let (project, findings) = try project(text)
        #expect(findings.isEmpty)
        let all = try #require(project.configuration(of: "happy").app)
        #expect(
            String(decoding: all.placed, as: UTF8.self)
                == "{\"app\":  [ {\"atMs\": 5, \"stop\": true} ]}\n")
        let none = try #require(project.configuration(of: "no-one").app)
        #expect(String(decoding: none.scenario, as: UTF8.self) == "{\"app\":[]}\n")
        let own = try #require(project.configuration(of: "own").app)
        #expect(
            String(decoding: own.scenario, as: UTF8.self)
                == #"{"app":[{"on": {"callback": "]\"["}, "b": 1, "a": 2}]}"# + "\n")
        func place(_ bytes: [UInt8], _ path: JSONPath) throws -> TextPlace {
            try JSONReader.document(of: bytes, dialect: .strict)
                .place(of: path.key("app").index(0).key("a"))
        }
        #expect(
            try place(own.placed, .root)
                == place(Array(text.utf8), .root.key("overrides").index(1)))
        let wrong = try self.project(#"{"app": {"atMs": 5}}"#).1
        #expect(wrong == ["found an object, expected an array"])
    }

    @Test("takes the program that recognises, which runs in its folder, and overrides of it")
    func recognizerCommand() throws {
        let (plain, none) = try project(#"{"recognizerCommand": "python3 'my table.py' -1"}"#)
        #expect(none.isEmpty)
        #expect(plain.configuration.recognizer == .process)
        #expect(plain.configuration.recognizerCommand?.words == ["python3", "my table.py", "-1"])
        #expect(plain.configuration.recognizerCommand?.folder == folder.path)
        let (scripted, findings) = try project(
            #"""
            {"recognizerCommand": "table", "recognizer": "scripted",
             "overrides": [{"scenarios": "real-*", "recognizer": "process"}]}
            """#)
        #expect(findings.isEmpty)
        #expect(scripted.configuration(of: "happy").recognizer == .scripted)
        #expect(scripted.configuration(of: "real-caller").recognizer == .process)
    }

    @Test(
        "refuses what a project cannot mean, with its place",
        arguments: [
            (#"{"flows": "a"}"#, "Unknown key"), (#"{"flow": 1}"#, "expected a string"),
            (#"{"phrases": "a", "grammar": "b"}"#, "Keep one"),
            (#"{"recognizer": "x"}"#, "Use one of: pocketsphinx, scripted, process"),
            (#"{"recognizer": "process"}"#, "Name it in \"recognizerCommand\""),
            (#"{"recognizerCommand": "a 'b"}"#, "without its second one"),
            (#"{"recognizerCommand": ""}"#, "recognizerCommand"),
            (#"{"overrides": [{"scenarios": "a", "recognizerCommand": "b"}]}"#, "Unknown key"),
            (#"{"sampleRate": 8001}"#, "not a clock rate"), (#"{"coverage": 101}"#, "0 to 100"),
            (#"{"overrides": [{}]}"#, "missing"), (#"{"settings": {"a": "x"}}"#, "whole number"),
            (#"[]"#, "A project is an object"), (#"{"scenarios": [1]}"#, "expected a pattern"),
        ])
    func refuses(text: String, part: String) throws {
        let (_, findings) = try project(text)
        #expect(findings.contains { $0.contains(part) })
    }

    @Test("names line and column of what is not JSON")
    func namesPlaceOfBrokenText() {
        let error = #expect(throws: ProjectError.self) { try project("{\n x }") }
        #expect(error?.description.contains("voicetest.json:2:2: not JSON") == true)
    }
}
