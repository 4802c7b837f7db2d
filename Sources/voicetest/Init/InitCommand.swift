import ArgumentParser
import VoiceProject
import VoiceSession
import VoiceSynthesis
import VoiceTrace

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a small project that passes its tests.",
        discussion: """
            The project takes a pizza order: a flow, its prompts, the phrases a caller can say, \
            three scenarios (a caller who orders, one who says nothing, one who interrupts), their \
            golden sessions, and a workflow for GitHub. Together the scenarios take every way of \
            the flow.

            DIR is made when it is missing, and has to be empty (73).

            Example:
              voicetest init pizza
            """)

    @Argument(help: "The folder of the project.", completion: .directory)
    var directory = "."

    func run() async throws {
        try await reporting {
            let names = DiskFile.exists(directory) ? try DiskFile.names(in: directory) : []
            guard names.allSatisfy({ $0 == ".git" }) else {
                throw CommandError(
                    .cannotCreate,
                    "\(directory): the folder is not empty. Name a new folder, as in `voicetest"
                        + " init pizza`.")
            }
            for file in ProjectTemplate.files {
                try DiskFile.write(file.bytes, to: "\(directory)/\(file.path)", replacing: false)
            }
            try DiskFile.write(
                ProjectTemplate.workflow(testing: "."),
                to: "\(directory)/\(ProjectTemplate.workflowPath)", replacing: false)
            try Self.recordGoldens(of: ProjectReader(folder: directory).project)
            try show(names: ProjectTemplate.files.map(\.path))
        }
    }

    /// Records the golden session of every scenario.
    private static func recordGoldens(of project: Project) throws {
        var runner = CaseRunner(
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder),
            createdBy: "voicetest \(Voicetest.version)")
        let (sources, _) = try FlowSources.checked(project.configuration)
        for item in try ProjectCases(of: project).cases where !item.hasGolden {
            let result = runner.run(item, sources: sources)
            if let error = result.error { throw error }
            guard let session = result.session else { continue }
            guard session.unreachedLines.isEmpty, session.failedExpectations.isEmpty else {
                let faults = session.unreachedLines + session.failedExpectations
                throw CommandError(
                    .differs,
                    "\(item.name): the scenario does not pass on this machine:"
                        + " \(faults.joined(separator: "; ")). Run voicetest doctor.")
            }
            try SessionWriter(path: item.golden.path, isReplacing: false)
                .write(session, timing: [:])
        }
    }

    private func show(names: [String]) throws {
        let enter = directory == "." ? "" : "cd \(directory) && "
        try Console.print(
            """
            \(directory): \(names.count + 1) files and 3 golden sessions.

            Test it:
              \(enter)voicetest test
            Change what the app says, and test again:
              sed -i 's/Shall I order it?/Shall I order that?/' prompts.json; voicetest test
            Accept what the change does to callers, where it is right:
              voicetest accept . --reason "the question is clearer"

            \(ProjectTemplate.workflowPath) tests the project on GitHub: name the repository and
            the commit of voicetest at its top.
            """)
    }
}
