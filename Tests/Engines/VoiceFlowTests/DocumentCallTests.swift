// swift-format-ignore-file: NeverForceUnwrap

import Testing
import VoiceRun
import VoiceSynthesis
import VoiceTestSupport

@testable import VoiceFlow

/// Every call of a runner that the document's samples make, spelt as it spells them.
@MainActor
@Suite("The document's calls, in its own spellings")
struct DocumentCallTests {
    private static let flow = String(
        decoding: Files.flow(
            [
                Files.module("AudioDialog_WhatToChatAbout", "pauseResume", to: "Say"),
                Files.play("Say", ["A"]),
            ], from: "AudioDialog_WhatToChatAbout"), as: UTF8.self)
    private static let prompts = String(decoding: Files.list([Files.text("A")]), as: UTF8.self)

    private let host = SimulatedHost()
    private let app = NotingApp()

    private func loaded() -> STVoiceFlowRunner {
        let voiceFlowRunner = STVoiceFlowRunner(host: host)
        _ = voiceFlowRunner.initialize()
        voiceFlowRunner.setVoiceFlowCallback(app)
        voiceFlowRunner.initializeDefaultAudioSession()
        var result = voiceFlowRunner.loadAudioPromptsModules(jsonData: Self.prompts)
        #expect(result == .ST_SUCCESS)
        result = voiceFlowRunner.loadVoiceflow(jsonData: Self.flow)
        #expect(result == .ST_SUCCESS)
        return voiceFlowRunner
    }

    @Test("results and the speaker", .fact("voiceflow-1-4"))
    func unlabelled() {
        let voiceFlowRunner = STVoiceFlowRunner()
        let result = voiceFlowRunner.initialize()
        let strResult = voiceFlowRunner.forSTResult(result)
        #expect(strResult == "ST_SUCCESS")
        if voiceFlowRunner.isDeviceSpeakerEnabled() {
            voiceFlowRunner.enableDeviceSpeaker(false)
        }
        #expect(!voiceFlowRunner.isDeviceSpeakerEnabled())
        voiceFlowRunner.enableDeviceSpeaker(true)
        #expect(voiceFlowRunner.isDeviceSpeakerEnabled())
    }

    @Test("fields and the intent", .fact("voiceflow-1-4"))
    func fields() {
        let voiceFlowRunner = loaded()
        #expect(voiceFlowRunner.setVoiceflowRuntimeField("ChatResponseText", "Thank you"))
        #expect(voiceFlowRunner.setVoiceflowRuntimeField(name: "CompletedPlayText", value: true))
        let isCompleted = voiceFlowRunner.getVoiceflowRuntimeField("CompletedPlayText") as? Bool
        #expect(isCompleted == true)
        #expect(voiceFlowRunner.resetVoiceflowRuntimeField("CompletedPlayText"))
        #expect(voiceFlowRunner.getVoiceflowRuntimeField("CompletedPlayText") == nil)
        #expect(voiceFlowRunner.setUserIntent("TransitionToSleepMode"))
        let bResult = voiceFlowRunner.resetUserIntent()
        #expect(bResult)
        #expect(voiceFlowRunner.getVoiceflowRuntimeField("intent") == nil)
    }

    @Test("the course of a flow: interrupt, resume, stop", .fact("voiceflow-1-4"))
    func course() {
        let voiceFlowRunner = loaded()
        var result = voiceFlowRunner.runVoiceflow()
        host.go()
        result = voiceFlowRunner.resumeVoiceflow()
        #expect(result == .ST_SUCCESS)
        host.advance(milliseconds: 10)
        result = voiceFlowRunner.interruptVoiceflow(gotoVFMID: "AudioDialog_WhatToChatAbout")
        #expect(result == .ST_SUCCESS)
        host.go()
        #expect(app.notes.last == "> AudioDialog_WhatToChatAbout")
        result = voiceFlowRunner.stopVoiceflow()
        #expect(result == .ST_SUCCESS)
        host.go()
        #expect(app.notes.last == "over: stopped")
        #expect(voiceFlowRunner.getLastError() == .ST_SUCCESS)
    }

    @Test(
        "places and files: session, prompts, flow, map, aliases, phonemes", .fact("voiceflow-1-4"))
    func files() throws {
        let folder = TemporaryFolder()
        try folder.write(Array(#"{"mode": "spokenAudio",}"#.utf8), to: "AudioSession.json")
        try folder.write(Array(Self.prompts.utf8), to: "AudioPromptModules.json")
        try folder.write(Array(Self.flow.utf8), to: "fr-FR/Voiceflow.json")
        try folder.write(Array(DocumentFiles.map.utf8), to: "AudioTextMap.json")
        try folder.write(Array("Versailles: Ver-sigh\n".utf8), to: "aliases.txt")
        try folder.write(Array("Beijing: beɪˈʒɪŋ\n".utf8), to: "phonemes.txt")
        let voiceFlowRunner = STVoiceFlowRunner(host: host)
        var result = voiceFlowRunner.initialize()
        let path = folder.path("AudioSession.json")
        result = voiceFlowRunner.initializeAudioSession(localFileURL: path)
        #expect(result == .ST_SUCCESS)
        #expect(voiceFlowRunner.route.session.mode == .ASM_SpokenAudio)
        for category in STFileCategory.allCases {
            result = voiceFlowRunner.setMediaResourceLocation(
                fileCategory: category, localURL: folder.path)
            #expect(result == .ST_SUCCESS)
        }
        result = voiceFlowRunner.setLanguageFolder("fr-FR")
        #expect(result == .ST_SUCCESS)
        let results = [
            voiceFlowRunner.loadAudioPromptModules(localFileURL: "AudioPromptModules.json"),
            voiceFlowRunner.loadAudioPromptModules(localFileUrl: "AudioPromptModules.json"),
            voiceFlowRunner.loadVoiceflow(localFileURL: "Voiceflow.json"),
            voiceFlowRunner.loadVoiceflow(localFileUrl: "Voiceflow.json"),
            voiceFlowRunner.loadAudioToTextMap(localFileURL: "AudioTextMap.json"),
            voiceFlowRunner.loadSSAliases(aliasFile: "aliases.txt"),
            voiceFlowRunner.loadSSPhonemes(phonemeFile: "phonemes.txt"),
            voiceFlowRunner.loadAudioPromptModules(jsonData: Self.prompts),
        ]
        #expect(results == Array(repeating: .ST_SUCCESS, count: results.count))
        #expect(voiceFlowRunner.resources.aliases.forms.map(\.replacement) == ["Ver-sigh"])
        #expect(voiceFlowRunner.resources.phonemes.forms.map(\.replacement) == ["beɪˈʒɪŋ"])
    }

    @Test("voices one by one, and the one in use", .fact("voiceflow-1-4"))
    func voices() {
        let voiceFlowRunner = STVoiceFlowRunner(host: host)
        _ = voiceFlowRunner.initialize()
        let ssVoices = voiceFlowRunner.getSSVoices(ssEngine: "Apple")
        var languages: Set<String> = []
        for ssVoice in ssVoices {
            #expect(ssVoice.engine == "Apple")
            #expect(!ssVoice.identifier.isEmpty && !ssVoice.name.isEmpty)
            #expect(!ssVoice.gender.isEmpty && ssVoice.quality == "default")
            languages.insert(ssVoice.language)
        }
        #expect(languages.contains("en-us"))
        let ssVoice = voiceFlowRunner.getSelectedSSVoice(ssEngine: "Apple")
        #expect(ssVoice.engine == "Apple" && ssVoice.language == "en-us")
    }
}
