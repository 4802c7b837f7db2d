// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverForceUnwrap
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Logging
import Testing
import VoiceJSON
import VoiceRun
import VoiceSynthesis
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

/// The samples of `requestMicrophonePermission` and `setUserIntent`, and the chat that listens.
private final class MyVoiceFlow: STVoiceFlowCallback {
    var voiceFlowRunner: STVoiceFlowRunner
    var answers: [STNotifyMediaEvent] = []
    var segments: [String] = []
    var completed: Bool? = nil

    init(_ host: SimulatedHost) {
        voiceFlowRunner = STVoiceFlowRunner(host: host)
        voiceFlowRunner.initialize()
        voiceFlowRunner.setVoiceFlowCallback(self)
    }

    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent) {
        answers.append(permissionEvent)
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        if srData.srHypothesis != nil && !srData.srHypothesis!.isEmpty {
            if vfModuleID == "VA_VFM_AIChat_AudioListener_ChatResponse"
                && srData.srHypothesis!.lowercased() == "go to sleep"
            {
                _ = voiceFlowRunner.setUserIntent("TransitionToSleepMode")
            }
        }
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        if vfModuleID == "VA_VFM_AIChat_AudioListener_ChatResponse" {
            voiceFlowRunner.setVoiceflowRuntimeField(
                name: "ChatResponseSectionText", value: "Let's go ahead and start chatting")
            voiceFlowRunner.setVoiceflowRuntimeField(
                name: "ChatResponseParagraphStartPlayPosition", value: 0)
        }
    }

    func STVFC_PreModuleEnd(vfModuleID: String) {
        if vfModuleID == "AIChat_Select_WhatToChatAbout" {
            let isCompletedPlayText: Bool? =
                voiceFlowRunner.getVoiceflowRuntimeField("CompletedPlayText") as? Bool
            completed = isCompletedPlayText
        }
    }

    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) {
        if vfModuleID == "VA_VFM_AIChat_AudioListener_ChatResponse" {
            if mediaItemID == "P_AIChat_ChatResponseText" {
                if mediaFunction == .NMF_PLAY_AUDIO_SEGMENT {
                    if mediaEvent == .NME_ENDED {
                        voiceFlowRunner.setVoiceflowRuntimeField(
                            name: "ChatResponseSectionText", value: "let's just keep chatting")
                        _ = voiceFlowRunner.loadAudioListenerPrompt(
                            promptID: "P_AIChat_ChatResponseText")
                    }
                }
            }
        }
    }

    func STVFC_PlayAudioSegmentData(
        vfModuleID: String, promptID: String, audioSegmentType: STAudioSegmentType,
        audioFile: String?, textString: String?, textFile: String?
    ) {
        segments.append(textString ?? "")
    }
}

@MainActor
@Suite("The document's chat")
struct DocumentChatTests {
    @Test("a permission is asked for once, and remembered", .fact("voiceflow-1-11"))
    func permission() {
        let host = SimulatedHost()
        host.answers[.speechRecognition] = .restricted
        let app = MyVoiceFlow(host)
        #expect(app.voiceFlowRunner.requestMicrophonePermission() == .ST_PERMISSION_WAIT)
        #expect(app.voiceFlowRunner.requestSpeechRecognitionPermission() == .ST_PERMISSION_WAIT)
        #expect(app.answers == [])
        host.go()
        #expect(
            app.answers == [
                .NME_MICROPHONE_PERMISSION_GRANTED,
                .NME_SPEECHRECOGNIZER_PERMISSION_RESTRICTED,
            ])
        #expect(app.voiceFlowRunner.requestMicrophonePermission() == .ST_PERMISSION_GRANTED)
        #expect(
            app.voiceFlowRunner.requestSpeechRecognitionPermission()
                == .ST_PERMISSION_RESTRICTED)
    }

    @Test(
        "the listener goes on with new text until the caller wants it to sleep",
        .fact("voiceflow-1-4"))
    func listener() {
        let host = SimulatedHost()
        let app = MyVoiceFlow(host)
        #expect(
            app.voiceFlowRunner.loadAudioPromptModules(jsonData: DocumentFiles.chatPrompts)
                == .ST_SUCCESS)
        #expect(
            app.voiceFlowRunner.loadVoiceflow(jsonData: DocumentFiles.chatFlow) == .ST_SUCCESS)
        app.voiceFlowRunner.runVoiceflow()
        host.advance(milliseconds: 4_000)
        host.say("go to sleep")
        host.go()
        #expect(
            app.segments == [
                "Let's go ahead and start chatting", "let's just keep chatting",
                "let's just keep chatting",
            ])
        // The flow asks for partial results, and the app decides by them.
        #expect(host.run?.events.contains { $0.kind == "partial" } == true)
        #expect(
            host.run?.events.filter { $0.kind == "transition" }.map { $0.fields["to"] } == [
                "AIChat_Select_WhatToChatAbout", "VA_VFM_AIChat_AudioListener_ChatResponse",
                "VA_VFM_AIChat_Process_SleepModeRequested", "VF_END",
            ])
        #expect(app.completed == true)
    }
}
