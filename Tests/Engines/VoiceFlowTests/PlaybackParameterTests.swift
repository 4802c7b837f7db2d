import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import VoiceFlow

@Suite("How a prompt is played")
struct PlaybackParameterTests {
    private func request(
        _ parameters: String, more: String = #""textString": "words""#,
        fields: [(String, JSONValue)] = []
    ) throws -> PromptRequest {
        let prompt =
            #"{"id": "TALK", "style": "single", \#(more), "audioPlaybackParams": {\#(parameters)}}"#
        var rig = try Rig(
            [Files.play("Say", ["TALK"])], from: "Say", prompts: [prompt],
            map: [#"{"audioFile": "talk.wav", "textString": "instead"}"#])
        rig.replies["before Say"] = fields.map { .set($0.0, $0.1) }
        rig.run(30)
        return try #require(rig.played.first)
    }

    @Test(
        "a segment tells at which level it is heard, unless that is the whole",
        .fact("voiceflow-7-8"))
    func level() throws {
        for (volume, told) in [(#""volume": 0.25"#, "segment A at 250"), ("", "segment A")] {
            let prompt =
                #"{"id": "A", "style": "single", "textString": "words", "#
                + #""audioPlaybackParams": {\#(volume)}}"#
            var rig = try Rig([Files.play("Say", ["A"])], from: "Say", prompts: [prompt])
            rig.run(30)
            #expect(rig.lines("segment") == [told])
        }
    }

    @Test(
        "loops count only where loopPlay is true; 0 is endless; the first version's name counts",
        .fact("voiceflow-7-9"))
    func loops() throws {
        #expect(try request(#""loopCount": 3"#).plays == 1)
        #expect(try request(#""loopPlay": true, "loopCount": 3"#).plays == 3)
        #expect(try request(#""loopPlay": "yes", "loopCount": "0""#).plays == nil)
        #expect(try request(#""loopPlay": true, "maxPlayCount": 2"#).plays == 2)
    }

    @Test(
        "every parameter has a Runtime sibling, which counts where its field has the type",
        .fact("voiceflow-5-9"))
    func siblings() throws {
        let all =
            #""loopPlayRuntime": "$[Loop]", "loopCount": 5, "loopCountRuntime": "$[Count]", "#
            + #""volume": 0.25, "volumeRuntime": "$[Volume]", "startPosMs": 10, "#
            + #""startPosMsRuntime": "$[Start]", "playSSSilenceParams": {"#
            + #""preStartSilenceDurationMs": 1, "preStartSilenceDurationMsRuntime": "$[Pre]", "#
            + #""postFinishSilenceDurationMs": 2, "postFinishSilenceDurationRuntime": "$[Post]"}"#
        let fixed = try request(all)
        #expect(fixed.plays == 1)
        #expect(fixed.volume == 250)
        #expect(fixed.startMilliseconds == 10)
        #expect(fixed.silenceMilliseconds == .init(before: 1, after: 2))
        let set = try request(
            all,
            fields: [
                ("Loop", "yes"), ("Count", "2"), ("Volume", .decimal("0.5")), ("Start", 70),
                ("Pre", 30), ("Post", 40),
            ])
        #expect(set.plays == 2)
        #expect(set.volume == 500)
        #expect(set.startMilliseconds == 70)
        #expect(set.silenceMilliseconds == .init(before: 30, after: 40))
        let wrong = try request(all, fields: [("Count", .array([])), ("Volume", true)])
        #expect(wrong.plays == 1)
        #expect(wrong.volume == 250)
    }

    @Test(
        "the synthesiser's volume is the prompt's own, else the module's; a field may tell it",
        .fact("voiceflow-7-7"))
    func speechVolume() throws {
        let own =
            #""textString": "words", "ssEngineParams": {"volume": 0.4, "volumeRuntime": "$[V]"}"#
        #expect(try request("", more: own).speechVolume == 400)
        #expect(try request("", more: own, fields: [("V", "0.7")]).speechVolume == 700)
        #expect(try request("").speechVolume == 1_000)
        let play = Files.module(
            "Say", "playAudio",
            #""playAudioParams": {"promptID": "A", "ssEngineParams": {"volume": 0.5}}"#)
        for (more, volume) in [("", 500), (#", "ssEngineParams": {"volume": 0.1}"#, 100)] {
            let prompt = #"{"id": "A", "style": "single", "textString": "words"\#(more)}"#
            var rig = try Rig([play], from: "Say", prompts: [prompt])
            rig.run(30)
            #expect(rig.played.first?.speechVolume == volume)
        }
    }

    @Test("text may become SSML by a field", .fact("voiceflow-7-10"))
    func ssml() throws {
        let more = #""textString": "<speak>hi</speak>", "textIsSSMLRuntime": "$[Marked]""#
        #expect(try request("", more: more).isSSML == false)
        #expect(try request("", more: more, fields: [("Marked", true)]).isSSML)
    }

    @Test("a headerless file says its format; the map's text stands ready", .fact("voiceflow-7-9"))
    func format() throws {
        let more = #""audioFile": "talk.wav""#
        let request = try request(#""audioFormat": "pcm_48khz""#, more: more)
        #expect(request.audioFormat == "pcm_48khz")
        #expect(request.substituteText == "instead")
    }

    @Test(
        "an interruption goes on in the right round", .fact("voiceflow-8-17"),
        arguments: [
            (0, 0, 0, 3), (400, 400, 0, 3), (1_000, 1_000, 0, 3), (1_200, 200, 0, 2),
            (2_500, 500, 0, 1), (3_000, 1_001, 0, 1), (9_000, 1_001, 0, 1),
        ] as [(Int64, Int64, Int64, Int)])
    func rounds(heard: Int64, start: Int64, silence: Int64, plays: Int) {
        var request = PromptRequest(language: "en-US")
        request.plays = 3
        request.skip(heard, ofMilliseconds: 1_000)
        #expect(request.startMilliseconds == start)
        #expect(request.silenceMilliseconds.before == silence)
        #expect(request.plays == plays)
    }

    @Test(
        "or in the silence behind them, of which the rest is left and no speech",
        .fact("voiceflow-8-17"),
        arguments: [(1, 1_000), (2, 2_000)])
    func tail(plays: Int, speech: Int64) {
        var request = PromptRequest(language: "en-US")
        request.silenceMilliseconds = .init(before: 200, after: 700)
        request.plays = plays
        request.skip(200 + speech + 300, ofMilliseconds: 1_000)
        #expect(request.silenceMilliseconds == .init(before: 0, after: 400))
        let prompt = RealizedPrompt(source: .textString, digest: "d", frames: 16_000)
        let played = PlayedPrompt(request, prompt, rate: .standard)
        #expect(played.frames(rate: .standard) == 6_400)
    }

    @Test("or in the silence before")
    func silence() {
        var request = PromptRequest(language: "en-US")
        request.silenceMilliseconds = .init(before: 300, after: 0)
        request.skip(100, ofMilliseconds: 1_000)
        #expect(request.silenceMilliseconds.before == 200)
        #expect(request.startMilliseconds == 0)
    }

    @Test(
        "no number is longer than the longest session, from a file or from a field",
        .fact("voiceflow-7-21"))
    func longest() throws {
        let day: Int64 = 48 * 3_600_000
        let all =
            #""startPosMs": 9223372036854775807, "playSSSilenceParams": {"#
            + #""preStartSilenceDurationMsRuntime": "$[Pre]", "#
            + #""postFinishSilenceDurationMs": 9223372036854775807}"#
        let request = try request(all, fields: [("Pre", .integer(.max))])
        #expect(request.startMilliseconds == day)
        #expect(request.silenceMilliseconds == .init(before: day, after: day))
    }

    @Test(
        "an interruption of a prompt that starts behind its end can be resumed",
        .fact("voiceflow-7-21"))
    func resumesBehindEnd() throws {
        let prompt =
            #"{"id": "TALK", "style": "single", "textString": "words", "audioPlaybackParams": "#
            + #"{"startPosMs": 9223372036854775807}}"#
        let interrupts = #""audioInterruptTransitionParams": {"transitionType": "resume"}"#
        let module = Files.module(
            "Say", "playAudio", #""playAudioParams": {"promptID": "TALK"}, \#(interrupts)"#)
        var rig = try Rig([module], from: "Say", prompts: [prompt])
        // Its end is told late: it is being played when the interruption comes.
        rig.delays["part TALK started"] = 2
        rig.bring(.began, at: 1)
        rig.bring(.ended, at: 5)
        rig.run(30)
        #expect(rig.lines("media").contains("part TALK resumed"))
        #expect(rig.end != nil)
    }

    @Test(
        "what stopped tells the place in its audio, from which it can be started again",
        .fact("voiceflow-3-13"))
    func place() throws {
        let prompt =
            #"{"id": "TALK", "style": "single", "textString": "words", "audioPlaybackParams": "#
            + #"{"loopPlay": true, "loopCount": 0, "startPosMs": 100, "playSSSilenceParams": "#
            + #"{"preStartSilenceDurationMs": 200}}}"#
        for (column, place) in [(1, 100), (4, 300), (5, 0), (7, 200), (9, 0)] as [(Frame, Int64)] {
            var rig = try Rig([Files.play("Say", ["TALK"])], from: "Say", prompts: [prompt])
            rig.call(.stop, at: column)
            rig.run(30)
            #expect(rig.places == [place], "stopped in column \(column)")
        }
    }

    @Test("audio that breaks off counts as ended, with an error event", .fact("voiceflow-7-20"))
    func breaksOff() throws {
        let prompts = [Files.text("HALF", "half"), Files.text("WHOLE", "whole")]
        var rig = try Rig(
            [Files.play("Say", ["HALF", "WHOLE"])], from: "Say", prompts: prompts)
        rig.faults["half"] = "it is damaged"
        rig.run(30)
        #expect(rig.system == "HALFWHOLE")
        #expect(
            rig.lines("media") == [
                "all Say started", "part HALF started", "part HALF error", "part WHOLE started",
                "part WHOLE ended", "all Say ended",
            ])
        #expect(rig.reasons == ["it is damaged"])
    }
}
