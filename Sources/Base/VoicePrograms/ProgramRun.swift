internal import VoiceSystem

/// One run of a program: arguments and input in, output and exit code out.
package struct ProgramRun {
    /// Seconds without a byte in either direction after which the child is ended.
    static let patienceSeconds = 60
    /// Bytes kept of the child's message about its failure.
    static let longestMessage = 4_096

    private let start: ProgramStart
    private let input: [UInt8]
    private let outputLimit: Int
    private var program: String { start.program }

    /// Result of a run.
    public struct Result: Sendable {
        /// Standard output, all of it.
        public var output: [UInt8] = []
        /// Beginning of the standard error, at most 4,096 bytes.
        public var message: [UInt8] = []
        /// Exit code of the program, or 128 and the number of the signal that ended it.
        package var exitCode: Int32 = 0
    }

    /// A run that gets `input` and may give `outputLimit` bytes.
    package init(_ start: ProgramStart, input: [UInt8], outputLimit: Int) {
        self.start = start
        self.input = input
        self.outputLimit = outputLimit
    }

    /// Runs the child to its end, feeding and draining it in turns so that neither side waits.
    ///
    /// - Throws: ``ProgramError`` when it cannot be started, stands still for a minute, or gives
    ///   more than is taken.
    package func run() throws(ProgramError) -> Result {
        let pipes = try ChildPipes(program: program)
        let process = try start.spawn(pipes)
        var result = Result()
        do throws(ProgramError) {
            try exchange(pipes, &result)
        } catch {
            ChildEnd.force(process)
            _ = ChildEnd.wait(for: process)
            throw error
        }
        result.exitCode = ChildEnd.wait(for: process)
        return result
    }

    private func exchange(
        _ pipes: borrowing ChildPipes, _ result: inout Result
    ) throws(ProgramError) {
        var sent = 0
        var isOpen = (input: true, output: true, message: true)
        while isOpen.output || isOpen.message {
            if isOpen.input && sent == input.count {
                shutdown(pipes.input.ours, Int32(SHUT_WR))
                isOpen.input = false
            }
            var polls = [
                Self.watch(pipes.input.ours, for: POLLOUT, if: isOpen.input),
                Self.watch(pipes.output.ours, for: POLLIN, if: isOpen.output),
                Self.watch(pipes.message.ours, for: POLLIN, if: isOpen.message),
            ]
            let ready = poll(&polls, nfds_t(polls.count), Int32(Self.patienceSeconds * 1_000))
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else {
                throw .stuck(program: program, seconds: Self.patienceSeconds)
            }
            if polls[0].revents != 0 { isOpen.input = send(pipes.input.ours, &sent) }
            if polls[1].revents != 0 {
                isOpen.output = ChildPipes.drain(pipes.output.ours, into: &result.output)
            }
            if polls[2].revents != 0 {
                isOpen.message = ChildPipes.drain(pipes.message.ours, into: &result.message)
            }
            guard result.output.count <= outputLimit else {
                throw .outputTooLong(program: program, limit: outputLimit)
            }
            if result.message.count > Self.longestMessage {
                result.message.removeLast(result.message.count - Self.longestMessage)
            }
        }
    }

    /// A file to wait for; a negative number is passed over.
    private static func watch(_ file: Int32, for event: Int32, if isOpen: Bool) -> pollfd {
        pollfd(fd: isOpen ? file : -1, events: Int16(event), revents: 0)
    }

    /// Sends as much as the child takes now; false when it takes no more.
    private func send(_ file: Int32, _ sent: inout Int) -> Bool {
        let count = input.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
            return ChildPipes.send(file, rest)
        }
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
        sent += count
        return true
    }
}
