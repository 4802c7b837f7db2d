internal import CSpawn

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program under a guard, which ends it however this process ends.
///
/// The guard is a process between this one and the program. The system closes the guard's socket
/// with this process; then the guard gives the program some time, and kills it and what it started.
/// On Linux the guard becomes the parent of all that the program leaves behind, so it also reaches
/// what has a session of its own; elsewhere it reaches the program's group.
struct GuardedProgram: ~Copyable {
    private let control: Int32
    let guardProcess: pid_t
    /// The program's process, which is its group.
    let process: pid_t
    /// The program's exit code, or 128 and the number of the signal that ended it; nil before.
    private var exitCode: Int32?
    private var isReleased = false

    /// Starts the program with its ends of `pipes`, which are closed here whatever comes of it.
    ///
    /// The program has `milliseconds` to end by itself when this process is gone.
    /// - Throws: ``ProgramError/cannotStart(program:number:)``.
    init(
        _ start: ProgramStart, _ pipes: borrowing ChildPipes, within milliseconds: Int = 2_000
    ) throws(ProgramError) {
        defer { pipes.closeChildEnds() }
        var control: Int32 = -1
        var guardProcess: Int32 = -1
        let files = (pipes.input.child, pipes.output.child, pipes.message.child)
        let number = start.withWords { program, words, variables, folder in
            var start = voicetest_guarded(
                program: program, arguments: words, environment: variables, folder: folder,
                files: files, limit_milliseconds: Int32(clamping: milliseconds))
            return voicetest_guard_start(&start, &control, &guardProcess)
        }
        guard number == 0 else { throw .cannotStart(program: start.program, number: number) }
        let news = Self.news(from: control, waiting: true)
        guard case .started(let process) = news else {
            close(control)
            _ = ChildEnd.wait(for: guardProcess)
            var reason = EAGAIN
            if case .failed(let number) = news { reason = number }
            throw .cannotStart(program: start.program, number: reason)
        }
        self.control = control
        self.guardProcess = guardProcess
        self.process = process
    }

    deinit {
        if !isReleased {
            Self.askForEnd(control)
            close(control)
            _ = ChildEnd.wait(for: guardProcess)
        }
    }

    /// Whether the program has ended by now.
    mutating func isOver() -> Bool {
        if exitCode == nil { handle(Self.news(from: control, waiting: false)) }
        return exitCode != nil
    }

    /// Has the guard kill what is left of the program and of what it started, at once; gives the
    /// program's exit code, or 128 and the number of the signal that ended it.
    mutating func end() -> Int32 {
        if !isReleased {
            Self.askForEnd(control)
            finish()
        }
        return exitCode ?? 128 + SIGKILL
    }

    /// Leaves the guard alone as the end of this process would, and waits until it has done its
    /// work.
    mutating func abandon() {
        shutdown(control, Int32(SHUT_WR))
        finish()
    }

    private static func askForEnd(_ control: Int32) {
        let word: [UInt8] = [0]
        _ = word.withUnsafeBytes { ChildPipes.send(control, $0) }
    }

    /// Takes what the guard has to say until it is gone.
    private mutating func finish() {
        while exitCode == nil, case .ended(let code)? = Self.news(from: control, waiting: true) {
            exitCode = code
        }
        _ = ChildEnd.wait(for: guardProcess)
        if exitCode == nil { handle(.gone) }
        close(control)
        isReleased = true
    }

    private mutating func handle(_ news: News?) {
        switch news {
        case .ended(let code): exitCode = code
        case .gone:
            // A guard that was killed left the program to itself.
            kill(-process, SIGKILL)
            exitCode = 128 + SIGKILL
        default: break
        }
    }

    /// What a guard says.
    private enum News {
        case started(pid_t)
        case failed(Int32)
        case ended(Int32)
        /// The guard is gone.
        case gone
    }

    /// What the guard says next; nil where it says nothing yet.
    private static func news(from control: Int32, waiting: Bool) -> News? {
        var message: [Int32] = [0, 0]
        let size = 2 * MemoryLayout<Int32>.size
        let flags = waiting ? Int32(MSG_WAITALL) : Int32(MSG_DONTWAIT)
        while true {
            let count = recv(control, &message, size, flags)
            if count < 0, errno == EINTR { continue }
            if count < 0, !waiting { return nil }
            guard count == size else { return .gone }
            break
        }
        return switch Int(message[0]) {
        case Int(VOICETEST_GUARD_STARTED): .started(message[1])
        case Int(VOICETEST_GUARD_FAILED): .failed(message[1])
        default: .ended(ChildEnd.code(ofStatus: message[1]))
        }
    }
}
