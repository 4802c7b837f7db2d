import Foundation
import Testing
import VoiceTestSupport

/// What `test` says of changes beside the flow: the project's own file, media, spellings, levels.
@Suite("Causes in the files of a project")
struct ChangedProjectTests {
    private let program = Program()

    private static let flow = """
        [
            { "id": "VF_START", "type": "node", "name": "S", "goTo": { "DEFAULT": "Choose" } },
            { "id": "Choose", "type": "process", "name": "C", "goTo": { "DEFAULT": "$[Next]" } },
            { "id": "Say", "type": "playAudio", "name": "Say",
              "playAudioParams": { "promptCollection": [
                  { "promptID": "P_Text" },
                  { "promptID": "P_File" }
              ] },
              "goTo": { "DEFAULT": "VF_END" } },
            { "id": "VF_END", "type": "node", "name": "E", "goTo": { "DEFAULT": "" } }
        ]
        """

    private static let prompts = """
        [
            { "id": "P_Text", "style": "single", "textString": "Mr. Smith.",
              "audioPlaybackParams": { "volume": 0.8 } },
            { "id": "P_File", "style": "single", "textFile": "more.txt" }
        ]
        """

    private static let project = """
        {
            "recognizer": "scripted",
            "fields": { "Next": "Say" },
            "overrides": [ { "scenarios": "short", "fields": { "Next": "VF_END" } } ]
        }
        """

    /// A project with two goldens: one says both prompts, the other, `short`, none.
    private func passingProject() throws -> String {
        let files = [
            ("flow.json", Self.flow), ("prompts.json", Self.prompts),
            ("voicetest.json", Self.project), ("aliases.txt", "# names\nMr.: Mister\n"),
            ("media/more.txt", "More."), ("long.scenario.json", "{ \"caller\": [] }"),
            ("short.scenario.json", "{ \"caller\": [] }"),
        ]
        for (name, text) in files { try program.folder.write(text, to: "app/\(name)") }
        let project = program.folder.path("app")
        _ = try program.run(["test", project])
        #expect(try program.run(["accept", project, "--reason", "first"]).status == 0)
        #expect(try program.run(["test", project]).status == 0)
        return project
    }

    /// The first cause of each case that differs after `old` became `new` in `file`, by its name.
    private func causes(
        _ project: String, _ file: String, _ old: String, _ new: String
    ) throws -> [String: String] {
        let path = "\(project)/\(file)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacingOccurrences(of: old, with: new)
            .write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? text.write(toFile: path, atomically: true, encoding: .utf8) }
        let outcome = try program.run(
            ["test", project, "--format", "json"], variables: ["CI": "1"])
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let sessions = (json as? [String: Any])?["sessions"] as? [[String: Any]] ?? []
        return sessions.reduce(into: [:]) { causes, session in
            guard let name = session["name"] as? String,
                let cause = session["firstCause"] as? [String: Any]
            else { return }
            let sentence = cause["sentence"] as? String ?? ""
            causes[name] = sentence.replacingOccurrences(of: "\(project)/", with: "")
        }
    }

    @Test("names the line of a field or the clock in the project's file")
    func namesProjectValues() throws {
        let project = try passingProject()
        let field = try causes(project, "voicetest.json", #""Next": "Say""#, #""Next": "VF_END""#)
        #expect(field.count == 1)
        #expect(
            field["long"]?.hasPrefix(#"voicetest.json:3: fields.Next "Say" -> "VF_END"; "#) == true)
        let own = try causes(project, "voicetest.json", #": { "Next": "VF_END" }"#, ": {}")
        #expect(
            own["short"]?.hasPrefix(#"voicetest.json:3: fields.Next "VF_END" -> "Say"; "#) == true)
        let rate = try causes(
            project, "voicetest.json", #""recognizer""#, #""sampleRate": 8000, "recognizer""#)
        #expect(rate["long"]?.hasPrefix("voicetest.json:2: sampleRate 16000 -> 8000; ") == true)
    }

    @Test("hears a prompt that is quieter, and names its key")
    func hearsLevel() throws {
        let project = try passingProject()
        let causes = try causes(project, "prompts.json", "0.8", "0.4")
        #expect(causes.count == 1)
        #expect(
            causes["long"]?.hasPrefix(
                "prompts.json:3: P_Text.audioPlaybackParams.volume 0.8 -> 0.4; first seen: segment"
                    + " P_Text") == true)
        #expect(causes["long"]?.contains("volume expected 0.8, found 0.4") == true)
    }

    @Test("names the alias or the text file behind a prompt that is spoken otherwise")
    func namesSpelling() throws {
        let project = try passingProject()
        let alias = try causes(project, "aliases.txt", "Mister", "Mistress")
        #expect(
            alias["long"]?.hasPrefix(#"aliases.txt:2: "Mr.: Mister" -> "Mr.: Mistress"; first"#)
                == true)
        let text = try causes(project, "media/more.txt", "More", "Even more")
        #expect(text["long"]?.hasPrefix("media/more.txt: is another text, or spoken") == true)
    }

    @Test("names the element of a list that is gone, not the ones that moved up")
    func namesGoneElement() throws {
        let project = try passingProject()
        let causes = try causes(
            project, "flow.json", #"{ "promptID": "P_Text" },"#, "")
        #expect(
            causes["long"]?.hasPrefix(
                "flow.json:7: Say.playAudioParams.promptCollection[0] is gone, was"
                    + #" {"promptID":"P_Text"}; "#) == true)
    }
}
