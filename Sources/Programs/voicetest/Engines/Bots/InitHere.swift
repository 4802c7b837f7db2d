import VoiceFiles
import VoiceProject
import VoiceReports

/// `init --here`: writes a project for a bot that exists. The bot's files are read, and nothing is
/// started, asked or overwritten.
struct InitHere {
    /// Folder of the bot, or its file; nil for the folder that is the current one.
    let target: String?
    /// Whether the client is copied, also where it is installed.
    let copies: Bool
    /// Returns a variable of the environment.
    let variable: (String) -> String?

    static let scenarioName = "first" + Project.scenarioSuffix
    private static let shownKeyLimit = 8

    func run() throws {
        let (folder, name) = place
        guard DiskFile.isFolder(folder) else {
            throw CommandError(.missing, "\(folder): no such folder. Name the folder of the bot.")
        }
        let project = "\(folder)/\(Project.fileName)"
        guard !DiskFile.exists(project) else {
            throw CommandError(
                .cannotCreate,
                "\(project) exists already, and nothing is overwritten. Run `voicetest test"
                    + " \(folder)`, or remove it to have it written anew.")
        }
        let bot = try FoundBot(in: BotFolder(folder), named: name)
        let python = PythonInstallation(
            of: folder, search: variable("PATH") ?? "", home: variable("HOME"))
        let facts = BotFacts(bot, python)
        var target = try ProjectFolder(folder)
        do {
            let (written, kept) = try write(facts, into: &target)
            try target.publish()
            try show(facts, written, kept, in: folder)
        } catch {
            target.undo()
            throw error
        }
    }

    /// The folder of the bot, and the file in it that the user named.
    private var place: (folder: String, name: String?) {
        guard let path = target.map(DiskFile.withoutSlashes) else { return (".", nil) }
        let isFile = BotFolder.language(of: path) != nil && !DiskFile.isFolder(path)
        guard isFile else { return (path, nil) }
        let parent = DiskFile.parent(of: path)
        return (parent.isEmpty ? "." : parent, DiskFile.name(of: path))
    }

    /// Writes what is not there, and returns the names of both.
    private func write(
        _ facts: BotFacts, into folder: inout ProjectFolder
    ) throws -> (written: [String], kept: [String]) {
        var files = copies || !facts.hasClient ? facts.clientFiles : []
        if let start = facts.start { files.append(start) }
        files.append((Self.scenarioName, facts.scenario))
        // What git is told is the user's.
        files += ProjectTemplate.gitFiles.filter { !DiskFile.exists("\(folder.path)/\($0.path)") }
        files.append((Project.fileName, facts.project))
        var (written, kept): ([String], [String]) = ([], [])
        for file in files {
            let path = "\(folder.path)/\(file.path)"
            if DiskFile.exists(path) {
                let old = try? DiskFile.read(path, limit: FileLimit.text)
                if old != file.bytes { kept.append(file.path) }
                continue
            }
            try folder.write(file.bytes, to: file.path)
            written.append(file.path)
        }
        return (written, kept)
    }

    private func show(
        _ facts: BotFacts, _ written: [String], _ kept: [String], in folder: String
    ) throws {
        for fact in facts.facts { try Console.print(line: fact.line) }
        try Console.print("\nWritten: \(written.joined(separator: ", "))")
        if !kept.isEmpty {
            try Console.print(
                "Kept, though they are others than those of this voicetest: "
                    + kept.joined(separator: ", "))
        }
        for (name, lines) in ProjectTemplate.gitFiles where !written.contains(name) {
            let all = String(decoding: lines, as: UTF8.self).split(separator: "\n")
            try Console.print("\(name) is yours. Add to it: \(all.joined(separator: " "))")
        }
        if facts.hasClient, !copies {
            try Console.print(
                "The client is installed. Add to your requirements: \(InstalledClient.requirement)")
        }
        let enter = folder == "." ? "" : "cd \(folder) && "
        if let installation = facts.installation {
            try Console.print("\nInstall what is missing:\n  \(enter)\(installation)")
        }
        let keys = facts.keys.prefix(Self.shownKeyLimit).joined(separator: ", ")
        let environment = keys.isEmpty ? "" : ", with \(keys) in the environment"
        try Console.print(
            """

            Record the first call\(environment):
              \(enter)voicetest test || voicetest accept . --reason "the first call"
            Test it from then on\(keys.isEmpty ? "" : ", without keys"):
              \(enter)voicetest test
            """)
    }
}
