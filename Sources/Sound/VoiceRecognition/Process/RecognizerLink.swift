internal import VoiceHypothesis
internal import VoicePrograms

/// A program that is asked in lines: a running one, or one of a test's.
protocol RecognizerLink: AnyObject {
    /// The line that answers `line`.
    func exchange(_ line: [UInt8], within milliseconds: Int) throws(ProgramError) -> [UInt8]

    /// Ends the program, which may take so many milliseconds for it; returns its exit code.
    @discardableResult
    func end(within milliseconds: Int) -> Int32
}

extension ProgramDialog: RecognizerLink {}

/// The program of a recognizer while it runs, started again when it died.
///
/// Not `Sendable`: one task has it. A class, because recognizers of several tasks share it.
final class RecognizerProgram {
    typealias Start = () throws(RecognitionError) -> any RecognizerLink

    /// Greeting in which the program says what it is.
    let greeting: RecognizerGreeting
    let command: RecognizerCommand
    /// Milliseconds that a program may take for its end.
    private static let graceMilliseconds = 2_000

    private let start: Start?
    private var link: (any RecognizerLink)?
    private var restarts = 0
    private var questions: Int64 = 0

    /// Starts the program of `command` and hears which recognizer it is; `start` takes its place
    /// in tests.
    init(_ command: RecognizerCommand, start: Start? = nil) throws(RecognitionError) {
        self.command = command
        self.start = start
        let link = try Self.link(command, start)
        greeting = try Self.greet(link, command)
        self.link = link
    }

    deinit { link?.end(within: Self.graceMilliseconds) }

    /// The program's answer to `question`, which is an `utterance`.
    ///
    /// A program that ends before it has answered is started again and asked again.
    /// - Throws: ``RecognitionError/programFailed(recognizer:what:)``.
    func ask(_ question: RecognizerQuestion) throws(RecognitionError) -> RecognizerReply {
        var isAgain = false
        while true {
            let link = try connected()
            do throws(ReplyFault) {
                let reply = try answer(to: question, by: link)
                restarts = 0
                return reply
            } catch {
                // One that ended by itself has an exit code of its own.
                let code = drop(within: error.isEnd ? Self.graceMilliseconds : 0)
                report("\(error.what) (exit code \(code))")
                if error.isEnd, !isAgain {
                    isAgain = true
                    continue
                }
                throw failed(error.what)
            }
        }
    }

    /// Passes a note about the program to the handler, if one is set.
    func report(_ what: String) { command.note?("\(greeting.recognizer) \(what)") }

    /// The error for an utterance that has no answer.
    func failed(_ what: String) -> RecognitionError {
        .programFailed(recognizer: greeting.recognizer, what: what)
    }

    private func answer(
        to question: RecognizerQuestion, by link: any RecognizerLink
    ) throws(ReplyFault) -> RecognizerReply {
        questions += 1
        let limit = command.limits.answerMilliseconds + 4 * question.milliseconds
        let line: [UInt8]
        do {
            line = try link.exchange(question.line(id: questions), within: limit)
        } catch { throw ReplyFault(error, before: "it answered") }
        return try RecognizerReply(line, to: question.utterance, id: questions)
    }

    /// The running program; a new one where it was dropped.
    private func connected() throws(RecognitionError) -> any RecognizerLink {
        if let link { return link }
        guard restarts < command.limits.restarts else {
            throw failed("does not answer, though it was started again \(restarts) times")
        }
        restarts += 1
        let new: any RecognizerLink
        let found: RecognizerGreeting
        do throws(RecognitionError) {
            new = try Self.link(command, start)
            found = try Self.greet(new, command)
        } catch {
            report("cannot be started again: \(error)")
            throw failed("cannot be started again")
        }
        guard found == greeting else {
            new.end(within: Self.graceMilliseconds)
            throw failed("says it is another recognizer after it was started again")
        }
        link = new
        return new
    }

    private static func link(
        _ command: RecognizerCommand, _ start: Start?
    ) throws(RecognitionError) -> any RecognizerLink {
        if let start { return try start() }
        return try command.start()
    }

    private func drop(within milliseconds: Int) -> Int32 {
        defer { link = nil }
        return link?.end(within: milliseconds) ?? 0
    }

    private static func greet(
        _ link: any RecognizerLink, _ command: RecognizerCommand
    ) throws(RecognitionError) -> RecognizerGreeting {
        do throws(ReplyFault) {
            let line: [UInt8]
            do {
                line = try link.exchange(
                    RecognizerGreeting.question, within: command.limits.startMilliseconds)
            } catch { throw ReplyFault(error, before: "it said which recognizer it is") }
            return try RecognizerGreeting(line)
        } catch {
            let code = link.end(within: error.isEnd ? graceMilliseconds : 0)
            let what = error.isEnd ? "\(error.what), with exit code \(code)" : error.what
            throw .programUnready(program: command.program, what: what)
        }
    }
}

/// Reason why a line of the program is no answer, in words that follow "it". They hold nothing that
/// the program wrote: it may be what a caller said.
struct ReplyFault: Error, Equatable {
    let what: String
    /// Whether the program ended.
    var isEnd = false

    init(_ what: String) { self.what = what }

    /// Explains why a line did not come; `deed` is what it should have been.
    init(_ error: ProgramError, before deed: String) {
        switch error {
        case .ended:
            what = "ended before \(deed)"
            isEnd = true
        case .late(_, let lateness): what = "\(lateness.past) before \(deed)"
        case .lineTooLong(_, let limit): what = "wrote a line of more than \(limit) bytes"
        case .unasked: what = "wrote a line before it was asked"
        case .cannotStart, .notConfined, .stuck, .outputTooLong, .tooManyLines:
            what = "failed before \(deed)"
        }
    }
}
