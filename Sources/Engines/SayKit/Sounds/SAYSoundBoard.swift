public import Foundation

/// Makes sounds for an app: texts and tones, posted to the track that it is a source of.
@MainActor
open class SAYSoundBoard: @MainActor SAYAudioEventSource {
    /// Listener for the sounds that the board posts; without one nothing is heard.
    public var audioListener: ((SAYAudioEventSequence) -> Void)?

    /// A board that is silent until it is the source of a track.
    public init() {}

    /// Speaks `text`, then calls `then`.
    public func speakText(_ text: String, then: (@MainActor () -> Void)? = nil) {
        speakUtterance(SAYSpeechUtterance(text), then: then)
    }

    /// Speaks `utterance`, then calls `then`.
    open func speakUtterance(
        _ utterance: SAYSpeechUtterance, then: (@MainActor () -> Void)? = nil
    ) { post(SAYSpeechEvent(utterance: utterance), then) }

    /// Plays the file at `url`, then calls `then`.
    open func playToneWithURL(_ url: URL, then: (@MainActor () -> Void)? = nil) {
        post(SAYToneEvent(toneURL: url), then)
    }

    private func post(_ event: any SAYAudioEvent, _ then: (@MainActor () -> Void)?) {
        var sequence = SAYAudioEventSequence()
        sequence.addEvent(event, completion: then)
        audioListener?(sequence)
    }
}

/// A tone of a request.
public enum SAYTone: Sendable, Hashable {
    /// The tone of the engine.
    case standard
    /// The file at a URL.
    case file(URL)
    /// No tone.
    case silent
}

/// The sounds of a request: its prompt, the tones of the microphone and of unknown commands.
///
/// The engine plays them at their frames. A subclass changes what they are.
@MainActor
open class SAYVoiceRequestSoundBoard: SAYSoundBoard {
    /// Played before the microphone opens.
    open var microphoneStartTone = SAYTone.standard
    /// Played after the microphone has closed.
    open var microphoneStopTone = SAYTone.standard
    /// Tone for a sentence that is no command.
    open var unrecognizedCommandTone = SAYTone.standard

    /// The file of ``microphoneStartTone``; nil for the standard one.
    public var microphoneStartToneURL: URL? {
        get { Self.url(microphoneStartTone) }
        set { microphoneStartTone = newValue.map { .file($0) } ?? .standard }
    }
    /// The file of ``microphoneStopTone``; nil for the standard one.
    public var microphoneStopToneURL: URL? {
        get { Self.url(microphoneStopTone) }
        set { microphoneStopTone = newValue.map { .file($0) } ?? .standard }
    }
    /// The file of ``unrecognizedCommandTone``; nil for the standard one.
    public var unrecognizedCommandToneURL: URL? {
        get { Self.url(unrecognizedCommandTone) }
        set { unrecognizedCommandTone = newValue.map { .file($0) } ?? .standard }
    }

    private static func url(_ tone: SAYTone) -> URL? {
        if case .file(let url) = tone { url } else { nil }
    }

    /// Returns the utterance of the prompt `message`; the message itself here.
    open func utterance(forPrompt message: SAYSpeechUtterance) -> SAYSpeechUtterance { message }

    /// Plays the tone of the microphone's beginning, outside of a request.
    public func playMicrophoneStartTone() { play(microphoneStartTone, .microphoneStart) }

    /// Plays the tone of the microphone's end, outside of a request.
    public func playMicrophoneStopTone() { play(microphoneStopTone, .microphoneStop) }

    /// Plays the tone of an unknown command, outside of a request.
    public func playUnrecognizedCommandTone() {
        play(unrecognizedCommandTone, .unrecognizedCommand)
    }

    private func play(_ tone: SAYTone, _ standard: RequestLifecycle.Tone) {
        switch tone {
        case .silent: break
        case .file(let url): playToneWithURL(url)
        case .standard:
            let name = ToneFiles().file(of: standard)
            if let path = StandardTones.paths[name] {
                playToneWithURL(URL(fileURLWithPath: path))
            }
        }
    }
}
