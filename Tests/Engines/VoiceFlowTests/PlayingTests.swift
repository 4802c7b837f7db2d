import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Playing prompts")
struct PlayingTests {
    private let letters = ["A", "B", "C"].map { Files.text($0) }

    /// Plays the prompt or module again and again; what is heard.
    private func said(
        _ times: Int, module style: String = "combo", of ids: [String], prompts: [String],
        seed: UInt64 = 1
    ) throws -> String {
        var rig = try Rig(
            [Files.play("Say", ids, style: style, to: "Say")], from: "Say",
            prompts: letters + prompts, seed: seed)
        rig.run(times)
        return rig.system
    }

    @Test(
        "a playback brackets its segments, and each tells its data just before it starts",
        .fact("voiceflow-3-9"))
    func brackets() throws {
        var rig = try Rig(
            [Files.play("Say", ["AB"])], from: "Say",
            prompts: letters + [Files.group("AB", "combo", ["A", "B"])])
        rig.run()
        let told = [
            "all AB started", "segment A", "part A started", "part A ended", "segment B",
            "part B started", "part B ended", "all AB ended",
        ]
        #expect(rig.lines("media", "segment") == told)
        #expect(rig.lines("callback").filter { told.contains($0) } == told)
    }

    @Test(
        "a collection of the module is one playback under the module's id",
        .fact("voiceflow-7-23"))
    func bracketsCollection() throws {
        var rig = try Rig([Files.play("Say", ["A", "B"])], from: "Say", prompts: letters)
        rig.run()
        #expect(
            rig.lines("media", "segment") == [
                "all Say started", "segment A", "part A started", "part A ended", "segment B",
                "part B started", "part B ended", "all Say ended",
            ])
    }

    @Test("a collection whose second prompt is unknown fails as a whole, after the first")
    func failsInCollection() throws {
        var rig = try Rig([Files.play("Say", ["A", "$[P]"])], from: "Say", prompts: letters)
        rig.replies["before Say"] = [.set("P", "NONE")]
        rig.run()
        #expect(
            rig.lines("media", "segment") == [
                "all Say started", "segment A", "part A started", "part A ended", "all Say error",
            ])
    }

    @Test("single plays the first member", .fact("voiceflow-7-1"))
    func single() throws {
        #expect(try said(3, module: "single", of: ["B", "C"], prompts: []) == "BBB")
    }

    @Test("combo plays all members, nested ones in their place", .fact("voiceflow-7-1"))
    func combo() throws {
        let nested = [
            Files.group("BB", "combo", ["B", "B"]), Files.group("ALL", "combo", ["A", "BB", "C"]),
        ]
        #expect(try said(4, of: ["ALL"], prompts: nested) == "ABBC")
    }

    @Test("serial goes round", .fact("voiceflow-7-1"))
    func serial() throws {
        #expect(try said(7, module: "serial", of: ["A", "B", "C"], prompts: []) == "ABCABCA")
        let prompt = Files.group("S", "serial", ["A", "B"])
        #expect(try said(5, of: ["S"], prompts: [prompt]) == "ABABA")
    }

    @Test(
        "select never repeats the last of two or more", .fact("voiceflow-7-1"),
        arguments: [UInt64(1), 2, 3, 4, 5])
    func selectDoesNotRepeat(seed: UInt64) throws {
        let prompt = Files.group("S", "select", ["A", "B", "C"])
        let heard = Array(try said(60, of: ["S"], prompts: [prompt], seed: seed))
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 != $1 })
        #expect(Set(heard).count == 3)
    }

    @Test("select of one member plays it", .fact("voiceflow-7-1"))
    func selectOne() throws {
        #expect(try said(3, module: "select", of: ["A"], prompts: []) == "AAA")
    }

    @Test(
        "select draws the same for the same seed, and differently for another",
        .fact("voiceflow-7-3"))
    func selectSeeds() throws {
        let prompt = Files.group("S", "select", ["A", "B", "C"])
        let first = try said(40, of: ["S"], prompts: [prompt], seed: 7)
        #expect(try said(40, of: ["S"], prompts: [prompt], seed: 7) == first)
        #expect(try said(40, of: ["S"], prompts: [prompt], seed: 8) != first)
    }

    @Test("a module and a prompt of one id keep their turns apart", .fact("voiceflow-8-1"))
    func separateTurns() throws {
        var rig = try Rig(
            [Files.play("T", ["T"], style: "serial", to: "T")], from: "T",
            prompts: letters + [Files.group("T", "serial", ["A", "B"])])
        rig.run(4)
        #expect(rig.system == "ABAB")
    }

    @Test("an unknown prompt takes loadPromptFailure after an error event", .fact("voiceflow-7-6"))
    func unknownPrompt() throws {
        var rig = try Rig(
            [
                Files.play("Say", ["GONE"], goTo: #""loadPromptFailure": "Sorry""#),
                Files.module("Sorry", "node"),
            ], from: "Say")
        rig.run()
        #expect(rig.lines("media") == ["all GONE started", "all GONE error"])
        #expect(rig.way[1] == "Say -> Sorry (loadPromptFailure)")
    }

    @Test(
        "a segment that cannot be played takes loadPromptFailure and drops the rest",
        .fact("voiceflow-7-22"))
    func failedSegment() throws {
        var rig = try Rig(
            [
                Files.play("Say", ["A", "BAD", "C"], goTo: #""loadPromptFailure": "Sorry""#),
                Files.module("Sorry", "node"),
            ], from: "Say", prompts: letters + [Files.text("BAD", "mute")])
        rig.unspeakable = ["mute"]
        rig.run()
        #expect(rig.system == "A")
        #expect(rig.way[1] == "Say -> Sorry (loadPromptFailure)")
    }

    @Test("a prompt whose content is unset fails to load", .fact("voiceflow-7-22"))
    func noContent() throws {
        var rig = try Rig(
            [
                Files.play("Say", ["E"], goTo: #""loadPromptFailure": "Sorry""#),
                Files.module("Sorry", "node"),
            ], from: "Say", prompts: [Files.text("E", "$[T]")])
        rig.run()
        #expect(rig.way[1] == "Say -> Sorry (loadPromptFailure)")
    }

    @Test(
        "a module that names no prompt now fails to load", .fact("voiceflow-8-3"),
        arguments: [#""promptID": "$[P]""#, #""style": "combo""#, #""promptCollection": []"#])
    func namesNothing(body: String) throws {
        var rig = try Rig(
            [
                Files.module(
                    "Say", "playAudio", goTo: #""loadPromptFailure": "Sorry""#,
                    #""playAudioParams": {\#(body)}"#), Files.module("Sorry", "node"),
            ], from: "Say")
        rig.run()
        #expect(rig.lines("error") == ["ST_PROMPT_NOT_FOUND"])
        #expect(rig.way[1] == "Say -> Sorry (loadPromptFailure)")
    }

    @Test("a collection beats a promptID beside it", .fact("voiceflow-8-3"))
    func collectionWins() throws {
        var rig = try Rig(
            [
                Files.module(
                    "Say", "playAudio",
                    #""playAudioParams": {"promptID": "B", "#
                        + #""promptCollection": [{"promptID": "A"}]}"#
                )
            ],
            from: "Say", prompts: letters)
        rig.run()
        #expect(rig.system == "A")
    }

    @Test("the text of the map stands in for an audio file", .fact("voiceflow-7-17"))
    func substitute() throws {
        var rig = try Rig(
            [Files.play("Say", ["P"])], from: "Say",
            prompts: [#"{"id": "P", "style": "single", "audioFile": "x/a.wav"}"#],
            map: [
                #"{"audioFile": "a.wav", "textString": "Bonjour", "textLanguage": "fr-FR"}"#,
                #"{"audioFile": "a.wav", "textString": "Hello"}"#,
            ])
        rig.run()
        #expect(rig.played.first?.substituteText == "Hello")
    }

    @Test(
        "segment data names the missing file only with the map's text that stands in for it",
        .fact("voiceflow-3-9"),
        arguments: [("", "map", "a.wav"), (#", "textString": "own""#, "own", "null")])
    func segmentPayload(more: String, text: String, file: String) throws {
        var rig = try Rig(
            [Files.play("Say", ["P"])], from: "Say",
            prompts: [#"{"id": "P", "style": "single", "audioFile": "a.wav"\#(more)}"#],
            map: [#"{"audioFile": "a.wav", "textString": "map"}"#])
        rig.run()
        #expect(rig.segments.map { "\($0.text) \($0.file)" } == ["\(text) \(file)"])
    }

    @Test("how a prompt is played is asked for as the file says", .fact("voiceflow-7-9"))
    func playback() throws {
        let parameters = #"""
            {"loopPlay": "yes", "loopCount": "3", "volume": 0.25, "startPosMs": 5,
             "startPosMsRuntime": "$[Start]", "playSSSilenceParams":
             {"preStartSilenceDurationMs": 7, "postFinishSilenceDurationMs": "8"}}
            """#
        var rig = try Rig(
            [Files.play("Say", ["P", "P"])], from: "Say",
            prompts: [#"{"id": "P", "textString": "t", "audioPlaybackParams": \#(parameters)}"#])
        rig.replies["part P ended"] = [.set("Start", "40")]
        rig.run()
        #expect(rig.played.map(\.startMilliseconds) == [5, 40])
        let request = try #require(rig.played.first)
        #expect(request.plays == 3)
        #expect(request.volume == 250)
        #expect(request.silenceMilliseconds == .init(before: 7, after: 8))
    }

    @Test("a loop of 0 plays until the app stops it", .fact("voiceflow-7-9"))
    func endless() throws {
        let loop = #"{"loopPlay": true, "loopCount": 0}"#
        var rig = try Rig(
            [Files.play("Say", ["P"])], from: "Say",
            prompts: [#"{"id": "P", "textString": "t", "audioPlaybackParams": \#(loop)}"#])
        rig.call(.stop, at: 50)
        rig.run()
        #expect(rig.lines("media").suffix(2) == ["part P stopped", "all P stopped"])
    }

    @Test("news of a job that is over changes nothing")
    func lateNews() throws {
        var rig = try Rig(
            [Files.play("Say", ["A", "LONG"])], from: "Say", prompts: letters + [Files.text("LONG")]
        )
        rig.bring(.playEnded(job: 1), at: 2)
        rig.bring(.playFailed(job: 1, reason: "late"), at: 3)
        rig.run()
        #expect(rig.system == "ALONG")
    }

    @Test("the voice of a group speaks the prompts that name none", .fact("voiceflow-7-11"))
    func groupVoice() throws {
        let play = Files.module(
            "Say", "playAudio",
            #""playAudioParams": {"style": "combo", "ssVoiceParams": {"name": "en-gb"}, "#
                + #""promptCollection": [{"promptID": "A"}, {"promptID": "B"}]}"#)
        let own =
            #"{"id": "B", "style": "single", "textString": "b", "ssVoiceParams": {"name": "de"}}"#
        var rig = try Rig([play], from: "Say", prompts: [Files.text("A"), own])
        rig.run()
        #expect(rig.played.map(\.voice) == ["en-gb", "de"])
    }
}
