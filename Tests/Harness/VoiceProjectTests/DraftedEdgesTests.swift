import Testing
import VoiceEngine
import VoiceTrace

/// Flows in which everything can be reached, each for one means.
enum ReachableFlow: String, CaseIterable {
    case dialog, bargeIn, field, answer, recording, prompts, interruption, listener, intents
    case listening, emptyCollection, drawn, recordLimit, unknownWord

    var bench: DraftBench {
        switch self {
        case .dialog:
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userInputCollection": [{"input": "yes", "goTo": "Yes"},
                        {"comparator": "starts", "input": "ye", "goTo": "VF_END"}],
                    "maxTimeoutCount": "VF_END", "maxGarbageCount": "VF_END",
                    "maxSRErrorCount": "VF_END", "internalFailure": "Denied", "DEFAULT": "VF_END"
                    """.replacing("\"maxTimeoutCount\": \"VF_END\", ", with: "")),
                DraftBench.say("Yes", "P_Hi", #""DEFAULT": "VF_END""#),
                DraftBench.say("Denied", "P_Hi", #""DEFAULT": "VF_END""#))
        case .bargeIn:
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userInputCollection": [{"input": "stop", "goTo": "VF_END"}],
                    "maxGarbageCount": "VF_END", "DEFAULT": "VF_END"
                    """, prompt: "P_Loop", interruptible: true))
        case .field:
            DraftBench(
                "Choose",
                DraftBench.module(
                    "Choose", "process", #""DEFAULT": "$[Next]", "internalFailure": "Lost""#),
                DraftBench.say("First", "P_Hi", #""DEFAULT": "VF_END""#),
                DraftBench.say("Second", "P_Hi", #""DEFAULT": "VF_END""#),
                DraftBench.say("Lost", "P_Hi", #""DEFAULT": "VF_END""#))
        case .answer:
            DraftBench(
                "Wait", DraftBench.module("Wait", "pauseResume", #""DEFAULT": "Tell""#),
                DraftBench.say(
                    "Tell", "P_Told", #""DEFAULT": "VF_END", "loadPromptFailure": "Sorry""#),
                DraftBench.say("Sorry", "P_Hi", #""DEFAULT": "VF_END""#))
        case .recording: Self.recordingFlow
        case .prompts:
            DraftBench(
                "Gone",
                DraftBench.say(
                    "Gone", "P_Gone",
                    #""loadPromptFailure": "Fails", "DEFAULT": "Fails""#),
                DraftBench.say("Fails", "P_Hi", #""internalFailure": "Named", "DEFAULT": "Named""#),
                DraftBench.say(
                    "Named", "$[Prompt]", #""loadPromptFailure": "VF_END", "DEFAULT": "VF_END""#))
        case .interruption: Self.interruptionFlow
        case .listener: Self.listenerFlow
        case .intents:
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userIntentCollection": [{"intent": "GoToSleep", "goTo": "VF_END"},
                        {"intent": "$[Other]", "goTo": "Ask"}], "DEFAULT": "VF_END"
                    """), phrases: ["go to sleep", "wake up"])
        case .unknownWord:
            // A comparator that no rule has counts as the usual one.
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userInputCollection": [
                        {"comparator": "equal", "input": "large", "goTo": "VF_END"},
                        {"comparator": "containsText", "input": "mall", "goTo": "VF_END"}],
                    "DEFAULT": "VF_END"
                    """), phrases: ["large", "smaller"])
        case .emptyCollection:
            DraftBench(
                "A",
                DraftBench.say(
                    "A", "P_None", #""loadPromptFailure": "VF_END", "DEFAULT": "VF_END""#)
            ).adding(#"{"id": "P_None", "style": "combo", "textString": "Hi."}"#)
        case .drawn:
            DraftBench(
                "A",
                DraftBench.say("A", "P_Drawn", #""internalFailure": "A", "DEFAULT": "VF_END""#)
            ).adding(
                """
                {"id": "P_Drawn", "style": "select",
                 "promptCollection": [{"promptID": "P_Loop"}, {"promptID": "P_Hi"}]}
                """)
        case .recordLimit:
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userInputCollection": [{"input": "yes", "goTo": "VF_END"}],
                    "maxTimeoutCount": "VF_END", "DEFAULT": "VF_END"
                    """
                ).replacing(
                    "\"maxPreSpeechSilenceLengthMs\": 900",
                    with: "\"maxPreSpeechSilenceLengthMs\": 0, \"maxRecordLengthMs\": 2000"))
        case .listening:
            DraftBench(
                "Hear",
                DraftBench.module(
                    "Hear", "recognizeAudio",
                    """
                    "userInputCollection": [{"input": "yes", "goTo": "VF_END"}],
                    "stopRecordReason": {"maxPreSpeechSilenceExceeded": "VF_END",
                        "maxPostSpeechSilenceExceeded": "VF_END"},
                    "maxSRErrorCount": "VF_END", "internalFailure": "VF_END", "DEFAULT": "VF_END"
                    """, DraftBench.quick))
        }
    }

    private static let recordingFlow = DraftBench(
        "Record",
        DraftBench.module(
            "Record", "recordAudio",
            """
            "stopRecordReason": {"maxPreSpeechSilenceExceeded": "VF_END", "unknown": "VF_END",
                "maxPostSpeechSilenceExceeded": "VF_END", "stopRequest": "VF_END",
                "maxSpeechLengthExceeded": "VF_END", "writeToStreamError": "VF_END",
                "interrupted": "VF_END", "recordingFileError": "VF_END"},
            "internalFailure": "VF_END", "DEFAULT": "VF_END"
            """,
            """
            "recordAudioParams": {"vadParams": {"enableVAD": true, "minSpeechToDetectMs": 100},
              "stopRecordParams": {"maxPreSpeechSilenceLengthMs": 900,
                "maxPostSpeechSilenceLengthMs": 300, "maxSpeechLengthMs": 1500}},
            "audioInterruptTransitionParams": {"transitionType": "resume"}
            """))

    private static let interruptionFlow = DraftBench(
        "Prepare",
        DraftBench.module(
            "Prepare", "process", #""DEFAULT": "Talk""#,
            """
            "audioInterruptTransitionParams": {"transitionType": "goto",
                "goToVoiceFlowModuleID": "Back"}
            """),
        DraftBench.say("Talk", "P_Hi", #""DEFAULT": "Again""#),
        DraftBench.say(
            "Again", "P_Hi", #""DEFAULT": "Back""#,
            #""audioInterruptTransitionParams": {"transitionType": "repeat"}"#),
        DraftBench.module(
            "Back", "pauseResume", #""DEFAULT": "VF_END""#,
            """
            "audioInterruptTransitionParams": {"transitionType": "$[How]",
                "goToVoiceFlowModuleID": "Talk"}
            """))

    private static let listenerFlow = DraftBench(
        "Listen",
        DraftBench.module(
            "Listen", "audioListener",
            """
            "userInputCollection": [{"input": "please", "comparator": "starts",
                "enablePartialSRHypothsis": true, "goTo": "VF_END"}],
            "userIntentCollection": [{"intent": "Sleep", "goTo": "VF_END"}],
            "maxSRErrorCount": "VF_END", "internalFailure": "VF_END",
            "loadPromptFailure": "VF_END", "DEFAULT": "VF_END"
            """,
            """
            "audioListenerParams": {"promptID": "P_Long"}, \(DraftBench.quick),
            "recognizeAudioParams": {"srSessionParams": {"enablePartialResults": true}}
            """)
    ).adding(
        """
        {"id": "P_Long", "style": "single", "textString": "Hi.",
         "audioPlaybackParams": {"loopPlay": true, "loopCount": 16}}
        """)
}

extension DraftBench {
    /// The same flow with one more prompt.
    func adding(_ prompt: String) -> DraftBench {
        var bench = self
        bench.prompts += ", " + prompt
        return bench
    }
}

@Suite("Drafts take every edge", .enabled(if: canSpeak))
struct DraftedEdgesTests {
    @Test("everything that can be reached is reached", arguments: ReachableFlow.allCases)
    func reaches(_ flow: ReachableFlow) throws {
        let bench = flow.bench
        let result = try bench.draft()
        #expect(result.unreached.map(\.description) == [])
        #expect(Set(result.drafts.flatMap(\.edges)) == Set(result.graph.edges))
        for draft in result.drafts {
            let findings = try DraftBench.findings(draft, of: bench.files)
            #expect(findings == [], "\(draft.name)")
        }
    }

    @Test("every edge stands in the expectations of one draft")
    func expectsEach() throws {
        let result = try ReachableFlow.dialog.bench.draft()
        let expected = result.drafts.flatMap(\.expected)
        #expect(Set(expected) == Set(result.graph.edges))
        #expect(expected.count == Set(expected).count)
    }

    @Test("the same flow gives the same drafts, byte by byte")
    func stable() throws {
        let bench = ReachableFlow.field.bench
        #expect(try bench.draft() == bench.draft())
    }

    @Test("names say what is done, and no two are alike")
    func names() throws {
        let drafts = try ReachableFlow.dialog.bench.draft().drafts
        let names = drafts.map(\.name)
        #expect(Set(names).count == names.count)
        for name in ["ask-yes", "ask-garbage", "ask-recognizer-fails", "ask-microphone-denied"] {
            #expect(names.contains(name), "\(names)")
        }
    }

    @Test("a draft that shows a barge-in speaks while the prompt plays")
    func bargesIn() throws {
        let drafts = try ReachableFlow.bargeIn.bench.draft().drafts
        let draft = try #require(drafts.first { $0.name == "ask-stop-barge-in" })
        #expect(String(decoding: draft.json, as: UTF8.self).contains("while the prompt plays"))
    }

    @Test("what is done half-way is not told as done")
    func tellsWhatIsDone() throws {
        for draft in try ReachableFlow.intents.bench.draft().drafts {
            let text = String(decoding: draft.json, as: UTF8.self)
            #expect(
                text.contains("the app takes for") == text.contains("setIntent"), "\(text)")
        }
    }

    @Test("a caller says only what the phrases let him say")
    func phrases() throws {
        let drafts = try ReachableFlow.intents.bench.draft().drafts
        let text = drafts.map { String(decoding: $0.json, as: UTF8.self) }.joined()
        #expect(text.contains(#""say": "go to sleep""#))
    }
}
