// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverForceUnwrap
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Logging
import Testing
import VoiceRun
import VoiceSynthesis
import VoiceTestSupport

@testable import VoiceFlow

// The sample programs of the document, corrected only where they are not Swift: `#import`, a
// doubled assignment, a string literal that ends after the parenthesis, an optional cast given to
// a variable that is none, a misspelt field name, and the prompts that its flow names but its list
// lacks. Its classes are `public` and their callback methods are not: Swift refuses that of a class
// that conforms to a public protocol, so an app leaves the one out or adds the other.

/// "Example" of the overview, and of `setVoiceFlowCallback`.
private final class MyVoiceFlowRunner: STVoiceFlowCallback, STEventsObserverDelegate {
    var eventsObserver: STEventsObserver? = nil
    var voiceFlowRunner: STVoiceFlowRunner? = nil
    var said: [String] = []

    func initializeSTVoiceFlowRunner(_ host: SimulatedHost) {
        voiceFlowRunner = STVoiceFlowRunner(host: host)
        _ = voiceFlowRunner!.initialize()
        voiceFlowRunner!.setVoiceFlowCallback(self)

        eventsObserver = STEventsObserver()
        eventsObserver!.delegate = self
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        said.append("start \(vfModuleID)")
        if vfModuleID == "VA_VFM_Shutdown_Process_LoadPreStart" {
            voiceFlowRunner!.setVoiceflowRuntimeField(
                name: "ShutdownModeFlowPlayStartModule",
                value: "VA_VFM_Shutdown_PlayAudio_DefaultShutdown")
        }
    }

    func STVFC_PreModuleEnd(vfModuleID: String) { said.append("end \(vfModuleID)") }

    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) {
        said.append("\(mediaFunction) \(mediaItemID) \(mediaEvent)")
    }

    func STVFC_PlayAudioSegmentData(
        vfModuleID: String, promptID: String, audioSegmentType: STAudioSegmentType,
        audioFile: String?, textString: String?, textFile: String?
    ) {
        said.append("says \(textString ?? "nothing")")
    }

    func STMedia_EventNotification(
        _ mediaJobID: String!, mediaItemID: String!, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]!
    ) {
        said.append("observed \(mediaItemID!) \(mediaEvent) of \(mediaJobID!)")
    }
}

