#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One run of a program: arguments and input in, output and exit code out.
struct ChildProcess {
    /// Seconds without a byte in either direction after which the child is ended.
    static let patienceSeconds = 60
    /// Bytes kept of what the child says about its failure.
    static let longestMessage = 4_096

    let program: String
    let arguments: [String]
    let input: [UInt8]
    let outputLimit: Int

    struct Result {
        var output: [UInt8] = []
        var message: [UInt8] = []
        var exitCode: Int32 = 0
    }

    /// Runs the child to its end, feeding and draining it in turns so that neither side waits.
    func run() throws(SynthesisError) -> Result {
        let pipes = try ChildPipes(program: program)
        let process = try spawn(pipes)
        pipes.closeChildEnds()
        var result = Result()
        do {
            try exchange(pipes, &result)
        } catch {
            kill(process, SIGKILL)
            _ = wait(for: process)
            throw error
        }
        result.exitCode = wait(for: process)
        return result
    }

    private func spawn(_ pipes: borrowing ChildPipes) throws(SynthesisError) -> pid_t {
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in [pipes.input.child, pipes.output.child, pipes.message.child]
            .enumerated()
        {
            posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
        }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        #if canImport(Glibc)
            var attributes = posix_spawnattr_t()
        #else
            var attributes: posix_spawnattr_t?
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own: Ctrl-C on the terminal is for the program that asked, which may
        // still need what is being spoken.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var process = pid_t()
        let number = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
        guard number == 0 else { throw .cannotStart(program: program, number: number) }
        return process
    }

    /// Little goes in, so that little can change the sound: where data and libraries are.
    private var environment: [String] {
        let kept = ["ESPEAK_DATA_PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]
        return ["LC_ALL=C.UTF-8"]
            + kept.compactMap { name in SpeechProgram.variable(name).map { "\(name)=\($0)" } }
    }

    private func exchange(
        _ pipes: borrowing ChildPipes, _ result: inout Result
    ) throws(SynthesisError) {
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
                throw .programStuck(program: program, seconds: Self.patienceSeconds)
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

    /// Sends what the child takes now; false when it takes no more.
    private func send(_ file: Int32, _ sent: inout Int) -> Bool {
        let count = input.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
            return ChildPipes.send(file, rest)
        }
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
        sent += count
        return true
    }

    private func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
