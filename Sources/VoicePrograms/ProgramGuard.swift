#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ends a child, and what it started in its group, when this process is gone, however that ended.
///
/// A shell waits in a group of its own. The end of its input, which the system closes with this
/// process, makes it kill the child's group after the time that a program has to end by itself.
/// What left the group for a session of its own is not reached.
final class ProgramGuard {
    /// Reads a line and leaves, or finds the end and kills the group that the first argument names,
    /// once it is gone or so many tenths of a second as the second says have passed.
    private static let script = """
        trap '' HUP INT TERM QUIT
        if read -r line; then exit 0; fi
        left=$2
        while [ "$left" -gt 0 ] && kill -s 0 -- "-$1" 2>/dev/null; do
            sleep 0.1
            left=$((left - 1))
        done
        kill -s KILL -- "-$1" 2>/dev/null
        """

    private let process: pid_t
    private let pipes: ChildPipes
    private var isOver = false

    /// Watches over the group of `child`, which has `milliseconds` to end by itself.
    ///
    /// - Throws: ``ProgramError/cannotStart(program:number:)``.
    init(over child: pid_t, within milliseconds: Int = 2_000) throws(ProgramError) {
        let start = ProgramStart(
            program: "/bin/sh",
            arguments: [
                "-c", Self.script, "voicetest-guard", "\(child)", "\(milliseconds / 100)",
            ])
        let pipes = try ChildPipes(program: start.program)
        process = try start.spawn(pipes)
        self.pipes = pipes
    }

    deinit { release() }

    /// Lets the guard go: its child is over.
    func release() {
        guard !isOver else { return }
        isOver = true
        let line: [UInt8] = [UInt8(ascii: "\n")]
        _ = line.withUnsafeBytes { ChildPipes.send(pipes.input.ours, $0) }
        _ = ChildEnd.wait(for: process)
    }

    /// Ends the guard's input as the end of this process would, and waits until it has done its
    /// work.
    func abandon() {
        guard !isOver else { return }
        isOver = true
        shutdown(pipes.input.ours, Int32(SHUT_WR))
        _ = ChildEnd.wait(for: process)
    }
}
