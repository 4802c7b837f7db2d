import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceProject
import VoiceReports
import VoiceTrace

/// `init --from`: writes a project for a flow that exists.
struct InitFrom {
    let flow: String
    let directory: String?
    let options: DraftOptions

    /// Parts that are listed at most; the file holds all.
    private static let listLimit = 20

    func run() throws {
        let configuration = try options.configuration(of: flow)
        let folder = directory ?? usualFolder(of: configuration)
        var target = try ProjectFolder(folder)
        let written: ProjectDraft.Written
        do {
            let progress = ProgressLine(
                doing:
                    "drafting scenarios for \(PrintableText.part(configuration.mainFile ?? flow))")
            defer { progress.clear() }
            written = try ProjectDraft(of: configuration, in: target.path).write(into: &target)
            try target.publish()
        } catch {
            target.undo()
            throw error
        }
        try show(written, in: folder)
    }

    private func usualFolder(of configuration: RunConfiguration) -> String {
        let parent = DiskFile.parent(of: configuration.mainFile ?? flow)
        return parent.isEmpty ? "." : parent
    }

    private func show(_ written: ProjectDraft.Written, in folder: String) throws {
        let drafted = written.drafted
        let edges = drafted.graph.edges.count
        try Console.print(
            "\(folder): \(drafted.drafts.count) scenarios with their golden sessions take"
                + " \(drafted.takenEdges) of \(edges) transitions of \(written.flow).")
        if !drafted.unreached.isEmpty {
            try Console.print("Out of reach, and counted apart (\(UnreachedFile.name)):")
            for part in drafted.unreached.prefix(Self.listLimit) {
                try Console.print(line: "  \(part.description)")
            }
            let more = drafted.unreached.count - Self.listLimit
            if more > 0 { try Console.print("  and \(more) more") }
        }
        try Console.print(
            """

            Test it:
              voicetest test \(folder) --coverage 100
            Change the flow, test again, and look at what the change does:
              voicetest review \(folder)
            """)
    }
}
