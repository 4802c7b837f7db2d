import ArgumentParser
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceSystem
import VoiceTrace

struct InitCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a small project that passes its tests.",
        discussion: """
            The project takes a pizza order: a flow, its prompts, the phrases a caller can say, \
            three scenarios (one caller orders, one says nothing, one interrupts), their golden \
            sessions, and a workflow for GitHub. Together the scenarios take every edge of the \
            flow.

            The command creates DIR when it is missing. DIR has to be empty (73).

            \(otherEngines)

            With --from the command makes a project for your own flow. It drafts one scenario for \
            each goTo edge that it can reach with words, silence, noise, an interruption, a field, \
            an answer of the app, a denied permission, or a recognizer, prompt or playback that \
            fails. unreached.json lists the other edges with their reasons; --coverage of `test` \
            and `replay` counts these edges separately. DIR is the flow's folder unless given. \
            Existing files are never overwritten (73).

            With --here the command makes a project for a bot that exists, in Python or Node. It \
            reads the bot's files, prints what it finds with file and line, and writes \
            voicetest.json, one scenario and the files of the client that the bot needs. It \
            starts nothing, asks nothing and overwrites nothing. DIR is the bot's folder, or the \
            file that starts it.

            Examples:
              voicetest init pizza
              voicetest init --here
              voicetest init --engine \(otherKinds.first ?? Engines.usualKind) order
              voicetest init --from app/flow.json tests
            """)

    @Argument(
        help: """
            The folder of the project. Default: this folder; with --from, the flow's folder. With \
            --here also the file that starts the bot.
            """,
        completion: .directory)
    var directory: String?

    @Option(
        help: """
            The kind of the engine: \(Engines.usualKind) unless given, or \
            \(otherKinds.joined(separator: ", ")).
            """)
    var engine: String?

    @Option(
        help: """
            What the app is made with: \(apps.map(\.name).joined(separator: ", ")). The project is \
            that of such an app, which is a program of its own. A framework has to be installed in \
            the Python that `python3` is.
            """)
    var app: String?

    @Flag(
        help: """
            Copies the client of an app in Python into the project, also where this `python3` has \
            that of the same release.
            """)
    var vendor = false

    @Flag(help: "Makes a project for the bot that is in the folder.")
    var here = false

    private static let apps = ProjectTemplate.apps

    private static var otherKinds: [String] {
        ProjectTemplate.usual.map(\.kind).filter { $0 != Engines.usualKind }
    }

    /// Sentences on the project that each other engine gets.
    private static var otherEngines: String {
        ProjectTemplate.usual.filter { $0.kind != Engines.usualKind }
            .map { "With --engine \($0.kind) the project is \($0.template.help)." }
            .joined(separator: " ")
    }

    @OptionGroup(title: "A flow that exists") var draft: DraftOptions

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        if here, app != nil || engine != nil || draft.from != nil {
            throw ValidationError(
                "--here finds out what the bot is. Leave out --app, --engine and --from.")
        }
        if let app {
            if engine != nil || draft.from != nil {
                throw ValidationError(
                    "--app says which engine it is. Leave out --engine and --from.")
            }
            let known = Self.apps.map(\.name)
            guard known.contains(app) else {
                throw ValidationError(NearMiss.unknown("kind of app", app, among: known))
            }
        }
        guard let engine, draft.from != nil, engine != Engines.usualKind else { return }
        throw ValidationError(
            "Scenarios are drafted for \(Engines.usualKind) files only. Leave --engine \(engine) or"
                + " --from out."
        )
    }

    func run() async throws {
        try await reporting {
            if here {
                try InitHere(target: directory, copies: vendor, variable: Self.variable).run()
                return
            }
            if let flow = draft.from {
                try InitFrom(flow: flow, directory: directory, options: draft).run()
                return
            }
            let (template, client) = InstalledClient.fitting(try template(), copying: vendor)
            let directory = self.directory ?? "."
            var folder = try ProjectFolder(directory)
            do {
                try Self.write(template, into: &folder)
                try folder.publish()
            } catch {
                folder.undo()
                throw error
            }
            if let client, !Console.isQuiet { try Console.print(client) }
            try Self.show(template, in: directory, isTop: !GitFolder.isBelow(directory))
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The project that the options name.
    private func template() throws -> ProjectTemplate {
        if let found = Self.apps.first(where: { $0.name == app }) { return found }
        return try ProjectTemplate.of(engine ?? Engines.usualKind)
    }

    /// Writes all files, and the golden session of every scenario.
    private static func write(
        _ template: ProjectTemplate, into folder: inout ProjectFolder
    ) throws {
        guard try DiskFile.names(in: folder.path).allSatisfy({ $0 == ".git" }) else {
            throw CommandError(
                .cannotCreate,
                "\(folder.path): the folder is not empty. Name a new folder, as in `voicetest"
                    + " init pizza`.")
        }
        for file in template.files { try folder.write(file.bytes, to: file.path) }
        try folder.write(
            ProjectTemplate.workflow(testing: "."), to: ProjectTemplate.workflowPath)
        try recordGoldens(
            of: ProjectReader(folder: folder.path, usual: Engines.usual()).project, into: &folder)
    }

    private static func recordGoldens(
        of project: Project, into folder: inout ProjectFolder
    ) throws {
        var runner = CaseRunner(
            factories: Engines.factories(),
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder),
            createdBy: Voicetest.program)
        let (sources, _) = try FlowSources.checked(
            project.configuration, factory: Engines.factory(of: project.configuration))
        for item in try ProjectCases(of: project).cases where !item.hasGolden {
            let result = runner.run(item, sources: sources)
            if let error = result.error { throw error }
            guard let session = result.session else { continue }
            if let objection = session.objections.first {
                throw CommandError(.differs, "\(item.name): \(objection.sentence)")
            }
            guard session.unreachedLines.isEmpty, session.failedExpectations.isEmpty else {
                let faults = RecordingOutcome(session).unmet
                throw CommandError(
                    .differs,
                    "\(item.name): the scenario does not pass on this machine:"
                        + " \(faults.joined(separator: " ")) Run voicetest doctor.")
            }
            try SessionWriter(path: item.golden.path, isReplacing: false)
                .write(session, timing: [:])
            folder.record(item.golden.path)
        }
    }

    private static func show(
        _ template: ProjectTemplate, in directory: String, isTop: Bool
    ) throws {
        try Console.print(
            "\(directory): \(template.files.count + 1) files and 3 golden sessions.")
        guard !Console.isQuiet else { return }
        let change = template.change
        let accept =
            template.changeAsksAnew
            ? "voicetest test --calls live || voicetest accept . --re-anchor --reason \"the crust\""
            : "voicetest accept . --reason \"the question is clearer\""
        let enter = directory == "." ? "" : "cd \(directory) && "
        let workflow =
            isTop
            ? """
            \(ProjectTemplate.workflowPath) tests the project on GitHub. Write the owner of
            voicetest's repository into that file.
            """
            : """
            \(ProjectTemplate.workflowPath) tests the project on GitHub. GitHub looks for it at
            the top of your repository: move .github there, and write the path of this folder
            behind `path:` in that file. Write the owner of voicetest's repository into it, too.
            """
        try Console.print(
            """

            Test it:
              \(enter)voicetest test
            Change what the app says or listens for, and test again:
              sed -i.bak 's/\(change.before)/\(change.after)/' \(change.file); voicetest test
            Accept what the change does to callers, where it is right:
              \(accept)

            \(workflow)
            """)
    }
}
