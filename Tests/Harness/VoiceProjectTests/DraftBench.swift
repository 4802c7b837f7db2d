import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceProject
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport

/// Whether anything can be spoken here.
let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// A small flow with its prompts, for drafting.
struct DraftBench {
    var modules: String
    var prompts = "\(Self.hi), \(Self.missing), \(Self.told), \(Self.endless)"
    var phrases: [String]?
    /// Sessions of these flows are short.
    var limits: DraftLimits = {
        var limits = DraftLimits()
        limits.tailSeconds = 8
        return limits
    }()

    static let hi = #"{"id": "P_Hi", "style": "single", "textString": "Hi."}"#
    static let missing = #"{"id": "P_Gone", "style": "single", "audioFile": "gone.wav"}"#
    static let told = #"{"id": "P_Told", "style": "single", "textString": "$[Answer]"}"#
    static let endless = """
        {"id": "P_Loop", "style": "single", "textString": "Hi.",
         "audioPlaybackParams": {"loopPlay": true, "loopCount": 0}}
        """

    /// A flow that begins with its first module.
    init(_ first: String, _ modules: String..., phrases: [String]? = nil) {
        self.modules =
            ([Self.node("VF_START", to: first)] + modules + [Self.node("VF_END", to: "")])
            .joined(separator: ",\n")
        self.phrases = phrases
    }

    static func node(_ id: String, to target: String) -> String {
        #"{"id": "\#(id)", "type": "node", "name": "\#(id)", "goTo": {"DEFAULT": "\#(target)"}}"#
    }

    static func module(
        _ id: String, _ type: String, _ goTo: String, _ more: String = ""
    ) -> String {
        let rest = more.isEmpty ? "" : ", \(more)"
        return
            #"{"id": "\#(id)", "type": "\#(type)", "name": "\#(id)", "goTo": {\#(goTo)}\#(rest)}"#
    }

    /// Plays a prompt.
    static func say(
        _ id: String, _ prompt: String, _ goTo: String, _ more: String = ""
    ) -> String {
        let rest = more.isEmpty ? "" : ", \(more)"
        return module(
            id, "playAudio", goTo,
            #""playAudioParams": {"promptID": "\#(prompt)"}\#(rest)"#)
    }

    /// Limits of listening that make sessions short.
    static let quick = """
        "recordAudioParams": {"vadParams": {"enableVAD": true, "minSpeechToDetectMs": 100},
          "stopRecordParams": {"maxPreSpeechSilenceLengthMs": 900,
                               "maxPostSpeechSilenceLengthMs": 300}}
        """

    /// Asks with one prompt; bears one answer that leads nowhere.
    static func ask(
        _ id: String, _ goTo: String, prompt: String = "P_Hi", interruptible: Bool = false
    ) -> String {
        module(
            id, "audioDialog", goTo,
            """
            \(quick), "audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 1},
              "dialogPromptCollection": [{"type": "initial", "promptID": "\(prompt)",
                "recognizeWhilePlay": \(interruptible)}]}
            """)
    }

    var files: [String: [UInt8]] {
        [
            VoiceflowFactory.FileName.flow: Array("[\(modules)]".utf8),
            VoiceflowFactory.FileName.prompts: Array("[\(prompts)]".utf8),
        ]
    }

    func draft() throws -> DraftedScenarios {
        try Self.draft(files, phrases: phrases, limits: limits)
    }

    static func draft(
        _ files: [String: [UInt8]], phrases: [String]?, limits: DraftLimits = DraftLimits()
    ) throws -> DraftedScenarios {
        let folder = TemporaryFolder()
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: folder.path)
        var request = DraftRequest(files: files, folders: folders)
        request.phrases = phrases
        request.limits = limits
        return try ScenarioDrafter(for: request, of: VoiceflowFactory()).draft()
    }

    /// What `validate` says about a draft.
    static func findings(_ draft: ScenarioDraft, of files: [String: [UInt8]]) throws -> [String] {
        let reader = try ScenarioReader(
            bytes: draft.json, file: draft.name, engine: VoiceflowFactory().declaration)
        let names = try VoiceflowFactory.findings(
            inScenario: draft.json, file: draft.name, of: files)
        return (reader.findings + names).map(\.description)
    }
}
