package import VoiceEngine
public import VoiceHypothesis
public import VoiceMedia
public import VoiceSynthesis
public import VoiceTime

/// Conditions of a run: clock, detector, settings of the engine, seed and recognizer.
public struct RunConditions: Sendable {
    /// The clock.
    public var sampleRate = SampleRate.standard
    /// Detector and media core.
    public var media = MediaSettings()
    /// Settings of the engine by name; settings that are left out are as usual.
    public var engine: [String: Int] = [:]
    /// The seed of all chance.
    package var seed: UInt64 = 1
    /// First stage that runs; with `words` speech and words are injected.
    public var tap = StartingTap.audio
    /// Whether events and inputs are kept; otherwise memory stays constant however long it runs.
    public var keepsTrace = false
    /// The model that words are recognised with, unless the app brings its own.
    public var model = SpeechModel()
    /// Recognizer of the run, as a record of it names it.
    public var recognizer = RecognizerIdentity(kind: "none")
    /// Task of the recognizer, as a record of the run keeps it.
    public var task = RecognitionTask.general
    /// Whether time stands still while an app on an actor of its own is called back. A host whose
    /// clock is a device sets it to false: frames go on, and a late return is an input.
    package var waitsForCallbacks = true

    /// The usual conditions.
    package init() {}
}

/// Folders of an app's files, and words that are spoken otherwise.
public struct RunResources: Sendable, Equatable {
    /// Folders by category, and the language folder.
    package var folders: MediaFolders
    /// Aliases in the order in which they were loaded.
    public var aliases = Lexicon(parsing: "")
    /// IPA phonemes by word, in the order in which they were loaded.
    public var phonemes = Lexicon(parsing: "")

    /// No folders, no words, American English.
    package init() {
        do {
            folders = try MediaFolders(language: "en-US")
        } catch { preconditionFailure("en-US is a folder name") }
    }

    /// Whether these are the resources of `other` with files added to its folders.
    func extends(_ other: RunResources) -> Bool {
        var bare = self
        bare.folders = other.folders
        return bare == other && folders.extends(other.folders)
    }
}