@MainActor
@Suite("The document's sample programs")
struct DocumentSampleTests {
    @Test(
        "the shutdown flow runs from its start to its end", .fact("voiceflow-1-1", "voiceflow-1-4"))
    func shutdown() {
        let host = SimulatedHost()
        let app = MyVoiceFlowRunner()
        app.initializeSTVoiceFlowRunner(host)
        let voiceFlowRunner = app.voiceFlowRunner!
        var result = voiceFlowRunner.initializeDefaultAudioSession()
        result = voiceFlowRunner.loadAudioPromptModules(
            jsonData: DocumentFiles.prompts)
        #expect(result == .ST_SUCCESS)
        result = voiceFlowRunner.loadVoiceflow(jsonData: DocumentFiles.flow)
        #expect(result == .ST_SUCCESS)
        #expect(voiceFlowRunner.runVoiceflow() == .ST_SUCCESS)
        #expect(app.said == [])
        host.go()
        #expect(
            app.said.filter { $0.hasPrefix("start") || $0.hasPrefix("end") } == [
                "start VF_START", "end VF_START", "start VA_VFM_Shutdown_Process_LoadPreStart",
                "end VA_VFM_Shutdown_Process_LoadPreStart",
                "start VA_VFM_Shutdown_PlayAudio_DefaultShutdown",
                "end VA_VFM_Shutdown_PlayAudio_DefaultShutdown",
                "start VA_VFM_Shutdown_Process_TransitionToShutdownMode",
                "end VA_VFM_Shutdown_Process_TransitionToShutdownMode", "start VF_END",
                "end VF_END",
            ])
    }

    @Test("an audio session comes from JSON text", .fact("voiceflow-6-1"))
    func audioSession() {
        let stAudioSessionJSON: String = """
            {
                "categories": {
                    "mixWithOthers": "yes",
                    "duckOthers": "no",
                    "allowBluetooth": "yes",
                    "defaultToSpeaker": "yes",
                    "interruptSpokenAudioAndMixWithOthers": "no",
                    "allowBluetoothA2DP": "no",
                    "allowAirPlay": "no",
                },
                "mode": "default",
                "_comment": "Other values for mode are: voiceChat, gameChat and spokenAudio",
            }
            """
        let voiceFlowRunner = STVoiceFlowRunner()
        var result = voiceFlowRunner.initialize()
        result = voiceFlowRunner.initializeAudioSession(jsonData: stAudioSessionJSON)
        #expect(result == .ST_SUCCESS)
        #expect(
            voiceFlowRunner.route.session.categories == [
                "mixWithOthers", "allowBluetooth", "defaultToSpeaker",
            ])
        #expect(voiceFlowRunner.route.session.mode == .ASM_Default)
    }

    @Test(
        "aliases and phonemes come from dictionaries; stray blanks do not count",
        .fact("voiceflow-7-15", "voiceflow-7-16"))
    func spokenForms() {
        let aliasDict: [String: String] = [
            "Versailles ": "Ver-sigh", "Edinburgh": " Edin-burra", "Colonel": "Kernel",
        ]
        let phonemeDict: [String: String] = [
            "Beijing": "beɪˈʒɪŋ", "Goethe": "ˈɡɜːtə", "Xavier": "ˈzeɪ.vi.ər",
        ]
        let voiceFlowRunner = STVoiceFlowRunner()
        var result = voiceFlowRunner.initialize()
        result = voiceFlowRunner.loadSSAliases(aliasDictionary: aliasDict)
        #expect(result == .ST_SUCCESS)
        result = voiceFlowRunner.loadSSPhonemes(phonemeDictionary: phonemeDict)
        #expect(result == .ST_SUCCESS)
        let aliases = voiceFlowRunner.resources.aliases.forms
        #expect(aliases.map(\.word) == ["Colonel", "Edinburgh", "Versailles"])
        #expect(aliases.map(\.replacement) == ["Kernel", "Edin-burra", "Ver-sigh"])
        #expect(voiceFlowRunner.resources.phonemes.forms.count == 3)
    }

    @Test("log levels are set before the runner is initialised", .fact("voiceflow-1-6"))
    func logLevels() {
        let logLevels: [String: String?] = [
            "MediaRunner": "debug", "AudioPlayer": "verbose", "AppleSS": "error",
            "AudioSession": "none",
        ]
        let voiceFlowRunner = STVoiceFlowRunner()
        voiceFlowRunner.setLogLevel("debug")
        voiceFlowRunner.setMediaModulesLogLevels(logLevels)
        #expect(voiceFlowRunner.initialize() == .ST_SUCCESS)
        #expect(voiceFlowRunner.log.level(of: "AudioPlayer") == .trace)
        #expect(voiceFlowRunner.log.level(of: "AudioSession") == nil)
        #expect(voiceFlowRunner.log.level(of: "AppleSR") == .notice)
        voiceFlowRunner.setLogLevel(logLevel: "loud")
        #expect(voiceFlowRunner.log.level(of: RunnerLog.runner) == .debug)
    }

    @Test(
        "the map, the prompts and the languages of the samples load",
        .fact("voiceflow-1-4", "voiceflow-1-15", "voiceflow-1-16"))
    func others() {
        let voiceFlowRunner = STVoiceFlowRunner()
        var result = voiceFlowRunner.initialize()
        result = voiceFlowRunner.loadAudioToTextMap(jsonData: DocumentFiles.map)
        #expect(result == .ST_SUCCESS)
        for folder in ["bg-BG", "ca-ES", "cs-CZ", "da-DK", "de-DE", "ar-001", "es-ES", "fr-CA"] {
            result = voiceFlowRunner.setLanguageFolder(folder)
            #expect(result == .ST_SUCCESS)
        }
        #expect(voiceFlowRunner.isDeviceSpeakerEnabled())
        voiceFlowRunner.enableDeviceSpeaker(enable: false)
        #expect(!voiceFlowRunner.isDeviceSpeakerEnabled())
        let ssVoice = voiceFlowRunner.getSelectedSSVoice(ssEngine: "none")
        #expect(ssVoice.engine.isEmpty && ssVoice.name.isEmpty)
        #expect(voiceFlowRunner.getSSVoices(ssEngine: "none").isEmpty)
    }
}
