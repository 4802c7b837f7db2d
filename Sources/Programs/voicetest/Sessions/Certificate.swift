import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceSession
import VoiceSystem
import VoiceTrace

/// Replays the same sessions many times in different ways and requires one hash of each.
struct Certificate {
    let runs: Int
    let jobs: Int
    let options: ReplayOptions
    /// Fault that is planted into the engine, to show that it is noticed.
    var planted: PlantedRead?

    /// Lengths of the microphone's blocks, in frames, in turn; nil is all at once.
    private static let blocks: [Int?] = [160, 1, 7, 512, nil]

    /// Steps in which a program runs besides, in frames, in turn; nil is none.
    private static let steps: [Int64?] = [nil, 112, 800, 8_000]

    /// Replays the sessions, prints the hashes and says whether there is one a session, the
    /// golden's where nothing was changed.
    func issue(
        for folders: [SessionFolder], format: OutputFormat
    ) async throws -> ExitStatus {
        guard !folders.isEmpty else {
            Console.report("No session to certify. Name a session, or another shard.")
            return .missing
        }
        try TrapLibrary.require()
        var status = ExitStatus.agrees
        var tallies = folders.map { _ in Tally() }
        let runner = ReplayRunner(trapsReads: true, planted: planted)
        let machine = try options.programCommand.map { _ in try OtherMachine() }
        defer { machine?.remove() }
        ReadTrap.forget()
        for run in 0..<runs {
            var options = Self.varied(options, run)
            if let machine, run % 2 == 1 {
                options.programCommand?.variables = machine.variables
                options.programCommand?.hostName = "elsewhere"
            }
            // Every other run uses one job more, so that sessions meet on other threads.
            let outcomes = await runner.run(folders, options: options, jobs: jobs + run % 2)
            for (index, outcome) in outcomes.enumerated() {
                status = status.graver(count(outcome, of: run, options, in: &tallies[index]))
            }
        }
        if tallies.contains(where: { $0.digests.count > 1 }) { status = status.graver(.differs) }
        status = status.graver(judgeReads())
        let sessions = zip(folders, tallies).map { folder, tally in
            Certified(
                path: folder.path, start: tally.start, digests: tally.digests,
                answers: tally.answers)
        }
        try show(sessions, ReadTrap.reads, format)
        return status
    }

    /// Values of another machine for a program: another name, home, temporary folder, zone, locale
    /// and user. A session that gives its program a world has one trace on both.
    private struct OtherMachine {
        private let folder: PrivateFolder
        let variables: [String: String?]

        init() throws {
            let folder = try PrivateFolder(files: ["home", "tmp"])
            self.folder = folder
            try DiskFile.makeFolder("\(folder.path)/tmp")
            // What a program keeps in its home is there by another path.
            let home = Console.environment("HOME") ?? "/"
            guard symlink(home, "\(folder.path)/home") == 0 else {
                throw DiskError.cannotCreate(
                    path: "\(folder.path)/home", reason: DiskFile.lastReason())
            }
            variables = [
                "HOME": "\(folder.path)/home", "TMPDIR": "\(folder.path)/tmp",
                "TZ": "Asia/Kathmandu", "LANG": "tr_TR.UTF-8", "LC_ALL": nil, "USER": "other",
                "LOGNAME": "other",
            ]
        }

        func remove() { folder.remove() }
    }

    /// Results of the runs of one session.
    private struct Tally {
        var start: ReplayStart?
        var digests: [String: Int] = [:]
        var answers = AnswerTally()
        /// The events of the first run.
        var first: [TraceEvent] = []
    }

    /// Counts the result of a run, reports where it differs from the first one, and returns what is
    /// wrong with it.
    private func count(
        _ outcome: ReplayOutcome, of run: Int, _ options: ReplayOptions, in tally: inout Tally
    ) -> ExitStatus {
        let digest = outcome.digest ?? "unusable"
        let isNew = tally.digests[digest] == nil
        tally.digests[digest, default: 0] += 1
        tally.start = outcome.verdict.start
        tally.answers.add(outcome.answers)
        if run == 0 {
            tally.first = outcome.events
        } else if isNew {
            report(outcome, of: run, options, unlike: tally.first)
        }
        guard outcome.digest == nil || options.changes.isEmpty else { return .agrees }
        if run == 0, outcome.status != .agrees {
            let verdict = TerminalReport().text(outcome.verdict)
            Console.report("\(outcome.verdict.path): not the golden trace\n\(verdict)")
        }
        return outcome.status
    }

    /// Says what replays read of the world, and gives whether that is a fault.
    private func judgeReads() -> ExitStatus {
        var status = ExitStatus.agrees
        for read in ReadTrap.reads where read.excuse == nil {
            Console.report("read during replay: \(read.text)")
            status = .bug
        }
        if ReadTrap.isFull {
            Console.report("more places read clocks and chance than can be listed")
            status = .bug
        }
        if !ReadTrap.works {
            Console.report("reads of clocks and chance are not trapped on this system")
        }
        return status
    }

    /// Reports where a run first differs from the first one.
    private func report(
        _ outcome: ReplayOutcome, of run: Int, _ options: ReplayOptions,
        unlike first: [TraceEvent]
    ) {
        let blocks = options.blockFrames.map { "blocks of \($0) frames" } ?? "one block"
        let steps = options.stepFrames.map { ", steps of \($0) frames" } ?? ""
        let place = "\(outcome.verdict.path): run \(run + 1) of \(runs) (\(blocks)\(steps))"
        if outcome.digest == nil {
            Console.report("\(place) is not usable\n\(TerminalReport().text(outcome.verdict))")
        } else if let difference = RunDifference(first, outcome.events) {
            Console.report("\(place) differs from run 1: \(difference.sentence)")
        }
    }

    /// The options of one run: another one feeds other blocks, and lets a program take other steps.
    private static func varied(_ options: ReplayOptions, _ run: Int) -> ReplayOptions {
        var options = options
        options.blockFrames = blocks[run % blocks.count]
        if options.programCommand != nil { options.stepFrames = steps[run % steps.count] }
        return options
    }

    /// Result of one session.
    private struct Certified {
        let path: String
        /// The first stage that was replayed; nil when it cannot be.
        let start: ReplayStart?
        /// Number of runs that gave each hash.
        let digests: [String: Int]
        /// Answers of a program of the user's.
        let answers: AnswerTally
    }

    private func show(
        _ sessions: [Certified], _ reads: [TrappedRead], _ format: OutputFormat
    ) throws {
        switch format {
        case .text:
            for session in sessions {
                let listing = session.digests.sorted { $0.key < $1.key }
                    .map { "\($0.key) \($0.value) of \(runs)" }.joined(separator: ", ")
                let from = session.start.map { ", replayed from \($0.rawValue)" } ?? ""
                let heard = session.answers.sentence.map { "; \($0)" } ?? ""
                try Console.print(line: "\(session.path): \(listing)\(from)\(heard)")
            }
        case .json:
            let sessions = sessions.map { session -> JSONValue in
                var listing = JSONObject()
                for (digest, count) in session.digests { listing[digest] = .integer(Int64(count)) }
                var object: JSONObject = [
                    "path": .string(session.path), "digests": .object(listing),
                ]
                object["from"] = session.start.map { .string($0.rawValue) }
                object["recognizer"] = session.answers.value
                return .object(object)
            }
            try Console.print(
                json: [
                    "runs": .integer(Int64(runs)), "sessions": .array(sessions),
                    "reads": .array(reads.map(Self.object)), "trapsReads": .bool(ReadTrap.works),
                ])
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
