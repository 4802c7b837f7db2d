package import VoiceAudio
package import VoiceEngine
package import VoiceJSON
package import VoiceSynthesis
internal import VoiceTime
package import VoiceTrace

/// Everything that a recording needs.
package struct RecordingPlan: Sendable {
    /// The session's name.
    package var name: String
    /// The engine's set-up: files, language, seed and rate.
    package var setup: EngineSetup
    /// Every setting.
    package var settings: SessionSettings
    /// Fields set before the run, in order.
    package var fields: [(name: String, value: JSONValue)] = []
    /// Actions of the scripted caller; empty where no caller is scripted.
    package var scenario = Scenario()
    /// The scenario's file, kept in the session; nil if there is none.
    package var scenarioFile: [UInt8]?
    /// A scenario of the app's rules that come from the project, kept in the session as
    /// ``rulesName``; nil if there are none.
    package var rulesFile: [UInt8]?
    /// Name of that file in a session's `flow` folder.
    package static let rulesName = "app-rules.json"
    /// Expectations of the project on the turn-taking, kept in the session as ``expectationsName``.
    package var expectations: [TurnExpectation] = []
    /// Name of that file in a session's `flow` folder.
    package static let expectationsName = "expect.json"
    /// A recording that is the microphone, instead of the scenario's caller.
    package var inputPath: String?
    /// Choice by which the channels of that sound file become one.
    package var inputChannels = ChannelChoice.best
    /// Delays of the live session that a recording is from; nil without a recording.
    package var delays: LiveDelays?
    /// Folders where a scenario's clips are looked for.
    package var clipFolders: [String] = []
    /// Folders of the flow's media.
    package var folders: MediaFolders
    /// Folders that the flow's recordings are written into; nil writes none.
    package var recordings: MediaFolders?
    /// Recognizer of the caller's speech, and its task.
    package var recognizer: RecognizerSetup
    /// Words that prompts say otherwise than they are written.
    package var lexicon: [SpokenForm] = []
    /// Words of prompts and their pronunciations in IPA.
    package var phonemes: [SpokenForm] = []
    /// Ends the session after so many milliseconds, if the flow has not.
    package var durationMilliseconds: Int64?
    /// The program, as the manifest names it.
    package var createdBy: String
    /// Whether the session waits beside a golden one until it is accepted.
    package var isTake = false

    /// The number of the caller among those who call the program at once, from 1; nil for a caller
    /// of a program that has no other.
    package var caller: Int?

    /// A plan of the parts without which there is none.
    package init(
        name: String, setup: EngineSetup, settings: SessionSettings, folders: MediaFolders,
        recognizer: RecognizerSetup, createdBy: String
    ) {
        self.name = name
        self.setup = setup
        self.settings = settings
        self.folders = folders
        self.recognizer = recognizer
        self.createdBy = createdBy
    }

    /// The world that the session gives its program; nil for a session without one: the program
    /// then has its machine's, and the usual beginning.
    package var world: SessionWorld? {
        get { setup.files[SessionWorld.fileName].flatMap { SessionWorld(bytes: $0) } }
        set { setup.files[SessionWorld.fileName] = newValue?.bytes }
    }

    /// Gives the session the world that its scenario asks for, in that of `golden`, its golden
    /// session; a golden session without one goes on without, unless the scenario asks for it.
    package mutating func place(like golden: SessionWorld?) {
        guard golden != nil || scenario.startsAt != nil || scenario.timeZone != nil || caller != nil
        else {
            world = nil
            return
        }
        var placed = golden ?? SessionWorld()
        placed.caller = caller.map { Int64($0) }
        placed.timeZone = scenario.timeZone ?? SessionWorld.usualZone
        placed.startsAt = scenario.startsAt ?? placed.startsAt
        world = placed
    }
}

/// Delays of a live session: the inputs in which it differs from a simulation of the same sound.
package struct LiveDelays: Sendable {
    /// Delays of the words of every utterance, in frames.
    var words: [Frame] = []
    /// Delays of partial results of speech under way.
    var soFar: [Frame] = []
    /// News of the device, and the gaps.
    var news: [(frame: Frame, input: SessionInput)] = []

    /// The delays of a recorded session.
    ///
    /// - Throws: ``SessionError`` when the folder holds none.
    package init(of folder: SessionFolder) throws(SessionError) {
        for input in try SessionParts(folder: folder).inputs {
            switch input.input {
            case .recognizerDelay(let frames): words.append(frames)
            case .partialDelay(let frames): soFar.append(frames)
            case .device(.saved, _): break
            case .gap, .device: news.append((input.frame, input.input))
            default: break
            }
        }
    }
}
