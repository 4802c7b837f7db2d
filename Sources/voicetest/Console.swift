import ArgumentParser

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard output for results, standard error for messages.
enum Console {
    /// Writes a result.
    static func print(_ text: String, terminator: String = "\n") throws {
        try write(Array((text + terminator).utf8), to: STDOUT_FILENO)
    }

    /// Writes bytes of a result as they are.
    static func print(bytes: [UInt8]) throws { try write(bytes, to: STDOUT_FILENO) }

    /// Writes a message; a standard error that is gone is no reason to fail.
    static func note(_ message: String) {
        try? write(Array("voicetest: \(message)\n".utf8), to: STDERR_FILENO)
    }

    /// Writes to standard error as it is, without the program's name or a line end.
    static func write(unnamed text: String) { try? write(Array(text.utf8), to: STDERR_FILENO) }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

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

    private static func write(_ bytes: [UInt8], to file: Int32) throws {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                #if canImport(Glibc)
                    Glibc.write(file, $0.baseAddress, $0.count)
                #else
                    Darwin.write(file, $0.baseAddress, $0.count)
                #endif
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw ExitCode(ExitStatus.inputOutput.rawValue)
            }
            start += count
        }
    }
}
