internal import VoiceAudio
internal import VoiceEngine
package import VoiceFlow
package import VoiceJSON
package import VoiceSession
package import VoiceSynthesis
package import VoiceTestSupport
internal import VoiceTime
package import VoiceTrace

/// A small dialog on disk with prompts and caller clips made by arithmetic: nothing is synthesised
/// by a program, so that tests need none.
package struct Stage {
    package let folder = TemporaryFolder()
    package let factory = VoiceflowFactory()
    package var flow = Stage.dialog
    package var scenario = Stage.callerSaysYes
    package var settings: [(String, Int)] = []
    package var fields: [(name: String, value: JSONValue)] = []
    package var seed: UInt64 = 1

    /// The usual dialog, whose caller says yes.
    package init() {}

    package static let prompts = """
        [ { "id": "P_Ask", "audioFile": "ask.wav" }, { "id": "P_Yes", "audioFile": "yes.wav" },
          { "id": "P_Again", "audioFile": "again.wav" }, ]
        """

    package static let dialog = """
        [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Ask" } },
          { "id": "Ask", "type": "audioDialog",
            "recordAudioParams": { "vadParams": { "enableVAD": true } },
            "audioDialogParams": {
                "dialogMaxRetryCount": { "timeout": 1, "garbage": 1 },
                "dialogPromptCollection": [
                    { "type": "initial", "promptID": "P_Ask" },
                    { "type": "garbage", "promptID": "P_Again" } ] },
            "goTo": { "userInputCollection": [ { "input": "yes", "goTo": "SayYes" } ],
                "userIntentCollection": [ { "intent": "Agreed", "goTo": "SayYes" } ],
                "DEFAULT": "VF_END" } },
          { "id": "SayYes", "type": "playAudio", "playAudioParams": { "promptID": "P_Yes" },
            "goTo": { "DEFAULT": "VF_END" } },
          { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } }, ]
        """

    package static let callerSaysYes = """
        { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                        "delayMs": 300, "play": "clip.wav", "words": "yes" } ] }
        """

    /// Puts prompts and clip where the plan looks for them.
    package func prepare() throws {
        let clip = SpeechLikeSound.syllables(frames: 11_200)
        let sounds = [
            "clip.wav": clip, "ask.wav": [Int16](repeating: 100, count: 8_000),
            "yes.wav": [Int16](repeating: 200, count: 4_800),
            "again.wav": [Int16](repeating: 300, count: 3_200),
        ]
        for (name, samples) in sounds {
            try SoundFile.writeMono(
                MonoSound(sampleRate: 16_000, samples: samples), path: folder.path(name),
                overwrite: true)
        }
    }

    package func plan() throws -> RecordingPlan {
        try prepare()
        var settings = SessionSettings(engine: factory.declaration)
        for (name, value) in self.settings { try settings.set(name, to: value) }
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: folder.path)
        let setup = EngineSetup(
            files: [
                VoiceflowFactory.FileName.flow: Array(flow.utf8),
                VoiceflowFactory.FileName.prompts: Array(Stage.prompts.utf8),
            ], settings: settings.engine, language: "en-US", seed: seed, sampleRate: .standard)
        var plan = RecordingPlan(
            name: "stage", setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: .scripted), createdBy: "a test")
        plan.scenario = try ScenarioReader(
            bytes: Array(scenario.utf8), file: "scenario.json", engine: factory.declaration
        ).scenario
        plan.scenarioFile = Array(scenario.utf8)
        plan.clipFolders = [folder.path]
        plan.fields = fields
        return plan
    }

    /// A synthesiser that is not there: whoever asks it fails.
    package var synthesizer: SpeechSynthesizer {
        SpeechSynthesizer(program: "/nowhere/voicetest-speak", cacheFolder: nil)
    }

    package var recorder: SessionRecorder {
        SessionRecorder(factory: factory, synthesizer: synthesizer)
    }

    package func record() throws -> RecordedSession {
        var recorder = self.recorder
        return try recorder.record(try plan())
    }

    /// Records and seals; the session's folder.
    package func seal(_ name: String = "stage.vsession") throws -> SessionFolder {
        let session = try record()
        let path = folder.path(name)
        try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
        return SessionFolder(path: path)
    }

    package func replay(
        _ folder: SessionFolder, _ change: (inout ReplayOptions) -> Void = { _ in }
    ) throws -> ReplayResult {
        var options = ReplayOptions()
        change(&options)
        var replayer = SessionReplayer(factories: [factory])
        return try replayer.replay(folder, options: options)
    }
}
