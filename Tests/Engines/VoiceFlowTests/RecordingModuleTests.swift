import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("Modules that record")
struct RecordingModuleTests {
    private let others = ["Hit", "Away"].map { Files.module($0, "node") }
    private let vad = #""vadParams": {"enableVAD": true}"#

    private func rig(
        _ records: String, stops: [String: String] = [:], goTo: String = "", caller: String = "",
        prompts: [String] = [Files.text("BEEP", "four"), Files.text("LONG", "abcdef")]
    ) throws -> Rig {
        try Rig(
            [Files.record("Take", records, stops: stops, goTo: goTo)] + others, from: "Take",
            prompts: prompts, caller: caller)
    }

    @Test(
        "a length that runs out takes the key for it", .fact("voiceflow-8-4"),
        arguments: [
            (#""maxAudioLengthMs": 500"#, "maxAudioLengthExceeded"),
            (#""maxRecordLengthMs": 500"#, "maxAudioExceeded"),
        ])
    func lengths(limit: String, reason: String) throws {
        var rig = try rig(#""stopRecordParams": {\#(limit)}"#, stops: [reason: "Hit"])
        rig.run()
        #expect(rig.way[1] == "Take -> Hit (stopRecordReason.\(reason))")
        #expect(rig.lines("media") == ["recording Take started", "recording Take ended"])
    }

    @Test("without the key for a reason DEFAULT is taken", .fact("voiceflow-9-2"))
    func noKey() throws {
        var rig = try rig(
            #""stopRecordParams": {"maxAudioLengthMs": 500}"#, stops: ["unknown": "Hit"])
        rig.run()
        #expect(rig.way[1] == "Take -> VF_END (DEFAULT)")
    }

    @Test("a limit may come from its Runtime sibling")
    func runtimeLimit() throws {
        var rig = try rig(
            #""stopRecordParams": {"maxAudioLengthMs": 9000, "maxAudioLengthMsRuntime": "$[Max]"}"#,
            stops: ["maxAudioLengthExceeded": "Hit"])
        rig.replies["before Take"] = [.set("Max", "300")]
        rig.run(10)
        #expect(rig.way[1] == "Take -> Hit (stopRecordReason.maxAudioLengthExceeded)")
    }

    @Test(
        "with detection, silence before speech and silence after it end the recording",
        .fact("voiceflow-8-4"))
    func silences() throws {
        let limits =
            #"\#(vad), "stopRecordParams": {"maxPreSpeechSilenceLengthMs": 500, "#
            + #""maxPostSpeechSilenceLengthMs": 300}"#
        let stops = [
            "maxPreSpeechSilenceExceeded": "Away", "maxPostSpeechSilenceExceeded": "Hit",
        ]
        var quiet = try rig(limits, stops: stops)
        quiet.run()
        #expect(quiet.way[1] == "Take -> Away (stopRecordReason.maxPreSpeechSilenceExceeded)")
        var spoken = try rig(limits, stops: stops, caller: "..yes")
        spoken.run()
        #expect(spoken.way[1] == "Take -> Hit (stopRecordReason.maxPostSpeechSilenceExceeded)")
    }

    @Test("without detection the limits of speech and silence are inert", .fact("voiceflow-8-4"))
    func inert() throws {
        var rig = try rig(
            #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 200, "maxAudioLengthMs": 900}"#,
            caller: "..yes")
        rig.run()
        #expect(rig.requests.map(\.detectsSpeech) == [false])
        #expect(rig.way.count == 2)
    }

    @Test("the app can ask for the end; not when nothing records", .fact("voiceflow-1-23"))
    func stopRequest() throws {
        var rig = try rig("", stops: ["stopRequest": "Hit"])
        rig.call(.stopRecording, at: 3)
        rig.run()
        #expect(rig.way[1] == "Take -> Hit (stopRecordReason.stopRequest)")
        var idle = try Rig([Files.module("Wait", "pauseResume")], from: "Wait")
        idle.call(.stopRecording, at: 1)
        idle.run(3)
        #expect(idle.lines("error") == ["ST_NOT_RECORDING"])
    }

    @Test(
        "a device that fails names its reason", .fact("voiceflow-9-6"),
        arguments: StopReason.failures)
    func deviceFailure(reason: StopReason) throws {
        var rig = try rig("", stops: [reason.rawValue: "Hit"])
        rig.bring(.recordingFailed(reason.rawValue), at: 2)
        rig.run()
        #expect(rig.way[1] == "Take -> Hit (stopRecordReason.\(reason.rawValue))")
    }

    @Test(
        "a prompt is played first, and one that is not there takes loadPromptFailure",
        .fact("voiceflow-8-11"))
    func promptFirst() throws {
        let limits = #""stopRecordParams": {"maxAudioLengthMs": 500}"#
        var rig = try rig(#""recordPlayPromptParams": {"promptID": "BEEP"}, \#(limits)"#)
        rig.run()
        #expect(rig.system == "BEEP")
        #expect(rig.lines("media").last == "recording Take ended")
        var missing = try self.rig(
            #""recordPlayPromptParams": {"promptID": "$[Gone]"}, \#(limits)"#,
            goTo: #""loadPromptFailure": "Away""#)
        missing.run()
        #expect(missing.way[1] == "Take -> Away (loadPromptFailure)")
    }

    @Test(
        "a prompt that is recorded is not heard, and its end ends the recording",
        .fact("voiceflow-8-11"))
    func promptIsSource() throws {
        let source =
            #""recordPlayPromptParams": {"promptID": "LONG", "recordPromptNoPlay": true}"#
        let stops = ["endOfPrompt": "Hit", "maxAudioLengthExceeded": "Away"]
        var rig = try rig(
            #"\#(source), "saveAudioParams": {"fileName": "copy"}"#, stops: stops)
        rig.run()
        #expect(rig.played.map(\.isHeard) == [false])
        #expect(rig.way[1] == "Take -> Hit (stopRecordReason.endOfPrompt)")
        #expect(rig.saves.first?.prompt?.frames == 6 * Rig.column)
        var cut = try self.rig(
            #"\#(source), "stopRecordParams": {"maxAudioLengthMs": 200}"#, stops: stops)
        cut.run()
        #expect(cut.way[1] == "Take -> Away (stopRecordReason.maxAudioLengthExceeded)")
    }

    @Test(
        "the request to save says name, type, folder, language and trimming", .fact("voiceflow-8-7")
    )
    func saving() throws {
        let saves =
            #""saveAudioParams": {"fileName": "$[Name]", "fileType": "caf", "#
            + #""fileLocation": "/there", "languageFolder": "fr-FR", "audioFormat": "pcm_8khz"}, "#
            + #""vadParams": {"enableVAD": true, "trimSilence": true, "savePreTrimAudio": true}, "#
            + #""stopRecordParams": {"maxAudioLengthMs": 500}"#
        var rig = try rig(saves)
        rig.replies["before Take"] = [.set("Name", "take")]
        rig.run()
        var wanted = SaveRequest(fileName: "take.caf", folder: "/there", language: "fr-FR")
        wanted.trims = true
        wanted.keepsUntrimmed = true
        wanted.sampleRate = 8_000
        #expect(rig.saves == [wanted])
        #expect(rig.requests.map(\.keepsSound) == [true])
    }

    @Test("nothing is saved without a name", .fact("voiceflow-8-7"))
    func nameless() throws {
        var rig = try rig(
            #""saveAudioParams": {"fileType": "wav"}, "stopRecordParams": {"maxAudioLengthMs": 5}"#
        )
        rig.run()
        #expect(rig.saves.isEmpty)
    }

    @Test(
        "a file type or format that cannot be written is refused before it begins",
        .fact("voiceflow-8-7"))
    func refused() throws {
        let stops = ["recordingFileError": "Hit", "audioFormatError": "Away"]
        var type = try rig(
            #""saveAudioParams": {"fileName": "a", "fileType": "m4a"}"#, stops: stops)
        type.run()
        #expect(type.way[1] == "Take -> Hit (stopRecordReason.recordingFileError)")
        var format = try rig(
            #""saveAudioParams": {"fileName": "a", "audioFormat": "opus"}"#, stops: stops)
        format.run()
        #expect(format.way[1] == "Take -> Away (stopRecordReason.audioFormatError)")
        #expect(format.requests.isEmpty)
    }

    @Test("a dialog whose file cannot be written goes on without it", .fact("voiceflow-8-14"))
    func dialogGoesOn() throws {
        let saves = #""saveAudioParams": {"fileName": "a", "fileType": "m4a"}"#
        var rig = try Rig([Files.dialog([], listens: saves)], from: "Ask", caller: ".yes")
        rig.run()
        #expect(rig.saves.isEmpty)
        #expect(rig.lines("error") == ["ST_AUDIO_DEVICE_FAILURE"])
        #expect(rig.way[1] == "Ask -> VF_END (DEFAULT)")
    }

    @Test(
        "a recording that cannot be written is a recordingFileError",
        .fact("voiceflow-8-10", "voiceflow-9-6"))
    func unwritable() throws {
        var rig = try rig(
            #""saveAudioParams": {"fileName": "a"}, "stopRecordParams": {"maxAudioLengthMs": 200}"#,
            stops: ["recordingFileError": "Hit"])
        rig.outcomes = [.failed(reason: "disk full")]
        rig.run()
        #expect(rig.way[1] == "Take -> Hit (stopRecordReason.recordingFileError)")
        #expect(rig.reasons == ["disk full"])
    }
}

@Suite("Modules that recognise once")
struct RecognizingModuleTests {
    private let others = ["Yes", "Sleep", "Broken", "Away"].map { Files.module($0, "node") }
    private let goTo =
        #""userInputCollection": [{"input": "yes", "goTo": "Yes"}], "#
        + #""userIntentCollection": [{"intent": "Sleep", "goTo": "Sleep"}], "#
        + #""maxSRErrorCount": "Broken""#
    private let stops = [
        "maxPostSpeechSilenceExceeded": "Away", "maxPreSpeechSilenceExceeded": "Away",
    ]
    private let vad =
        #""vadParams": {"enableVAD": true}, "#
        + #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 700}"#

    private func rig(_ caller: String, records: String? = nil) throws -> Rig {
        try Rig(
            [
                Files.record(
                    "Take", records ?? vad, type: "recognizeAudio", stops: stops, goTo: goTo)
            ] + others, from: "Take", caller: caller)
    }

    @Test(
        "words, intents, failures and silence lead where their keys say", .fact("voiceflow-10-1"),
        arguments: [
            ("..yes", "Yes (userInputCollection)"),
            ("..what", "Away (stopRecordReason.maxPostSpeechSilenceExceeded)"),
            ("..###", "Away (stopRecordReason.maxPostSpeechSilenceExceeded)"),
            ("..!!!", "Broken (maxSRErrorCount)"),
            ("", "Away (stopRecordReason.maxPreSpeechSilenceExceeded)"),
        ])
    func outcomes(caller: String, way: String) throws {
        var rig = try rig(caller)
        rig.run()
        #expect(rig.way[1] == "Take -> \(way)")
        #expect(rig.requests.count == 1)
    }

    @Test("an intent set on the hypothesis decides; it is reset before", .fact("voiceflow-10-1"))
    func intent() throws {
        var rig = try rig("..nap")
        rig.replies["heard nap"] = [.intent("Sleep")]
        rig.run()
        #expect(rig.way[1] == "Take -> Sleep (userIntentCollection)")
    }

    @Test("what is said can be saved as well", .fact("voiceflow-8-14"))
    func saves() throws {
        var rig = try rig(
            "..yes", records: #"\#(vad), "saveAudioParams": {"fileName": "said"}"#)
        rig.run()
        #expect(rig.saves.map(\.fileName) == ["said.wav"])
        #expect(rig.way[1] == "Take -> Yes (userInputCollection)")
    }

    @Test("words lead on when they could not be saved; that is an error of its own")
    func unsaved() throws {
        var rig = try rig(
            "..yes", records: #"\#(vad), "saveAudioParams": {"fileName": "said"}"#)
        rig.outcomes = [.failed(reason: "the disk is full")]
        rig.run()
        #expect(rig.way[1] == "Take -> Yes (userInputCollection)")
        #expect(rig.lines("error").first?.contains("ST_AUDIO_DEVICE_FAILURE") == true)
    }

    @Test("a turn of a dialog that nobody spoke in keeps no sound")
    func silence() throws {
        let limits =
            #""saveAudioParams": {"fileName": "said"}, "#
            + #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 300}, "#
            + #""vadParams": {"enableVAD": true}"#
        var rig = try Rig(
            [Files.dialog([Files.says("initial", "ASK")], listens: limits)], from: "Ask",
            prompts: [Files.text("ASK")])
        rig.run()
        #expect(rig.end != nil)
        #expect(rig.saves.isEmpty)
        #expect(rig.closed.count == rig.requests.count)
    }
}
