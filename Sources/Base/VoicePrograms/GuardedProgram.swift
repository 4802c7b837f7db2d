internal import CSpawn
internal import VoiceSystem

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
    /// Refusal for which the program runs without its confinement; nil where it has it.
    let refusal: ConfinementRefusal?
    /// Separate network of the program; nil where it has the system's.
    private let network: OwnNetwork?
    /// The program's exit code, or 128 and the number of the signal that ended it; nil before.
    private var exitCode: Int32?
    private var isReleased = false

    /// Starts the program with its ends of `pipes`, which are closed here whether it starts or not.
    ///
    /// The program has `milliseconds` to end by itself when this process is gone.
    /// - Throws: ``ProgramError/cannotStart(program:number:)``,
    ///   ``ProgramError/notConfined(program:refusal:)``.
    init(
        _ start: ProgramStart, _ pipes: borrowing ChildPipes,
        confinement: ProgramConfinement? = nil, within milliseconds: Int = 2_000
    ) throws(ProgramError) {
        defer { pipes.closeChildEnds() }
        let start = try Self.placed(start, in: confinement?.view)
        var control: Int32 = -1
        var guardProcess: Int32 = -1
        let files = (pipes.input.child, pipes.output.child, pipes.message.child)
        let number = start.withWords { program, words, variables, folder in
            var start = voicetest_guarded(
                program: program, arguments: words, environment: variables, folder: folder,
                files: files, limit_milliseconds: Int32(clamping: milliseconds),
                confinement: nil)
            guard let confinement else {
                return voicetest_guard_start(&start, &control, &guardProcess)
            }
            return confinement.withWords {
                start.confinement = $0
                return voicetest_guard_start(&start, &control, &guardProcess)
            }
        }
        guard number == 0 else { throw .cannotStart(program: start.program, number: number) }
        var news = Self.news(from: control, waiting: true)
        var refusal: ConfinementRefusal?
        if case .open(let reason) = news {
            refusal = reason
            news = Self.news(from: control, waiting: true)
        }
        guard case .started(let process) = news else {
            close(control)
            _ = ChildEnd.wait(for: guardProcess)
            switch news {
            case .failed(let number): throw .cannotStart(program: start.program, number: number)
            case .refused(let refusal):
                throw .notConfined(program: start.program, refusal: refusal)
            default: throw .cannotStart(program: start.program, number: EAGAIN)
            }
        }
        self.control = control
        self.guardProcess = guardProcess
        self.process = process
        self.refusal = refusal
        let isApart = refusal == nil && confinement?.hasNetwork == false
        network = isApart ? OwnNetwork(of: process) : nil
    }

    /// Number of times that the program, or what it started, asked its own network for what is not
    /// there.
    var networkFailures: Int { network?.failures() ?? 0 }

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

    /// Lets the guard kill what is left of the program and of what it started, at once; gives the
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

    /// Returns `start` in a folder that is found through the view: the folder of this process lies
    /// below it.
    private static func placed(
        _ start: ProgramStart, in view: FolderView?
    ) throws(ProgramError) -> ProgramStart {
        guard let view else { return start }
        if let refusal = view.prepare() {
            throw .notConfined(program: start.program, refusal: refusal)
        }
        var start = start
        start.folder = absolute(start.folder)
        return start
    }

    /// `folder`, or the folder of this process, seen from the root.
    private static func absolute(_ folder: String?) -> String? {
        if let folder, folder.hasPrefix("/") { return folder }
        guard let current = getcwd(nil, 0) else { return folder }
        defer { free(current) }
        return String(cString: current) + (folder.map { "/" + $0 } ?? "")
    }

    private static func askForEnd(_ control: Int32) {
        let word: [UInt8] = [0]
        _ = word.withUnsafeBytes { ChildPipes.send(control, $0) }
    }

    /// Reads the guard's messages until it is gone.
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

    /// Message of a guard.
    private enum News {
        case started(pid_t)
        case failed(Int32)
        /// The program does not start, because the system refuses its confinement.
        case refused(ConfinementRefusal)
        /// The program starts without its confinement.
        case open(ConfinementRefusal)
        case ended(Int32)
        /// The guard is gone.
        case gone
    }

    /// Returns the next message of the guard; nil where there is none yet.
    private static func news(from control: Int32, waiting: Bool) -> News? {
        var message: [Int32] = [0, 0, 0]
        let size = 3 * MemoryLayout<Int32>.size
        let flags = waiting ? Int32(MSG_WAITALL) : Int32(MSG_DONTWAIT)
        while true {
            let count = recv(control, &message, size, flags)
            if count < 0, errno == EINTR { continue }
            if count < 0, !waiting { return nil }
            guard count == size else { return .gone }
            break
        }
        let refusal = ConfinementRefusal(step: message[2], number: message[1])
        return switch Int(message[0]) {
        case Int(VOICETEST_GUARD_STARTED): .started(message[1])
        case Int(VOICETEST_GUARD_FAILED): message[2] == 0 ? .failed(message[1]) : .refused(refusal)
        case Int(VOICETEST_GUARD_OPEN): .open(refusal)
        default: .ended(ChildEnd.code(ofStatus: message[1]))
        }
    }
}
