internal import VoiceSystem

/// A program that stays: it is asked in lines and answers in lines, one at a time.
///
/// What it writes to standard error is told as it comes. However it behaves, no call waits longer
/// than ten times its limit, which counts the program's own time: both directions are served in
/// turns, so neither side waits for the other to read. Not `Sendable`: one task has it. A class,
/// because its end is that of the program.
package final class ProgramDialog {
    /// Bytes of a line of the program at most.
    package let lineLimit: Int
    /// Refusal for which the program runs without its confinement; nil where it has it, or was to
    /// have none.
    package var refusal: ConfinementRefusal? { program.refusal }
    /// Number of times that the program, or what it started, has asked a network of its own for
    /// what is not there.
    package var networkFailures: Int { program.networkFailures }

    /// Bytes of a line of standard error that are told, and lines that are.
    private static let messageLimit = 500
    private static let mostMessages = 100

    private let name: String
    private let patience: Int
    private var program: GuardedProgram
    private let pipes: ChildPipes
    private var lines: LineCutter
    private var messages = LineCutter(limit: messageLimit)
    private var messagesLeft = mostMessages
    private var isOpen = (input: true, output: true, message: true)
    private var exitCode: Int32?
    private let tell: (@Sendable (String) -> Void)?

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - start: the program, its arguments and its folder.
    ///   - confinement: what the program is kept apart from; nil for nothing.
    ///   - lineLimit: bytes of a line of the program at most.
    ///   - tell: who is told each line of its standard error, at most 100 of 500 bytes. They are as
    ///     the program wrote them: code that shows them has to make them safe.
    ///   - patience: after how many milliseconds without the end of an answer that is told as well.
    /// - Throws: ``ProgramError/cannotStart(program:number:)``,
    ///   ``ProgramError/notConfined(program:refusal:)``.
    package init(
        _ start: ProgramStart, confinement: ProgramConfinement? = nil, lineLimit: Int,
        tell: (@Sendable (String) -> Void)? = nil, patience: Int = 10_000
    ) throws(ProgramError) {
        self.patience = patience
        let pipes = try ChildPipes(program: start.program)
        program = try GuardedProgram(start, pipes, confinement: confinement)
        self.pipes = pipes
        name = start.program
        self.lineLimit = lineLimit
        lines = LineCutter(limit: lineLimit)
        self.tell = tell
    }

    deinit { _ = end() }

    /// Writes `line` and its end to the program, and gives the line that it answers with.
    ///
    /// - Throws: ``ProgramError`` when it wrote something before, wrote too much, gave no line
    ///   within `milliseconds` of its own time, or ended. The dialog is of no use after that: end
    ///   it.
    package func exchange(
        _ line: [UInt8], within milliseconds: Int
    ) throws(ProgramError) -> [UInt8] {
        try converse(
            line + [UInt8(ascii: "\n")], most: 1, within: milliseconds, isQuiet: true,
            isLast: { _ in true })[0]
    }

    /// Writes `lines` and gives the lines that follow, up to the first that `isLast`.
    ///
    /// - Parameters:
    ///   - lines: whole lines, each with its end.
    ///   - most: how many lines the program may answer with.
    ///   - milliseconds: how much of its own time it may take in all, as ``TimeAccount`` counts it.
    ///   - isQuiet: true sends no notice of a long wait.
    ///   - isLast: whether a line ends the answer.
    /// - Returns: the lines of the answer, the last one too.
    /// - Throws: as ``exchange(_:within:)``; ``ProgramError/tooManyLines(program:limit:)``. The
    ///   dialog is of no use after that: end it.
    package func converse(
        _ lines: [UInt8], most: Int, within milliseconds: Int, isQuiet: Bool = false,
        isLast: ([UInt8]) -> Bool
    ) throws(ProgramError) -> [[UInt8]] {
        lookAround()
        guard self.lines.isEmpty else { throw .unasked(program: name) }
        var limit = ReplyLimit(milliseconds: milliseconds, under: program.guardProcess)
        let notice = ReplyDeadline(milliseconds: patience)
        var sent = 0
        var isTold = isQuiet
        var answer: [[UInt8]] = []
        while true {
            switch self.lines.next() {
            case .line(let line):
                guard sent == lines.count else { throw .unasked(program: name) }
                guard answer.count < most else { throw .tooManyLines(program: name, limit: most) }
                answer.append(line)
                if isLast(line) { return answer }
                continue
            case .tooLong: throw .lineTooLong(program: name, limit: lineLimit)
            case .nothing: break
            }
            guard isOpen.output else { throw .ended(program: name) }
            if let lateness = limit.excess() { throw .late(program: name, lateness) }
            if !isTold, notice.millisecondsLeft == 0 {
                tell?(
                    "no answer for \(patience) ms; it may take \(milliseconds) ms of its own time")
                isTold = true
            }
            let left = limit.millisecondsLeft
            let pause = isTold ? left : min(left, notice.millisecondsLeft)
            guard wait(lines, &sent, for: pause) else { throw .ended(program: name) }
        }
    }

    /// Ends the program: its input ends, and after `milliseconds` of its own time the rest is
    /// killed, with what it started.
    ///
    /// - Returns: its exit code, or 128 and the number of the signal that ended it.
    @discardableResult
    package func end(within milliseconds: Int = 2_000) -> Int32 {
        if let exitCode { return exitCode }
        shutdown(pipes.input.ours, Int32(SHUT_WR))
        var limit = ReplyLimit(milliseconds: milliseconds, under: program.guardProcess)
        var nothing = 0
        while !program.isOver(), limit.excess() == nil {
            // Once its outputs are closed, its end is only a matter of moments.
            let isSilent = !isOpen.output && !isOpen.message
            serve([], &nothing, waiting: isSilent ? 1 : min(20, limit.millisecondsLeft))
            _ = lines.takeRest()
        }
        lookAround()
        tellRest()
        let code = program.end()
        exitCode = code
        return code
    }

    /// Takes the program's output between questions.
    private func lookAround() {
        var nothing = 0
        // A program that never stops writing is not to keep anybody here.
        for _ in 0..<64 where isOpen.output || isOpen.message {
            guard serve([], &nothing, waiting: 0) else { return }
        }
    }

    /// Milliseconds between two looks at whether the program has ended. What it started may keep
    /// its outputs open.
    private static let endInterval: Int32 = 200

    /// Serves the program once, within so many milliseconds; false when it has ended and all its
    /// output is read.
    private func wait(
        _ question: [UInt8], _ sent: inout Int, for milliseconds: Int32
    ) -> Bool {
        serve(question, &sent, waiting: min(milliseconds, Self.endInterval)) || !program.isOver()
            || serve(question, &sent, waiting: 0)
    }

    /// Sends as much of `question` as the program takes and reads its output, when one of them can
    /// be done within so many milliseconds; false when none could.
    @discardableResult
    private func serve(
        _ question: [UInt8], _ sent: inout Int, waiting milliseconds: Int32
    ) -> Bool {
        var polls = [
            Self.watch(pipes.input.ours, for: POLLOUT, if: isOpen.input && sent < question.count),
            Self.watch(pipes.output.ours, for: POLLIN, if: isOpen.output),
            Self.watch(pipes.message.ours, for: POLLIN, if: isOpen.message),
        ]
        guard poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return false }
        if polls[0].revents != 0 { isOpen.input = send(question, &sent) }
        if polls[1].revents != 0 {
            var bytes: [UInt8] = []
            isOpen.output = ChildPipes.drain(pipes.output.ours, into: &bytes)
            lines.append(bytes)
        }
        if polls[2].revents != 0 {
            var bytes: [UInt8] = []
            isOpen.message = ChildPipes.drain(pipes.message.ours, into: &bytes)
            messages.append(bytes)
            tellLines()
        }
        return true
    }

    /// A file to wait for; a negative number is passed over.
    private static func watch(_ file: Int32, for event: Int32, if isOpen: Bool) -> pollfd {
        pollfd(fd: isOpen ? file : -1, events: Int16(event), revents: 0)
    }

    /// Sends as much as the child takes now; false when it takes no more.
    private func send(_ question: [UInt8], _ sent: inout Int) -> Bool {
        let count = question.withUnsafeBytes { bytes in
            ChildPipes.send(pipes.input.ours, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
        sent += count
        return true
    }

    private func tellLines() {
        while true {
            switch messages.next() {
            case .line(let line): tellOne(line)
            case .tooLong: tellOne(Array(messages.takeLong().prefix(Self.messageLimit)))
            case .nothing: return
            }
        }
    }

    private func tellRest() {
        let rest = messages.takeRest()
        if !rest.isEmpty { tellOne(rest) }
    }

    private func tellOne(_ line: [UInt8]) {
        guard let notify = tell, messagesLeft >= 0, !line.isEmpty else { return }
        messagesLeft -= 1
        notify(
            messagesLeft < 0
                ? "what else it writes is left out" : String(decoding: line, as: UTF8.self))
    }
}
