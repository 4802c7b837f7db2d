import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Prompts that are not heard as their file asks")
struct UnheardPromptTests {
    /// What is found in a whole flow that begins with A, as line, gravity and message.
    private func findings(
        _ modules: [String], prompts: [String], _ surroundings: EngineSurroundings
    ) throws -> [String] {
        let files = [
            VoiceflowFactory.FileName.flow: Files.flow(modules, from: "A"),
            VoiceflowFactory.FileName.prompts: Files.list(prompts),
        ]
        return try VoiceflowFactory().findings(
            in: files, named: { $0 }, surroundings: surroundings
        ).map { "\($0.place.line) \($0.severity) \($0.message)" }
    }

    @Test("a prompt that begins to play behind its end is an error", .fact("voiceflow-4-14"))
    func lateStart() throws {
        func prompt(_ start: String, _ content: String) -> String {
            #"{"id": "P", "style": "single", \#(content), "audioPlaybackParams": {\#(start)}}"#
        }
        var surroundings = EngineSurroundings(values: ["F"])
        surroundings.hasMedia = { $0 == "a.wav" }
        surroundings.soundMilliseconds = { $0.audioFile == nil ? 800 : 2_000 }
        func told(_ start: String, _ content: String) throws -> [String] {
            let play = [Files.play("A", ["P"])]
            return try findings(play, prompts: [prompt(start, content)], surroundings)
        }
        let text = #""textString": "one""#
        #expect(
            try told(#""startPosMs": 800"#, text) == [
                #"2 fault The sound of "P" is over after 800 ms, so nothing of it is heard "#
                    + "from 800 ms on. Begin earlier."
            ])
        #expect(try told(#""startPosMs": 799"#, text) == [])
        #expect(try told(#""startPosMs": 900, "startPosMsRuntime": "$[F]""#, text) == [])
        #expect(try told(#""startPosMs": 900"#, #""textString": "$[F]""#) == [])
        #expect(try told(#""startPosMs": 900"#, #""audioFile": "a.wav""#) == [])
        #expect(try told(#""startPosMs": 2000"#, #""audioFile": "a.wav""#).count == 1)
        surroundings.hasMedia = nil
        #expect(try told(#""startPosMs": 2000"#, #""audioFile": "a.wav", \#(text)"#) == [])
        surroundings.soundMilliseconds = { _ in nil }
        #expect(try told(#""startPosMs": 9000"#, text) == [])
    }

    @Test("malformed SSML is an error, what of it is not spoken a warning")
    func markup() throws {
        func prompt(_ content: String) -> String {
            #"{"id": "P", "style": "single", \#(content)}"#
        }
        var surroundings = EngineSurroundings(hasMedia: { $0 == "a.txt" })
        surroundings.text = { $0 == "a.txt" ? "<speak>a & b</speak>" : nil }
        func told(_ content: String) throws -> [String] {
            try findings([Files.play("A", ["P"])], prompts: [prompt(content)], surroundings)
        }
        #expect(try told(#""textIsSSML": true, "textString": "<speak>one</speak>""#) == [])
        #expect(
            try told(
                #""textIsSSML": true, "textString": "<speak>one <break time='soon'/><p></speak>""#)
                == [
                    #"2 warning The pause "soon" has no length. "#
                        + "Write 500ms or 1.5s, an hour at most.",
                    "2 fault Malformed SSML at character 35 of the text: found </speak>, expected "
                        + "</p>.",
                ])
        #expect(
            try told(#""textIsSSML": true, "textFile": "a.txt""#) == [
                #"2 fault a.txt: Malformed SSML at character 10 of the text: "&" begins no "#
                    + "entity. Write &amp; for the character."
            ])
        #expect(try told(#""textString": "a & b""#) == [])
    }

    @Test(
        "a dialog that plays without an end while it listens never times out",
        .fact("voiceflow-4-14"))
    func endlessMenu() throws {
        let prompt =
            #"{"id": "EVER", "style": "single", "textString": "t", "audioPlaybackParams": "#
            + #"{"loopPlay": true, "loopCount": 0}}"#
        func told(_ more: String, _ listens: String = "") throws -> [String] {
            let says = Files.says("initial", "EVER", more: more)
            return try findings(
                [Files.dialog([says], id: "A", listens: listens)], prompts: [prompt],
                EngineSurroundings(values: ["F"])
            ).filter { $0.contains("until the caller speaks") }
        }
        #expect(
            try told(#""recognizeWhilePlay": true"#) == [
                #"3 warning "EVER" plays until the caller speaks: silence counts only behind a "#
                    + "prompt, so a caller who says nothing never times out. Let the prompt end, "
                    + "or set maxAudioLengthMs."
            ])
        #expect(
            try told(
                #""recognizeWhilePlay": true"#, #""stopRecordParams": {"maxAudioLengthMs": 9000}"#)
                == [])
        #expect(
            try told(
                #""recognizeWhilePlay": true"#,
                #""stopRecordParams": {"maxAudioLengthMsRuntime": "$[F]"}"#) == [])
        #expect(
            try told(#""recognizeWhilePlay": true, "recognizeWhilePlayRuntime": "$[F]""#) == [])
    }
}
