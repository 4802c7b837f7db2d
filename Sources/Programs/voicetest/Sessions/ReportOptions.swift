import ArgumentParser
import VoiceDiff
import VoiceFiles
import VoiceReports
import VoiceTrace

/// Options on where a replay's report goes, and which shard of the sessions it is about.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .customLong("report"),
        help: .init(
            "Writes a result and an HTML page into this folder.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        help: .init(
            "Replays one shard of the sessions, as in 2/5, balanced by their length; auto takes it"
                + " from the environment of an array job.", valueName: "i/n|auto"),
        transform: ShardOption.read)
    var shard: ShardOption?

    @Option(help: .init("Names the run in its report.", valueName: "text"))
    var label: String?

    @Flag(help: "Replaces a report that exists in the folder.")
    var force = false

    @Flag(
        name: .customLong("keep-sound"),
        help: "Keeps the sound of sessions that agree in the report, too.")
    var keepsSound = false

    /// Whether a session that is skipped makes the run fail: where its result is kept or put
    /// together with others.
    var isStrict: Bool { folder != nil || shard != nil || Console.isCI }

    /// The report of a run of `sessions`, begun; nil when no report is wanted.
    func begin(_ sessions: [SessionFolder]) throws -> ReportDraft? {
        guard let folder else {
            if force { Console.report("--force has an effect with --report only") }
            if keepsSound { Console.report("--keep-sound has an effect with --report only") }
            if label != nil { Console.report("--label has an effect with --report only") }
            return nil
        }
        return try Self.begin(folder, outside: sessions, replacing: force)
    }

    /// A report in `folder` on a run of `sessions`, begun.
    static func begin(
        _ folder: String, outside sessions: [SessionFolder], replacing: Bool
    ) throws -> ReportDraft {
        if let session = sessions.first(where: { DiskFile.lies(folder, inside: $0.path) }) {
            throw CommandError(
                .usage,
                "--report \(folder): lies inside of the session \(session.path). Choose a folder"
                    + " outside of every session.")
        }
        return try ReportDraft(in: ResultFolder(path: folder), replacing: replacing)
    }

    /// Returns the faults of `outcomes` that take less of their flows than `demands` ask for; a
    /// shard leaves that to `voicetest report`, and says so.
    func coverageFaults(
        _ demands: [CoverageDemand], _ outcomes: [ReplayOutcome], in shard: Shard
    ) -> [RunFault] {
        guard shard == .whole else {
            if demands.contains(where: { $0.percent > 0 }) {
                Console.inform(
                    "The coverage of all shards is judged by `voicetest report`"
                        + (folder == nil ? ", from what --report writes." : "."))
            }
            return []
        }
        let faults = CoverageDemand.faults(
            demands,
            of: outcomes.compactMap { outcome in
                outcome.coverage.map { (outcome.verdict.path, $0) }
            })
        for fault in faults { Console.report(fault.text) }
        return faults
    }

    /// Returns the writer of the report on a run of `all` over `paths` into `draft`.
    func run(_ draft: ReportDraft, _ all: [SessionFolder], paths: [String]) -> RunReport {
        RunReport(
            folder: draft.folder, all: all, origin: .current(label: label, paths: paths),
            keepsSound: keepsSound)
    }

    /// The share that is asked for; all by default.
    func share() throws -> Shard {
        switch shard {
        case nil: return .whole
        case .share(let shard): return shard
        case .auto: return try ShardEnvironment(Console.environment).shard()
        }
    }
}

/// Argument of `--shard`.
enum ShardOption: Equatable {
    case auto
    case share(Shard)

    /// Reads it.
    ///
    /// - Throws: `ValidationError` with an example.
    static func read(_ argument: String) throws -> ShardOption {
        if argument == "auto" { return .auto }
        guard let shard = Shard(argument) else {
            throw ValidationError(
                "--shard needs a number and how many there are, for example 2/5, or auto.")
        }
        return .share(shard)
    }
}
