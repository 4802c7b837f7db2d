import ArgumentParser
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceTrace

struct ValidateCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks flow, prompt, map, scenario, audio-session, session and trace files.",
        discussion: """
            The command tells the kind of a file from its content. Every finding has line, column \
            and JSON path. A folder with a voicetest.json stands for the project's files and \
            scenarios. The command also decodes the sound of a session: the whole microphone \
            track and every prompt. Exits 1 when a finding is an error, 65 when a file is not \
            JSON or a session is damaged.

            Errors are faults that keep a flow from running, and also: names in a scenario that \
            flow and prompts do not have; events that a scenario waits for and that never happen; \
            rules of the app that never act, or whose call is always refused; intents that no \
            module lists; missing clips; "words" beside "say"; malformed SSML; a startPosMs behind \
            the end of a prompt; and, with --phrases or --grammar, a file that cannot be read (65) \
            and rules of the flow for words that no caller can say.

            Warnings are: modules that nothing leads to; loops without an end; listening without \
            an end; prompts without an end; prompts that nothing plays; fields that are read and \
            never set (calls of a scenario count as setting them); keys that have no effect; \
            $[fields] that are spoken literally; SSML that is not spoken as it asks; phrases that \
            only have a word of a "contains" rule inside of another word; "fails" in a project's \
            scenario whose recognizer is not scripted; names of scenarios and sessions that macOS \
            or Windows cannot tell apart or check out; and, with --media, missing audio and text \
            files.

            Examples:
              voicetest validate .
              voicetest validate voiceflow.json prompts.json scenario.json --media audio

            The form of the first file that an engine recognises decides the engine. --engine \
            names another engine, and --file names its files. All files that are named together \
            belong to one engine.
            """)

    @Argument(
        help: "The files, sessions, folders of sessions and projects to check.",
        completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("program-command"),
        help: .init(
            """
            Checks instead whether this program keeps the protocol of programs as apps under test \
            (ProgramProtocol.md). Its outside calls are made once. No shell starts it.
            """, valueName: "program args"))
    var programCommand: String?

    @OptionGroup var engine: EngineOptions

    @Option(
        help: "The folder of the app's audio and text files, and of callers' clips.",
        completion: .directory)
    var media: String?

    @OptionGroup var task: TaskOptions

    @Option(help: "The language folder inside of --media that is looked into first.")
    var language = "en-US"

    @Option(help: "How findings are printed.")
    var format = OutputFormat.text

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        if programCommand != nil {
            guard files.isEmpty, engine.kind == nil, engine.files.isEmpty else {
                throw ValidationError(
                    "--program-command checks a program alone. Check the files without it.")
            }
            _ = try command()
            return
        }
        if files.isEmpty, engine.files.isEmpty, engine.dialogue == nil {
            throw ValidationError(
                """
                Missing expected argument '<files> ...'
                Help:  <files>  The files, sessions, folders of sessions and projects to check.
                """)
        }
    }

    /// The program to check; nil where files are checked.
    private func command() throws -> ProgramCommand? {
        do {
            return try programCommand.map { text throws(ProgramCommandError) in
                try ProgramCommand(text)
            }
        } catch { throw ValidationError("--program-command: \(error)") }
    }

    func run() async throws {
        try await reporting {
            if let command = try command() {
                return try ValidatedProgram(command).show(format)
            }
            var findings: [Finding] = []
            var status = ExitStatus.agrees
            var refused: [String] = []
            func report(_ error: any Error) {
                Console.report("\(error)")
                status = status.graver(ExitStatus(error))
            }
            let groups = try groups(noting: report) { findings += $0 }
            let progress = ProgressLine(count: groups.count, unit: "sets of files")
            defer { progress.clear() }
            for (place, group) in groups.enumerated() {
                defer { progress.update(1, of: place) }
                var set = group.set
                for file in group.files {
                    do {
                        if DiskFile.isFolder(file) {
                            for session in try Self.sessions(in: file, noting: report) {
                                findings += try Self.session(session)
                            }
                        } else if BareTrace.stands(at: file) {
                            findings += try BareTrace.findings(in: file)
                        } else {
                            try findings += set.add(file)
                        }
                    } catch {
                        report(error)
                        refused.append(file)
                    }
                }
                do {
                    findings += try set.check()
                    let error = try set.taskFile()?.error
                    status = error.map { status.graver(ExitStatus($0)) } ?? status
                } catch { report(error) }
            }
            progress.clear()
            // Rules that scenarios have in common are read with each of them.
            var told: Set<String> = []
            findings = findings.filter { told.insert($0.description).inserted }
            try show(findings, refused: refused)
            let hasError = findings.contains { $0.severity != .warning }
            status = hasError ? status.graver(.differs) : status
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Groups the files that belong together: those that are named, and those of each project.
    /// `note` hears of what of a project cannot be read, `finding` of its names.
    private func groups(
        noting note: (any Error) -> Void, finding: ([Finding]) -> Void
    ) throws -> [(set: FlowFiles, files: [String])] {
        var named: [String] = []
        var projects: [ValidatedProject] = []
        for file in files {
            if let folder = ValidatedProject.folder(file) {
                projects.append(try ValidatedProject(folder))
            } else {
                named.append(file)
            }
        }
        var groups: [(FlowFiles, [String])] = []
        if !named.isEmpty || engine.kind != nil {
            let factory = try engine.factory(for: named)
            var set = try FlowFiles(factory, media: media, language: language)
            for (name, path) in try engine.paths(for: factory).sorted(by: { $0.key < $1.key }) {
                try set.add(path, as: name)
            }
            set.phrases = task.phrases
            set.grammar = task.grammar
            groups.append((set, named))
        }
        for project in projects {
            for error in project.unreadable { note(error) }
            finding(project.nameFindings)
            groups.append((try project.set(media: media), project.files))
        }
        return groups
    }

    /// Returns the session in a folder, or the sessions below it; `note` hears of what cannot be
    /// read.
    private static func sessions(
        in folder: String, noting note: (any Error) -> Void
    ) throws -> [String] {
        if DiskFile.exists(SessionFolder(path: folder).manifestPath) { return [folder] }
        let search = try SessionFolder.search(folder)
        for error in search.unreadable { note(error) }
        let found = search.sessions.map(\.path)
        guard found.isEmpty, search.unreadable.isEmpty else { return found }
        throw CommandError(
            .missing,
            "\(folder): no session and no project in this folder. Name a session"
                + " (NAME.vsession), a folder of sessions, or a folder with a voicetest.json.")
    }

    /// The findings of a session's own files, after the session itself was found whole.
    private static func session(_ path: String) throws -> [Finding] {
        let folder = SessionFolder(path: path)
        var replayer = ReplayRunner.replayer()
        let manifest = try replayer.check(folder)
        try ListenedFor.check(in: folder, manifest)
        guard !manifest.isCall else { return try UndeclaredFindings.of(folder, manifest) }
        var set = try FlowFiles(Engines.factory(of: manifest.engine.kind, orExit: .badData))
        set.isRecorded = true
        var findings = try UnmetFindings.of(folder, manifest)
        findings += try UndeclaredFindings.of(folder, manifest)
        findings += try LaterFindings.of(folder, manifest)
        let flow = "\(folder.path)/\(SessionFolder.Part.flow)/"
        let rules = flow + RecordingPlan.rulesName
        if DiskFile.exists(rules) {
            let bytes = try DiskFile.read(rules, limit: FileLimit.text)
            set.common[flow + "scenario.json"] = (bytes, rules)
        }
        for (name, _) in manifest.files where name.hasSuffix(".json") {
            let path = "\(folder.path)/\(name)"
            guard path.hasPrefix(flow), path != rules else { continue }
            findings += try set.add(path)
        }
        for (name, _) in manifest.files where name.hasSuffix(".jsonl") {
            let path = "\(folder.path)/\(name)"
            guard path.hasPrefix(flow) else { continue }
            try set.add(path, as: String(path.dropFirst(flow.count)), limit: FileLimit.lines)
        }
        return findings + (try set.check())
    }

    private static func counted(_ count: Int, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }

    /// Prints the findings; files that could not be read stand on standard error and are counted.
    private func show(_ findings: [Finding], refused: [String]) throws {
        switch format {
        case .text:
            for finding in findings { try Console.print(line: finding.description) }
            let errors = findings.filter { $0.severity != .warning }.count
            let unread = refused.isEmpty ? "" : ", not checked: \(refused.joined(separator: ", "))"
            let told = [
                Self.counted(errors, "error"), Self.counted(findings.count - errors, "warning"),
            ]
            try Console.print(line: told.joined(separator: ", ") + unread)
        case .json:
            let listed = findings.map { finding -> JSONValue in
                [
                    "severity": .string(finding.severity == .warning ? "warning" : "error"),
                    "file": .string(finding.file), "line": .integer(Int64(finding.place.line)),
                    "column": .integer(Int64(finding.place.column)),
                    "path": .string(finding.path.description),
                    "message": .string(finding.message),
                ]
            }
            try Console.print(
                json: [
                    "findings": .array(listed),
                    "notChecked": .array(refused.map { .string($0) }),
                ])
        }
    }
}
