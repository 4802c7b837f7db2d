import VoiceSystem

/// Source of the keys of a review.
protocol KeySource: ~Copyable {
    /// The next key; nil when no more can come. Ctrl-C is U+0003.
    mutating func next() -> Character?
}

/// The keys of a terminal, one at a time and without echo, until it is let go.
struct TerminalKeys: KeySource, ~Copyable {
    private let before: termios

    /// Takes the terminal on standard input over; nil if there is none.
    static func open() -> TerminalKeys? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
        return TerminalKeys(before: before)
    }

    private init(before: termios) { self.before = before }

    deinit {
        var settings = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    mutating func next() -> Character? {
        var bytes: [UInt8] = []
        while bytes.count < 4 {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            bytes.append(byte)
            // A letter beyond ASCII comes in several bytes.
            guard let text = String(validating: bytes, as: UTF8.self) else { continue }
            // Ctrl-C is no signal here, which would leave the terminal without echo.
            return text == "\u{4}" ? nil : text.first
        }
        return "?"
    }
}
