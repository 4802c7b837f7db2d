import VoiceDiff
import VoiceReports
import VoiceSession
import VoiceTrace

/// Replays the same sessions many times in different ways and requires one hash of each.
struct Certificate {
    let runs: Int
    let jobs: Int
    let options: ReplayOptions
    /// What the engine is made to do wrong, to show that it is noticed.
    var planted: PlantedRead?

    /// Blocks the microphone is fed in, in turn; nil is all at once.
    private static let blocks: [Int?] = [160, 1, 7, 512, nil]

    /// Replays, prints the hashes and says whether there is one a session, the golden's where
    /// nothing was changed.
    func issue(
        for folders: [SessionFolder], format: OutputFormat
    ) async throws -> ExitStatus {
        var status = ExitStatus.agrees
        var digests: [[String: Int]] = folders.map { _ in [:] }
        let runner = ReplayRunner(trapsReads: true, planted: planted)
        ReadTrap.forget()
        for run in 0..<runs {
            var options = options
            options.blockFrames = Self.blocks[run % Self.blocks.count]
            // Every other run uses one job more, so that sessions meet on other threads.
            let outcomes = await runner.run(folders, options: options, jobs: jobs + run % 2)
            for (index, outcome) in outcomes.enumerated() {
                digests[index][outcome.digest ?? "unusable", default: 0] += 1
                guard outcome.digest == nil || options.changes.isEmpty else { continue }
                status = status.graver(outcome.status)
                if run == 0, outcome.status != .agrees {
                    let verdict = TerminalReport().text(outcome.verdict)
                    Console.note("\(folders[index].path): not the golden trace\n\(verdict)")
                }
            }
        }
        for counts in digests where counts.count > 1 { status = status.graver(.differs) }
        let reads = ReadTrap.reads
        for read in reads where read.excuse == nil {
            Console.note("read during replay: \(read.text)")
            status = status.graver(.bug)
        }
        if ReadTrap.isFull {
            Console.note("more places read clocks and chance than can be listed")
            status = status.graver(.bug)
        }
        if !ReadTrap.works {
            Console.note("reads of clocks and chance are not trapped on this system")
        }
        try show(folders, digests, reads, format)
        return status
    }

    private func show(
        _ folders: [SessionFolder], _ digests: [[String: Int]], _ reads: [TrappedRead],
        _ format: OutputFormat
    ) throws {
        switch format {
        case .text:
            for (folder, counts) in zip(folders, digests) {
                let listing = counts.sorted { $0.key < $1.key }
                    .map { "\($0.key) \($0.value) of \(runs)" }.joined(separator: ", ")
                try Console.print(line: "\(folder.path): \(listing)")
            }
        case .json:
            let sessions = zip(folders, digests).map { folder, counts -> JSONValue in
                var listing = JSONObject()
                for (digest, count) in counts { listing[digest] = .integer(Int64(count)) }
                return ["path": .string(folder.path), "digests": .object(listing)]
            }
            try Console.print(
                bytes: JSONWriter.prettyBytes([
                    "runs": .integer(Int64(runs)), "sessions": .array(sessions),
                    "reads": .array(reads.map(Self.object)), "trapsReads": .bool(ReadTrap.works),
                ]))
        }
    }

    private static func object(_ read: TrappedRead) -> JSONValue {
        [
            "function": .string(read.function), "library": .string(read.library),
            "count": .integer(Int64(read.count)),
            "stack": .array(read.stack.map { .string($0) }),
            "excuse": read.excuse.map { .string($0) } ?? .null,
        ]
    }
}
