public import Foundation

/// Shows requests in a terminal, and takes answers that a person types there.
///
/// A line is an answer. A number picks that choice, where there are choices. An empty line taps the
/// microphone, `/cancel` cancels the request, `/help` says so.
@MainActor
public final class SAYTerminalVoiceRequestDisplay: SAYVoiceRequestDisplay {
    /// How often the level of the microphone is shown, in milliseconds; 0, the usual, for never.
    public var levelMilliseconds = 0
    private let write: @MainActor (String) -> Void
    private weak var request: SAYVoiceRequest?
    private var choices: [String] = []
    private var microphone = SAYMicrophoneState.disabled
    private var input: FileHandle?
    /// A line that is not whole yet.
    private var rest: [UInt8] = []

    /// Longest line that is read, in bytes.
    public static let lineLimit = 10_000

    /// Writes lines with `write`, without a line break at their ends.
    public init(write: @escaping @MainActor (String) -> Void) { self.write = write }

    /// Writes to standard output, and reads answers from standard input until its end.
    public static func standard() -> SAYTerminalVoiceRequestDisplay {
        let display = SAYTerminalVoiceRequestDisplay { line in
            FileHandle.standardOutput.write(Data("\(line)\n".utf8))
        }
        display.readAnswers(from: .standardInput)
        return display
    }

    /// Takes the lines of `file` as answers until its end.
    public func readAnswers(from file: FileHandle) {
        input = file
        file.readabilityHandler = { file in
            let bytes = [UInt8](file.availableData)
            if bytes.isEmpty { file.readabilityHandler = nil }
            Task { @MainActor [weak self] in self?.take(bytes: bytes) }
        }
    }

    /// Takes no typed answers from here on.
    public func stopReading() {
        input?.readabilityHandler = nil
        input = nil
    }

    func take(bytes: [UInt8]) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                let line = String(decoding: rest, as: UTF8.self)
                rest = []
                take(line: line)
            } else if rest.count < Self.lineLimit {
                rest.append(byte)
            }
        }
    }

    /// Takes a line that a person typed.
    public func take(line: String) {
        guard let request else { return write("No question is open.") }
        let text = SAYStringInterpreter().interpret(line).value ?? ""
        switch text {
        case "": request.tapMicrophone()
        case "/cancel": request.cancel()
        case "/help": writeHelp()
        default:
            let index = Int(text).map { $0 - 1 }
            if let index, choices.indices.contains(index) {
                request.choose(at: index)
            } else {
                request.typeAnswer(text)
            }
        }
    }

    private func writeHelp() {
        let pick = choices.isEmpty ? "" : "a number from 1 to \(choices.count) picks a choice, "
        write("Type your answer; \(pick)Enter taps the microphone, /cancel cancels.")
    }

    // MARK: What is shown

    /// Takes answers for `request` from now on.
    public func requestDidAppear(_ request: SAYVoiceRequest) { self.request = request }

    /// Writes the prompt on a line of its own; nothing for an empty text.
    public func displayPromptText(_ text: String) { if !text.isEmpty { write("? \(text)") } }

    /// A line for each choice.
    public func displayChoices(_ choices: [String]) {
        self.choices = choices
        for (index, choice) in choices.enumerated() { write("  \(index + 1)  \(choice)") }
    }

    /// A line where the microphone opens and closes.
    public func displayMicrophone(_ state: SAYMicrophoneState) {
        if state == .active { write("* listening") }
        if microphone == .active, state != .active { write("* microphone off") }
        microphone = state
    }

    /// A bar of up to 30 signs, one for two decibels above -60.
    public func displayMicrophoneLevel(_ decibels: Double) {
        let length = Int(max(0, min(30, (decibels + 60) / 2)))
        write("  |" + String(repeating: "=", count: length))
    }

    /// The words.
    public func displayPartialTranscript(_ text: String) { write("> \(text)") }

    /// Writes why an answer was of no use, after `!`.
    public func displayErrorMessage(_ text: String) { write("! \(text)") }

    /// A line where the request was cancelled; its answers are not taken any more.
    public func requestDidDisappear(_ request: SAYVoiceRequest) {
        if self.request === request {
            self.request = nil
            choices = []
        }
    }
}
