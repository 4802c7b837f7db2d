import VoiceFiles
import VoiceReports

/// The bot of a folder: the file that starts it, and what that file is.
struct FoundBot {
    let folder: BotFolder
    let entry: SourceFile
    let kind: BotKind
    /// Place of the line that says so.
    let place: String
    /// The entry and the files that it imports.
    let files: [SourceFile]
    /// Other files that start a bot.
    let others: [String]

    /// Names of files that start a bot, where several do; the first is the likeliest.
    private static let usualNames = ["bot", "main", "agent", "app", "server", "index", "run"]

    /// Files that a message names at most.
    private static let placeLimit = 6

    /// Finds the bot that `name`, a file in the folder, starts, or the only one, or the one with
    /// the most usual name.
    ///
    /// - Throws: `CommandError` where no file starts one, or several do.
    init(in folder: BotFolder, named name: String?) throws(CommandError) {
        self.folder = folder
        let found = try Self.candidates(in: folder, named: name)
        let chosen = try Self.chosen(of: found, in: folder)
        (entry, kind, place, files) = (chosen.entry, chosen.kind, chosen.place, chosen.files)
        others = found.filter { $0.entry.path != chosen.entry.path }.map(\.place)
    }

    private typealias Candidate = (
        entry: SourceFile, kind: BotKind, place: String, files: [SourceFile]
    )

    private static func candidates(
        in folder: BotFolder, named name: String?
    ) throws(CommandError) -> [Candidate] {
        if let name {
            guard let entry = folder.sources.first(where: { $0.path == name }) else {
                throw CommandError(
                    .missing,
                    "\(folder.path)/\(name): no such file of Python or Node is here. Name the file"
                        + " that starts the bot.")
            }
            let files = folder.files(from: entry)
            guard let (kind, place) = kind(of: files, in: folder) else {
                throw unknown(folder.path, "\(name) and the files that it imports")
            }
            return [(entry, kind, place, files)]
        }
        let closures = folder.sources.map { folder.files(from: $0) }
        let imported = Set(closures.flatMap { $0.dropFirst().map(\.path) })
        let found = closures.compactMap { files -> Candidate? in
            guard !imported.contains(files[0].path), let (kind, place) = kind(of: files, in: folder)
            else { return nil }
            return (files[0], kind, place, files)
        }
        if found.isEmpty { throw unknown(folder.path, "\(folder.sources.count) files") }
        return found
    }

    /// The kind of a bot with these files; that of the entry counts first.
    private static func kind(
        of files: [SourceFile], in folder: BotFolder
    ) -> (BotKind, String)? {
        let all = files.compactMap { file -> (BotKind, String)? in
            guard let modules = folder.modules[file.path],
                let (kind, line) = BotKind.of(file, modules)
            else { return nil }
            return (kind, file.place(line))
        }
        // A bot whose other file takes the client runs by it.
        return all.first { $0.0 == .client } ?? all.first
    }

    private static func chosen(
        of found: [Candidate], in folder: BotFolder
    ) throws(CommandError) -> Candidate {
        if found.count == 1 { return found[0] }
        let started = found.filter { item in
            ["Dockerfile", "Procfile", "package.json"].contains { list in
                folder.list(list)?.mentions(item.entry.path.lowercased()) ?? false
            }
        }
        if started.count == 1 { return started[0] }
        let ownFolders: Set = ["", "src", "app"]
        for name in usualNames {
            let named = found.filter {
                $0.entry.stem == name && ownFolders.contains($0.entry.folder)
            }
            if named.count == 1 { return named[0] }
        }
        let more = found.count > placeLimit ? " and others" : ""
        let places = found.map(\.place).sorted().prefix(placeLimit).joined(separator: ", ") + more
        throw CommandError(
            .usage,
            "\(folder.path): \(found.count) files start a bot: \(places). Name one:"
                + " `voicetest init --here \(folder.path == "." ? "" : "\(folder.path)/")"
                + "\(found[0].entry.path)`.")
    }

    private static func unknown(_ folder: String, _ what: String) -> CommandError {
        let runners = BotFramework.all.map { "no \($0.runner.thing), " }.joined()
        return CommandError(
            .missing,
            """
            \(folder): \(what) start no bot that voicetest knows: \(runners)no server, no sound \
            card. Name the file that starts it with `voicetest init --here FILE`, or give the bot \
            a microphone and a voice by the client, as `voicetest init --app python NEW` or \
            `--app node NEW` shows.
            """)
    }
}
