import ArgumentParser
import VoiceReports
import VoiceTrace

/// Where a replay's report goes, and which share of the sessions it is about.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .customLong("report"),
        help: .init(
            "Writes a result and a page to look at into this folder.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        help: .init(
            "Replays one share of the sessions, as in 2/5, balanced by their length; auto takes it"
                + " from the environment of an array job.", valueName: "i/n|auto"))
    var shard: ShardOption?

    @Flag(help: "Replaces a report that stands in the folder.")
    var force = false

    /// The folder, made ready to be written; nil when no report is wanted.
    func prepare() throws -> ResultFolder? {
        guard let folder else {
            if force { Console.note("--force has an effect with --report only") }
            return nil
        }
        let result = ResultFolder(path: folder)
        try result.prepare(replacing: force)
        return result
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

/// What follows `--shard`.
enum ShardOption: ExpressibleByArgument, Equatable {
    case auto
    case share(Shard)

    init?(argument: String) {
        if argument == "auto" {
            self = .auto
        } else {
            guard let shard = Shard(argument) else { return nil }
            self = .share(shard)
        }
    }
}
