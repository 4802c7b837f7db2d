import ArgumentParser
import Synchronization
import VoiceJSON
import VoiceReports
import VoiceSystem

/// Standard output for results, standard error for messages.
///
/// Text for people goes through ``PrintableText``, because names and texts in files are not
/// trusted. Forms for programs, and text that was made safe before it was coloured, do not.
enum Console {
    /// Writes the lines of a result for people. On a terminal, lines that are wider go on below.
    ///
    /// - Throws: the exit code for a standard output that takes no more, which is noted first.
    static func print(_ text: String, terminator: String = "\n") throws {
        try print(unescaped: folded(PrintableText.lines(text)) + terminator)
    }

    /// Writes one line of a result for people: a line end in it ends no line. On a terminal a line
    /// that is wider goes on below.
    ///
    /// - Throws: as ``print(_:terminator:)`` does.
    static func print(line: String) throws {
        try print(unescaped: folded(PrintableText.line(line)) + "\n")
    }

    private static func folded(_ text: String) -> String {
        TerminalReport(columns: columns).folded(text)
    }

    /// Writes text as it is: a form for programs, or text that holds only safe names and colours.
    ///
    /// - Throws: as ``print(_:terminator:)`` does.
    static func print(unescaped text: String) throws { try print(bytes: Array(text.utf8)) }

    /// Writes a value as JSON for programs, in which characters that a terminal obeys are escaped.
    ///
    /// - Throws: as ``print(_:terminator:)`` does.
    static func print(json value: JSONValue) throws {
        try print(bytes: PrintableText.bytes(of: value))
    }

    /// Writes bytes of a form for programs as they are.
    static func print(bytes: [UInt8]) throws {
        if isTerminal { ProgressLine.makeRoom() }
        if write(bytes, to: STDOUT_FILENO) { return }
        let number = errno
        // A reader that went away wants no more, and no explanation.
        if number == EPIPE { Interruption.endAtClosedPipe() }
        if number != EPIPE { report("standard output: \(String(cString: strerror(number)))") }
        throw ExitCode(ExitStatus.inputOutput.rawValue)
    }

    /// Whether notes and progress are left out.
    static var isQuiet: Bool {
        get { quiet.load(ordering: .relaxed) }
        set { quiet.store(newValue, ordering: .relaxed) }
    }

    private static let quiet = Atomic(false)

    /// Writes a note that a user can do without, which `--quiet` leaves out.
    static func inform(_ message: String) {
        if !isQuiet { report(message) }
    }

    /// Writes a warning or an error. A standard error that is gone is not a reason to fail.
    ///
    /// Its further lines are indented, and no line of it is a command of a build's log.
    static func report(_ message: String) {
        ProgressLine.makeRoom()
        _ = write(Array((text(ofNote: message) + "\n").utf8), to: STDERR_FILENO)
    }

    /// A message as it is written.
    static func text(ofNote message: String) -> String {
        PrintableText.lines(
            "voicetest: " + message.split(separator: "\n").joined(separator: "\n  "))
    }

    /// Writes to standard error as it is, without the program's name or a line end.
    static func write(unnamed text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The columns that a result may take; nil where it is not cut. See ``TerminalWidth``.
    static var columns: Int? {
        var size = winsize()
        let isTold = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return TerminalWidth.columns(
            isTerminal: isTerminal, variable: environment("COLUMNS"),
            window: isTold ? Int(size.ws_col) : nil)
    }

    /// A variable of the environment; nil when it is unset or empty.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether this is a run in continuous integration.
    static var isCI: Bool {
        switch environment("CI")?.lowercased() {
        case nil, "0", "false", "no": false
        default: true
        }
    }

    /// Writes all bytes; false, and why in `errno`, where that cannot be.
    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                VoiceSystem.write(file, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            start += count
        }
        return true
    }
}
