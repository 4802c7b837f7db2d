internal import CSndFile

#if canImport(Glibc)
    internal import Glibc
#endif

/// The lines that libmpg123 writes to standard error about frames that it cannot decode, and that
/// libsndfile gives no way to turn off. What they mean is told in a sentence of our own.
enum DecoderNotes {
    private static let beginnings = ["[src/libmpg123", "Note: ", "Warning: "]

    /// Filter of the libraries' `stderr`: leaves these lines out from now on, and passes the rest.
    ///
    /// Source: glibc, "Custom Streams", and `stderr`, which may be assigned. Another C library is
    /// left as it is.
    static let areLeftOut: Void = {
        #if canImport(Glibc)
            voicetest_replace_stderr { _, bytes, count in
                guard let bytes, !isNote(UnsafeRawBufferPointer(start: bytes, count: count)) else {
                    return count
                }
                return write(STDERR_FILENO, bytes, count)
            }
        #endif
    }()

    /// Whether a text that is written is one of these lines.
    static func isNote(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let text = bytes.drop { $0 == UInt8(ascii: "\n") }
        return text.isEmpty || beginnings.contains { text.starts(with: $0.utf8) }
    }
}
