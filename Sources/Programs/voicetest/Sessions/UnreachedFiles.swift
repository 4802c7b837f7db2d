import VoiceFiles
import VoiceProject
import VoiceReports
import VoiceTrace

/// Lists of unreachable parts, of the projects that sessions belong to.
struct UnreachedFiles: Sendable {
    private var files: [String: UnreachedFile] = [:]
    /// Lists that cannot be used.
    private(set) var faults: [RunFault] = []

    /// None.
    init() {}

    /// Those of `sessions`.
    init(_ sessions: [SessionFolder]) {
        for parent in Set(sessions.map(Self.parent)).sorted() {
            guard let project = Project.folder(above: parent) else { continue }
            do {
                files[parent] = try UnreachedFile(folder: project)
            } catch {
                Console.report("\(error)")
                faults.append(RunFault(ExitStatus(error), "\(error)"))
            }
        }
    }

    /// The list for one of the sessions; nil where it has none.
    func file(of session: SessionFolder) -> UnreachedFile? { files[Self.parent(session)] }

    private static func parent(_ session: SessionFolder) -> String {
        let parent = DiskFile.parent(of: session.path)
        return parent.isEmpty ? "." : parent
    }
}
