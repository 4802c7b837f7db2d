import Synchronization
import Testing
import VoicePrograms
import VoiceTestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A dialog with a program")
struct ProgramDialogTests {
    /// Long enough for a busy machine; no test waits for it.
    private static let patience = 60_000

    /// What a program wrote to standard error.
    private final class Told: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func start(_ script: String, folder: String? = nil) -> ProgramStart {
        ProgramStart(program: "/bin/sh", arguments: ["-c", script], folder: folder)
    }

    private func ask(
        _ dialog: ProgramDialog, _ question: String, within milliseconds: Int = patience
    ) throws -> String {
        String(
            decoding: try dialog.exchange(Array(question.utf8), within: milliseconds),
            as: UTF8.self)
    }

    @Test("asks and hears, one line at a time")
    func echoes() throws {
        let dialog = try ProgramDialog(
            start("while read -r line; do echo \"<$line>\"; done; exit 3"), lineLimit: 100)
        #expect(try ask(dialog, "one") == "<one>")
        #expect(try ask(dialog, "two") == "<two>")
        #expect(dialog.end(within: Self.patience) == 3)
    }

    @Test("takes a question of megabytes and an answer as long")
    func longLines() throws {
        let dialog = try ProgramDialog(start("exec cat"), lineLimit: 4 << 20)
        let long = String(repeating: "x", count: 1 << 20)
        // It writes back what it reads: nobody may wait for the other to read.
        #expect(throws: ProgramError.unasked(program: "/bin/sh")) {
            _ = try ask(dialog, long + "\n" + long)
        }
        let other = try ProgramDialog(
            start("while read -r line; do echo \"$line\"; done"), lineLimit: 4 << 20)
        #expect(try ask(other, long) == long)
    }

    @Test("runs in the folder that is named, with a path seen from there")
    func folder() throws {
        let folder = TemporaryFolder()
        try folder.write("#!/bin/sh\nread -r line; pwd -P\n", to: "where")
        #expect(ProgramStart.path(of: "./where", in: folder.path) == nil)
        #expect(chmodded(folder.path("where")))
        let path = try #require(ProgramStart.path(of: "./where", in: folder.path))
        let dialog = try ProgramDialog(
            ProgramStart(program: path, arguments: [], folder: folder.path), lineLimit: 1_000)
        #expect(try ask(dialog, "?").hasSuffix(folder.path.split(separator: "/").last ?? "?"))
    }

    @Test("finds a program in PATH, and no folder, no text and nothing that is nowhere")
    func paths() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "text")
        #expect(ProgramStart.path(of: "sh", in: nil)?.hasSuffix("/sh") == true)
        for name in ["", "no-such-program", "/", "/usr", folder.path("text"), "a\0b"] {
            #expect(ProgramStart.path(of: name, in: nil) == nil, "\(name)")
        }
    }

    @Test("refuses a program that cannot be started")
    func cannotStart() throws {
        #expect(throws: ProgramError.cannotStart(program: "/nowhere/x", number: 2)) {
            _ = try ProgramDialog(
                ProgramStart(program: "/nowhere/x", arguments: []), lineLimit: 10)
        }
        #expect(throws: ProgramError.self) {
            _ = try ProgramDialog(start("exit", folder: "/nowhere"), lineLimit: 10)
        }
    }

    @Test("tells once, before its time is over, that a program does not answer")
    func silentProgram() throws {
        let told = Told()
        let dialog = try ProgramDialog(
            start("cat > /dev/null"), lineLimit: 100, tell: told.add, patience: 20)
        #expect(throws: ProgramError.self) {
            _ = try dialog.converse([], most: 1, within: 500) { _ in true }
        }
        #expect(told.all == ["no answer for 20 ms; it may take 500 ms of its own time"])
    }

    @Test(
        "tells what a program does that keeps no rule",
        arguments: [
            ("exit 0", ProgramError.ended(program: "/bin/sh")),
            ("read -r line; kill -9 $$", .ended(program: "/bin/sh")),
            ("sleep 1000 & exit 0", .ended(program: "/bin/sh")),
            ("exec 1>&-; cat > /dev/null", .ended(program: "/bin/sh")),
            ("read -r line; exec cat /dev/zero", .lineTooLong(program: "/bin/sh", limit: 100)),
        ])
    func hostile(script: String, error: ProgramError) throws {
        let dialog = try ProgramDialog(start(script), lineLimit: 100)
        // More than any buffer holds: a program that never reads is not waited for.
        let question = String(repeating: "x", count: 1 << 20)
        #expect(throws: error) { _ = try ask(dialog, question) }
        dialog.end(within: 0)
    }

    @Test(
        "waits no longer than its limit for a program that reads, or writes notes, for ever",
        arguments: ["cat > /dev/null", "exec 0<&-; exec sleep 1000", "cat /dev/zero >&2; exit"])
    func endless(script: String) throws {
        let dialog = try ProgramDialog(start(script), lineLimit: 100)
        let question = String(repeating: "x", count: 1 << 20)
        let error = #expect(throws: ProgramError.self) {
            _ = try ask(dialog, question, within: 50)
        }
        guard case .late("/bin/sh", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        dialog.end(within: 0)
    }

    @Test("refuses what was written before it was asked for")
    func unasked() throws {
        let dialog = try ProgramDialog(
            start("read -r line; printf 'one\\ntwo\\n'; exec cat > /dev/null"), lineLimit: 100)
        #expect(try ask(dialog, "?") == "one")
        #expect(throws: ProgramError.unasked(program: "/bin/sh")) { _ = try ask(dialog, "!") }
    }

    @Test("tells lines of standard error, cut and counted")
    func messages() throws {
        let told = Told()
        let long = String(repeating: "y", count: 700)
        let script =
            "read -r line; echo \(long) >&2; echo short >&2; i=0; while [ $i -lt 200 ]; do "
            + "echo line $i >&2; i=$((i + 1)); done; printf 'no end' >&2; echo answer"
        let dialog = try ProgramDialog(start(script), lineLimit: 100, tell: told.add)
        #expect(try ask(dialog, "?") == "answer")
        dialog.end(within: Self.patience)
        #expect(told.all.first == String(repeating: "y", count: 500))
        #expect(told.all.contains("short"))
        #expect(told.all.count == 101)
        #expect(told.all.last == "what else it writes is left out")
    }

    @Test("ends a program that goes on, and what that started")
    func ends() throws {
        let dialog = try ProgramDialog(
            start("trap '' TERM HUP; (exec sleep 1000) & read -r line; echo $!; wait; wait"),
            lineLimit: 100)
        let child = try #require(Int32(try ask(dialog, "?")))
        #expect(dialog.end(within: 0) == 128 + 9)
        #expect(dialog.end() == 128 + 9)
        for _ in 0..<1_000_000 where isRunning(child) { sched_yield() }
        #expect(!isRunning(child))
    }

    @Test("gives the child no file but its three, whatever this process has open")
    func files() throws {
        let dialog = try ProgramDialog(
            start("read -r line; ls /proc/self/fd | tr '\\n' ' '; echo"), lineLimit: 1_000)
        // The fourth is that of `ls`, which looks into the folder.
        #if os(Linux)
            #expect(try ask(dialog, "?") == "0 1 2 3 ")
        #endif
    }
}
