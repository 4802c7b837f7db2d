internal import CPocketSphinx
internal import Synchronization
internal import VoiceSystem

/// Messages of pocketsphinx, kept from standard error and read back when something fails.
///
/// The library has one place for its messages in the whole process. It is set once, before the
/// first decoder, and never freed or changed.
enum DecoderLog {
    private struct Log: ~Copyable {
        let messages: UnsafeMutablePointer<voicetest_error_log>
    }

    private static let log = Mutex(open())

    private static func open() -> Log {
        let messages = UnsafeMutablePointer<voicetest_error_log>.allocate(capacity: 1)
        messages.initialize(to: voicetest_error_log())
        voicetest_keep_errors(messages)
        return Log(messages: messages)
    }

    /// Runs `work` alone in the process and returns what this thread was told meanwhile.
    ///
    /// Also the lock around making decoders and parsing grammars, whose parser has global state.
    static func listening(_ work: () -> Void) -> String {
        log.withLock { log in
            log.messages.pointee.listener = pthread_self()
            log.messages.pointee.length = 0
            log.messages.pointee.isListening = 1
            // The table of settings goes around the callback, to a stream that each thread has.
            err_set_logfp(nil)
            work()
            log.messages.pointee.isListening = 0
            let length = log.messages.pointee.length
            let said = withUnsafeBytes(of: log.messages.pointee.text) { text in
                String(decoding: text.prefix(length), as: UTF8.self)
            }
            return oneLine(said)
        }
    }

    private static func oneLine(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return "it gave no reason." }
        let sentence = words.joined(separator: " ")
        return sentence.hasSuffix(".") ? sentence : sentence + "."
    }
}
