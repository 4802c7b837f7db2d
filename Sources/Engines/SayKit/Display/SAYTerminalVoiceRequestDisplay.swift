public import Foundation

/// Shows requests in a terminal, and takes answers that a person types there.
///
/// A line is an answer. A number picks that choice, where there are choices. An empty line taps the
/// microphone, `/cancel` cancels the request, `/help` says so.
@MainActor
public final class SAYTerminalVoiceRequestDisplay: SAYVoiceRequestDisplay {
    /// Interval in milliseconds at which the level of the microphone is shown; 0, the usual, for
    /// never.
    public var levelMilliseconds = 0
    /// Whether the end of input cancels the open request and every later one: nothing more can be
    /// typed. False goes on by voice.
    public var cancelsAtEndOfInput = true
    private let write: @MainActor (String) -> Void
    /// Writes a line that the next one replaces; nil where lines stay.
    private let rewrite: (@MainActor (String) -> Void)?
    private weak var request: SAYVoiceRequest?
    private var choices: [String] = []
    private var microphone = SAYMicrophoneState.disabled
    private var input: FileHandle?
    private var reading: Task<Void, Never>?
    /// A line that is not whole yet.
    private var rest: [UInt8] = []
    private var isInputOver = false
    /// Whether the question that is open has a typed answer, which is on its way.
    private var hasAnswered = false

    /// Longest line that is read, in bytes.
    public static let lineLimit = 10_000

    /// Creates a display that writes lines with `write`, without a line break at their ends.
    /// `rewrite` writes a line that changes, a partial transcript or a level, in the place of the
    /// last one; nil writes each as a line of its own.
    public init(
        rewrite: (@MainActor (String) -> Void)? = nil,
        write: @escaping @MainActor (String) -> Void
    ) {
        self.write = write
        self.rewrite = rewrite
    }

    /// Writes to standard output, and reads answers from standard input until its end.
    public static func standard() -> SAYTerminalVoiceRequestDisplay {
        let display = display(on: .standardOutput)
        display.readAnswers(from: .standardInput)
        return display
    }

    /// Creates a display that writes to `file`; on a terminal, a line that changes is written in
    /// its place.
    public static func display(on file: FileHandle) -> SAYTerminalVoiceRequestDisplay {
        func write(_ text: String) { file.write(Data(text.utf8)) }
        guard isatty(file.fileDescriptor) == 1 else {
            return SAYTerminalVoiceRequestDisplay { write("\($0)\n") }
        }
        var isRewriting = false
        return SAYTerminalVoiceRequestDisplay(
            rewrite: { line in
                write("\(isRewriting ? "\r" : "")\(line.prefix(terminalWidth))\(toLineEnd)")
                isRewriting = true
            },
            write: { line in
                // The changing line stays as it was last.
                write("\(isRewriting ? "\n" : "")\(line)\n")
                isRewriting = false
            })
    }

    /// Characters of a line that changes at most: a longer one would wrap, and not be replaced.
    private static let terminalWidth = 79
    /// Erases the rest of a line behind the cursor (ECMA-48, EL).
    private static let toLineEnd = "\u{1B}[K"

    /// Takes the lines of `file` as answers until its end.
    public func readAnswers(from file: FileHandle) {
        input = file
        let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        file.readabilityHandler = { file in
            let bytes = [UInt8](file.availableData)
            continuation.yield(bytes)
            guard bytes.isEmpty else { return }
            file.readabilityHandler = nil
            continuation.finish()
        }
        reading = Task { @MainActor [weak self] in
            for await bytes in chunks { self?.take(bytes: bytes) }
        }
    }

    /// Waits until the input that is read has ended.
    func inputEnd() async { await reading?.value }

    /// Takes no typed answers from here on.
    public func stopReading() {
        input?.readabilityHandler = nil
        input = nil
    }

    /// Takes bytes of the input; none is its end.
    func take(bytes: [UInt8]) {
        guard !bytes.isEmpty else { return endInput() }
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                takeRest()
            } else if rest.count < Self.lineLimit {
                rest.append(byte)
            }
        }
    }

    private func takeRest() {
        let line = String(decoding: rest, as: UTF8.self)
        rest = []
        take(line: line)
    }

    /// Ends the typed input: takes a last line without a line break, and cancels what is open.
    public func endInput() {
        guard !isInputOver else { return }
        isInputOver = true
        if !rest.isEmpty { takeRest() }
        if !hasAnswered { cancelAtEnd() }
    }

    private func cancelAtEnd() {
        guard cancelsAtEndOfInput, let request else { return }
        write("The input is over: the question is cancelled.")
        request.cancel()
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
            hasAnswered = true
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

    /// A line where the microphone opens and closes. A question that is asked where nothing more is
    /// typed is cancelled.
    public func displayMicrophone(_ state: SAYMicrophoneState) {
        if state == .enabled {
            hasAnswered = false
            if isInputOver { cancelAtEnd() }
        }
        if state == .active { write("* listening") }
        if microphone == .active, state != .active { write("* microphone off") }
        microphone = state
    }

    /// A bar of up to 30 signs, one for two decibels above -60.
    public func displayMicrophoneLevel(_ decibels: Double) {
        let length = Int(max(0, min(30, (decibels + 60) / 2)))
        change("  |" + String(repeating: "=", count: length))
    }

    private func change(_ line: String) { (rewrite ?? write)(line) }

    /// The words.
    public func displayPartialTranscript(_ text: String) { change("> \(text)") }

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
