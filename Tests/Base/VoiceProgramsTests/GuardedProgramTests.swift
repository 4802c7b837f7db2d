import Testing
import VoiceTestSupport

@testable import VoicePrograms

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A program under a guard")
struct GuardedProgramTests {
    /// A program under a guard, and what it writes.
    private struct Guarded: ~Copyable {
        let pipes: ChildPipes
        var program: GuardedProgram

        init(_ script: String, within milliseconds: Int = 0) throws {
            let made = try ChildPipes(program: "/bin/sh")
            program = try GuardedProgram(
                ProgramStart(program: "/bin/sh", arguments: ["-c", script]), made,
                within: milliseconds)
            pipes = made
        }

        /// The next line that the program writes, as numbers.
        func numbers() -> [Int32] {
            var bytes: [UInt8] = []
            while bytes.last != UInt8(ascii: "\n"),
                ChildPipes.drain(pipes.output.ours, into: &bytes)
            {}
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
                .compactMap { Int32($0) }
        }

        /// Waits until nothing has the program's output any more.
        func waitForSilence() {
            var bytes: [UInt8] = []
            while ChildPipes.drain(pipes.output.ours, into: &bytes) {}
        }
    }

    /// Starts another program in its group and heeds neither its input nor a signal.
    private static let stubborn = "trap '' TERM HUP INT; sleep 600 & echo $$ $!; wait; sleep 600"
    /// Leaves a program in a session of its own behind, which holds its output open.
    private static let detaching = "setsid sh -c 'echo $$; exec sleep 600' & wait; sleep 600"

    @Test("is ended with what it started when the process that asked for it is gone")
    func endsTheGroup() throws {
        var guarded = try Guarded(Self.stubborn)
        let processes = guarded.numbers()
        #expect(processes.count == 2)
        guarded.program.abandon()
        guarded.waitForSilence()
        #expect(!processes.contains(where: isRunning))
        #expect(guarded.program.end() == 128 + 9)
    }

    #if os(Linux)
        @Test("is ended with what it started in sessions of their own", arguments: [true, false])
        func endsSessions(isAbandoned: Bool) throws {
            var guarded = try Guarded(Self.detaching)
            let processes = guarded.numbers()
            #expect(processes.count == 1)
            if isAbandoned { guarded.program.abandon() }
            #expect(guarded.program.end() == 128 + 9)
            guarded.waitForSilence()
            // The guard has waited for each of them.
            #expect(processes.allSatisfy { kill($0, 0) != 0 })
        }

        @Test("is ended with what an ended one of its programs left behind")
        func endsOrphans() throws {
            var guarded = try Guarded("(setsid sleep 600 & echo $!); read -r line; exit 3")
            let processes = guarded.numbers()
            shutdown(guarded.pipes.input.ours, Int32(SHUT_WR))
            while !guarded.program.isOver() { sched_yield() }
            #expect(processes.allSatisfy(isRunning))
            #expect(guarded.program.end() == 3)
            #expect(processes.allSatisfy { kill($0, 0) != 0 })
        }
    #endif

    @Test("is ended with its group where its guard was killed")
    func outlivesNoGuard() throws {
        var guarded = try Guarded(Self.stubborn)
        #expect(guarded.numbers().count == 2)
        kill(guarded.program.guardProcess, SIGKILL)
        while !guarded.program.isOver() { sched_yield() }
        #expect(guarded.program.end() == 128 + 9)
        guarded.waitForSilence()
    }

    @Test("has time to end by itself when the process that asked for it is gone")
    func endsByItself() throws {
        var guarded = try Guarded("read -r line; exit 7", within: 600_000)
        shutdown(guarded.pipes.input.ours, Int32(SHUT_WR))
        guarded.program.abandon()
        #expect(guarded.program.end() == 7)
    }

    @Test("has its three files and no other, and signals as a shell's programs find them")
    func bare() throws {
        signal(SIGUSR2, SIG_IGN)
        defer { signal(SIGUSR2, SIG_DFL) }
        var guarded = try Guarded(
            "grep -c . /proc/self/environ > /dev/null; set -- /proc/self/fd/*; echo $#;"
                + " kill -USR2 $$; sleep 600")
        // The fourth is the folder of them, while it is listed.
        #expect(guarded.numbers().first.map { $0 <= 4 } == true)
        guarded.waitForSilence()
        #expect(guarded.program.end() == 128 + SIGUSR2)
    }

    @Test("says why it does not start", arguments: ["/nowhere/program", "/dev/null"])
    func doesNotStart(program: String) throws {
        let pipes = try ChildPipes(program: program)
        let error = #expect(throws: ProgramError.self) {
            _ = try GuardedProgram(ProgramStart(program: program, arguments: []), pipes)
        }
        let reason = program == "/dev/null" ? EACCES : ENOENT
        #expect(error == .cannotStart(program: program, number: reason))
    }
}
