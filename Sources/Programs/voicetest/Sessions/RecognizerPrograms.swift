import VoiceEngine
import VoiceProject
import VoiceRecognition
import VoiceSession
import VoiceTrace

/// Programs of the user's that hear a session again that was recorded with one: the program that an
/// option names, else that of the project which tests the session. A session alone starts none.
struct RecognizerPrograms: Sendable {
    /// The program that an option names; nil for none.
    let named: RecognizerCommand?
    /// The program that an option names as the app under test; nil for none.
    let app: ProgramCommand?
    /// Cases that test the sessions.
    let cases: CaseLookup

    /// The programs for the goldens in `folders`; `named` stands for all of them.
    init(
        _ named: RecognizerCommand? = nil, app: ProgramCommand? = nil,
        for folders: [SessionFolder] = []
    ) {
        self.named = named
        self.app = app
        cases = CaseLookup(of: folders, usual: Engines.usual())
    }

    /// Advice where no program is known.
    static let nextStep =
        "Name it with --recognizer-command, or as \"recognizerCommand\" in the voicetest.json of"
        + " the project that tests the session."

    /// Returns the options of a replay that may stand for the golden in `folder`: from all that the
    /// session has the input for. `manifest` says who heard it.
    ///
    /// - Throws: why the project of a session that needs its program cannot be read.
    func replayOptions(
        for folder: SessionFolder, heardBy manifest: SessionManifest
    ) throws -> ReplayOptions {
        var options = ReplayOptions()
        options.takesWordsForMissingAudio = true
        options.stepWithoutCommand = Self.nextStep
        if manifest.engine.kind == Engines.programKind {
            options.programCommand =
                try app ?? cases.item(of: folder)?.configuration.programCommand?.told()
        }
        guard manifest.recognizer.kind == RecognizerIdentity.process else { return options }
        options.recognizerCommand =
            try named ?? cases.item(of: folder)?.configuration.recognizerCommand?.told()
        return options
    }

    /// Returns the case whose golden is in `folder`, heard as a test of it with the same option
    /// hears it.
    ///
    /// - Throws: why its project cannot be read.
    func item(of folder: SessionFolder) throws -> ProjectCase? {
        guard var item = try cases.item(of: folder) else { return nil }
        item.configuration.hear(with: named)
        item.configuration.test(app)
        return item
    }
}

extension RunConfiguration {
    /// Makes `command` recognise where one is named; what the project's program says is told.
    mutating func hear(with command: RecognizerCommand?) {
        recognizerCommand = command ?? recognizerCommand?.told()
        if command != nil { recognizer = .process }
    }
}
