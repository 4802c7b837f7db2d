import Foundation
import Testing
import VoiceTestSupport

@Suite("Replaying a recorded caller through changed files")
struct ChangedFilesTests {
    private let program = Program()
    private let flow = "\(Program.package)/Corpora/barge-in"

    /// A session whose microphone is a sound file: a caller who interrupts the menu.
    private func recordCall() throws -> String {
        try program.copyShared("call") { maker in
            let microphone = "\(flow)/interrupts-menu.vsession/audio/mic.flac"
            let recorded = try maker.run([
                "record", "--flow", "\(flow)/voiceflow.json", "--prompts", "\(flow)/prompts.json",
                "--phrases", "\(flow)/phrases.txt", "--input", microphone, "--output",
                "call.vsession",
            ])
            guard recorded.status == 0 else { throw Program.Failure(messages: recorded.messages) }
        }
        return "call.vsession"
    }

    /// A copy of a file of the flow with every `old` replaced.
    private func changed(_ name: String, _ old: String, to new: String) throws -> String {
        let text = try String(contentsOfFile: "\(flow)/\(name)", encoding: .utf8)
        #expect(text.contains(old))
        try program.write(text.replacingOccurrences(of: old, with: new), to: name)
        return name
    }

    private func filesOf(_ session: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: program.folder.path(session)).sorted()
    }

    @Test("agrees where the files are those of the recording")
    func agreesWithSameFiles() throws {
        let outcome = try program.run([
            "replay", try recordCall(), "--flow", "\(flow)/voiceflow.json", "--prompts",
            "\(flow)/prompts.json",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("call.vsession agrees, replayed from audio: 33 events"))
        #expect(outcome.output.contains("self-test: 57 planted regressions found"))
    }

    @Test("names file, line and key of a bent rule, and leaves nothing pending")
    func namesBentRule() throws {
        let session = try recordCall()
        let before = try filesOf(session)
        let changed = try changed(
            "voiceflow.json", #""contains", "goTo": "SayNews""#,
            to: #""contains", "goTo": "SayWeather""#)
        let outcome = try program.run(["replay", session, "--flow", changed])
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains(
                "voiceflow.json:27: Menu.goTo.userInputCollection[1].goTo \"SayNews\" ->"))
        #expect(try filesOf(session) == before)
        #expect(!(try program.folder.names().contains("call.vsession.new")))
    }

    @Test("takes what is not named from the session, and synthesises the prompt that changed")
    func takesRestFromSession() throws {
        let changed = try changed("prompts.json", "\"Welcome.\"", to: "\"Welcome back to you.\"")
        let outcome = try program.run(["replay", try recordCall(), "--prompts", changed])
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains(
                #"prompts.json:2: P_Welcome.textString "Welcome." -> "Welcome back to you.""#))
    }

    @Test(
        "says in every form where the caller could not have known the changed flow",
        arguments: Program.forms)
    func tellsCallerTiming(form: String) throws {
        let changed = try changed(
            "voiceflow.json", #""P_Menu", "recognizeWhilePlay": true"#,
            to: #""P_Menu", "recognizeWhilePlay": false"#)
        let outcome = try program.run([
            "replay", try recordCall(), "--flow", changed, "--format", form, "--no-self-test",
        ])
        #expect(outcome.status == 1)
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(" ms the caller spoke while the changed flow does not listen"))
    }

    @Test("refuses a changed flow that cannot run, with its place")
    func refusesBrokenFlow() throws {
        let changed = try changed("voiceflow.json", #""goTo": "SayNews""#, to: #""goTo": "Nix""#)
        let session = try program.copySession("barge-in/interrupts-menu")
        let outcome = try program.run(["replay", session, "--flow", changed])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("voiceflow.json:27:70: error: No module is named"))
    }

    @Test(
        "refuses what goes with changed files only, or not with them",
        arguments: [
            ["--aliases", "words.txt"], ["--phonemes", "words.txt"],
            ["--flow", "flow.json", "--certify", "3"],
        ])
    func refusesOptions(options: [String]) throws {
        #expect(try program.run(["replay", "call.vsession"] + options).status == 64)
    }
}
