import ArgumentParser
import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Takes the pending trace beside a session as its new golden.",
        discussion: """
            The pending trace is the trace.new.jsonl that a replay left. The old golden is \
            replaced and nothing else; what was accepted and why is added to accepted.jsonl in \
            the session. Refused with CI set.

            Example:
              voicetest accept demo.vsession --reason "prompts are 200 ms shorter now"
            """)

    @Argument(help: "Sessions, or folders of sessions.", completion: .directory)
    var paths: [String]

    @Option(help: "Why the new behaviour is right.")
    var reason: String

    func validate() throws {
        if reason.allSatisfy(\.isWhitespace) {
            throw ValidationError("--reason needs words: whoever reads the ledger wants them.")
        }
    }

    func run() async throws {
        try await reporting {
            guard !Console.isCI else {
                throw CommandError(
                    .usage, "accept does not run with CI set. Accept on your machine and commit.")
            }
            var pending = 0
            var status = ExitStatus.agrees
            for path in paths {
                do {
                    for folder in try SessionFolder.find(at: path)
                    where DiskFile.exists(folder.pendingTracePath) {
                        pending += 1
                        do { try accept(folder) } catch { note(error, &status) }
                    }
                } catch { note(error, &status) }
            }
            if pending == 0, status == .agrees {
                throw CommandError(
                    .missing,
                    "nothing is pending in \(paths.joined(separator: ", "))."
                        + " Run voicetest replay first: where one differs it leaves its trace.")
            }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    private func note(_ error: any Error, _ status: inout ExitStatus) {
        Console.note("\(error)")
        status = status.graver(ExitStatus(error))
    }

    private func accept(_ folder: SessionFolder) throws {
        _ = try folder.open()
        let pending = try RecordedTrace(path: folder.pendingTracePath)
        guard !pending.isEdited else {
            throw CommandError(
                .badData,
                "\(folder.pendingTracePath): was changed by hand since the replay wrote it."
                    + " Replay again.")
        }
        let before = (try? folder.golden().digest) ?? "none"
        var ledger: [UInt8] = []
        let ledgerPath = "\(folder.path)/accepted.jsonl"
        if DiskFile.exists(ledgerPath) {
            ledger = try DiskFile.read(ledgerPath, limit: FileLimit.text)
        }
        var line = JSONWriter()
        line.write(
            .object([
                "reason": .string(reason), "before": .string(before),
                "after": .string(pending.digest), "time": .integer(Int64(time(nil))),
            ]))
        try DiskFile.write(pending.fileBytes(), to: folder.tracePath)
        try DiskFile.write(ledger + line.bytes + [0x0A], to: ledgerPath)
        try DiskFile.remove(folder.pendingTracePath)
        try Console.print("\(folder.path): accepted \(pending.events.count) events")
    }
}
