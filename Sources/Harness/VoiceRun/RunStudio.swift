public import VoiceAudio
public import VoiceEngine
internal import VoiceMedia
public import VoiceSynthesis
public import VoiceTime
public import VoiceTrace

/// Realises the prompts of an app, whose folders and words may change while it runs.
public struct RunStudio: Sendable {
    private var studio: PromptStudio?
    private var resources: RunResources?
    private var rate: SampleRate?
    private let synthesizer: SpeechSynthesizer

    /// A studio with the speech of `synthesizer`, which is not looked for before it is needed.
    package init(synthesizer: SpeechSynthesizer) { self.synthesizer = synthesizer }

    /// Turns a request into audio at `rate`.
    ///
    /// What was realised before is kept as long as resources and rate stay what they are, or only
    /// files were added to the folders.
    public mutating func realize(
        _ request: PromptRequest, with resources: RunResources, rate: SampleRate
    ) -> PromptOutcome {
        if self.rate == rate, let known = self.resources, resources.extends(known) {
            studio?.folders = resources.folders
            self.resources = resources
        } else {
            var fresh = PromptStudio(
                folders: resources.folders, synthesizer: synthesizer, rate: rate)
            fresh.lexicon = resources.aliases.forms
            fresh.phonemes = resources.phonemes.forms
            studio = fresh
            self.resources = resources
            self.rate = rate
        }
        return studio?.realize(request) ?? .failed(reason: "there is no studio")
    }

    /// The audio of a realised prompt.
    public func sound(_ digest: String) -> MonoSound? { studio?.sounds[digest] }

    /// Every voice; none where the synthesiser cannot be asked.
    public func voices() -> [SpeechVoice] { (try? synthesizer.voices()) ?? [] }

    /// Writes a recording: the microphone's, or that of a prompt.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome {
        RecordingWriter(folders: resources.folders).save(
            sound, speech: speech, request, promptSound: self.sound)
    }
}
