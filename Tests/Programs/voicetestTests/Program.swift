import Foundation
import VoiceTestSupport

/// The built program, run as a user runs it.
struct Program {
    /// What came of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let messages: String
    }

    let folder = TemporaryFolder()

    /// Where the package stands: tests use its corpus.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("voicetest").path

    /// The client that runs programs in Python, by its name: its compiled form is kept.
    static let pythonClient = "/usr/bin/python3 -m voicetest_app"

    /// End of a program in Python that speaks the protocol by itself: once it is let go, it does
    /// its `acts` and tells the `files` that it loaded.
    static let doesItsActs = """
        for line in sys.stdin:
            message = json.loads(line)
            frame, lines = max(frame, message.get("at", 0)), []
            if message["kind"] == "hello":
                lines = [{"kind": "ready", "protocol": 1, "hears": "words", "name": "cafe",
                          "version": "1"}]
            elif message["kind"] == "go":
                lines, acts = acts + [{"kind": "idle", "t": frame, "next": None,
                                       "files": files}], []
            for one in lines:
                print(json.dumps(one), flush=True)
        """

    /// What every run sees: nothing of who runs the tests, so that `CI` changes none of them.
    /// Speech that one run renders is there for all.
    private var bareEnvironment: [String: String] {
        [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": SharedFolders.root,
            "PYTHONPATH": "\(Self.package)/Sources/Clients/Python",
        ]
    }

    /// Runs `voicetest` with `arguments` in the test's folder; `variables` are added to a bare
    /// environment.
    func run(_ arguments: [String], variables: [String: String] = [:]) throws -> Outcome {
        try launch(Self.program, arguments, variables: variables)
    }

    /// Runs `voicetest` so that no file can grow beyond so many blocks of 512 bytes, as on a disk
    /// that is full; the signal for it is off, so that the program sees the error.
    func runLimited(blocks: Int, _ arguments: [String]) throws -> Outcome {
        let script = "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\""
        return try launch("/bin/sh", ["-c", script, Self.program] + arguments)
    }

    /// Runs `voicetest` as a shell does that finds it in PATH: by its name alone.
    func runThroughPath(_ arguments: [String]) throws -> Outcome {
        let folder = URL(fileURLWithPath: Self.program).deletingLastPathComponent().path
        return try launch(
            "/bin/sh", ["-c", "exec voicetest \"$@\"", "sh"] + arguments,
            variables: ["PATH": "\(folder):/usr/bin:/bin"])
    }

    /// Runs a line of shell in which `voicetest` is a command.
    func runShell(_ line: String, variables: [String: String] = [:]) throws -> Outcome {
        let folder = URL(fileURLWithPath: Self.program).deletingLastPathComponent().path
        return try launch(
            "/bin/sh", ["-c", line],
            variables: ["PATH": "\(folder):/usr/bin:/bin"].merging(variables) { $1 })
    }

    /// Runs `voicetest` with a standard output that is always full.
    func runFull(_ arguments: [String]) throws -> Outcome {
        let script = "exec \"$0\" \"$@\" > /dev/full"
        return try launch("/bin/sh", ["-c", script, Self.program] + arguments)
    }

    /// Runs `voicetest` with a pipe for its standard output that nobody reads; gives the exit code
    /// or the number of the signal that ended it.
    func runUnread(_ arguments: [String]) throws -> Int32 {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let process = try start(arguments, output: pipe.fileHandleForWriting)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Runs `voicetest` with its messages on a terminal, and gives what it wrote there.
    func runOnTerminal(_ arguments: [String]) throws -> String {
        let command = ([Self.program] + arguments).joined(separator: " ") + " > /dev/null"
        return try launch("/usr/bin/script", ["-q", "-e", "-c", command, "/dev/null"]).output
    }

    /// Binds a command to one processor, where the machine has such a program.
    static let taskset = "/usr/bin/taskset"

    /// Starts `voicetest` in the test's folder, in a bare environment, and does not wait for it.
    func start(
        _ arguments: [String], output: FileHandle = .nullDevice, onOneCore: Bool = false
    ) throws -> Process {
        let process = Process()
        let command = (onOneCore ? [Self.taskset, "-c", "0"] : []) + [Self.program] + arguments
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = bareEnvironment
        process.standardError = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        return process
    }

    private func launch(
        _ executable: String, _ arguments: [String], variables: [String: String] = [:]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = bareEnvironment.merging(variables) { $1 }
        // Files, not pipes: nothing can fill up, however much the program says.
        let output = folder.path("stdout.txt")
        let messages = folder.path("stderr.txt")
        for path in [output, messages] {
            try Data().write(to: URL(fileURLWithPath: path))
        }
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: messages))
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: try String(contentsOfFile: output, encoding: .utf8),
            messages: try String(contentsOfFile: messages, encoding: .utf8))
    }

    /// Writes a file in the test's folder.
    func write(_ text: String, to name: String) throws {
        try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    }

    /// Copies a session of the package's corpus into the test's folder.
    func copySession(_ name: String) throws -> String {
        let target = folder.path("copy.vsession")
        try FileManager.default.copyItem(
            atPath: "\(Self.package)/Corpora/\(name).vsession", toPath: target)
        return target
    }

    /// Records the field-set session of the shutdown flow, whose text prompts need voicetest-speak.
    func recordShutdown(_ more: [String] = []) throws -> Outcome {
        let flow = "\(Self.package)/Corpora/shutdown"
        return try run(
            [
                "record", "--flow", "\(flow)/voiceflow.json", "--prompts", "\(flow)/prompts.json",
                "--scenario", "\(flow)/field-set.scenario.json", "--output", "new.vsession",
            ] + more)
    }
}
