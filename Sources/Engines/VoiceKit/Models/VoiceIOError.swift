public import Foundation

/// Reason why an engine did not do what it was asked for.
public enum VoiceIOError: Error, Equatable, Sendable {
    /// There is no microphone, or no permission to use it.
    case micUnavailable
    /// There is no recognizer, or no permission to use it.
    case recognizerUnavailable
    /// The microphone's format cannot be used.
    case audioFormatInvalid
    /// A clip did not end in time.
    case timedOut
    /// The call was stopped.
    case cancelled
    /// A deeper layer failed; the text is its own.
    case underlying(String)

    /// The error of a second listen while one is under way.
    public static let busy = VoiceIOError.underlying("busy")

    /// The error for the text of one: a case's name, `underlying: TEXT`, `busy`, or a sentence of
    /// VoiceKit 0.1.3. Other texts are kept in ``underlying(_:)``.
    public init(text: String) {
        let prefix = "underlying: "
        switch text {
        case "micUnavailable", "Mic unavailable.", "Microphone permission denied.":
            self = .micUnavailable
        case "recognizerUnavailable", "Speech permission denied.",
            "Speech recognizer unavailable.", "Recognizer unavailable.":
            self = .recognizerUnavailable
        case "audioFormatInvalid", "Invalid input format.": self = .audioFormatInvalid
        case "timedOut", "Timed out": self = .timedOut
        case "cancelled", "Stopped": self = .cancelled
        default:
            self = .underlying(
                text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
        }
    }
}

extension VoiceIOError: LocalizedError, CustomStringConvertible {
    /// Message on what failed, why, and the next step.
    public var description: String {
        switch self {
        case .micUnavailable:
            "Mic unavailable. Connect a microphone and allow the app to use it."
        case .recognizerUnavailable:
            "Recognizer unavailable. Install its model and allow the app to use it."
        case .audioFormatInvalid:
            "Invalid input format. Choose a microphone with 1 channel or more at 8000 to 192000 Hz."
        case .timedOut:
            "Timed out: the clip did not end. Raise clipWaitTimeoutSeconds or play a shorter clip."
        case .cancelled: "Stopped: stopAll, hardReset or stopClip ended the call."
        case .underlying("busy"):
            "busy: another listen is under way. Wait for it or cancel it first."
        case .underlying(let text): text
        }
    }

    /// ``description``.
    public var errorDescription: String? { description }
}
