package import VoiceEngine
internal import VoiceFiles
package import VoiceTrace

/// The cases of projects that sessions are the goldens of. Each project is read once.
package struct CaseLookup: Sendable {
    /// A project's cases by the real paths of their goldens, or why it cannot be read.
    private var projects: [String: Result<[String: ProjectCase], any Error>] = [:]

    /// Reads the projects that the sessions in `goldens` stand in; one that names no engine is for
    /// an engine of `usual`.
    package init(of goldens: [SessionFolder], usual: any EngineFactory) {
        for root in Set(goldens.compactMap(Self.root)) {
            projects[DiskFile.realPath(root)] = Result { try Self.cases(in: root, usual) }
        }
    }

    /// The case whose golden session is `golden`, which need not exist yet; nil for a session that
    /// no project tests.
    ///
    /// - Throws: why its project cannot be read.
    package func item(of golden: SessionFolder) throws -> ProjectCase? {
        guard let root = Self.root(of: golden) else { return nil }
        return try projects[DiskFile.realPath(root)]?.get()[Self.key(of: golden)]
    }

    /// The folder of the project that `golden` stands in. A `voicetest.json` inside of a session
    /// makes no project.
    private static func root(of golden: SessionFolder) -> String? {
        Project.folder(above: parent(of: golden.path))
    }

    private static func parent(of path: String) -> String {
        let parent = DiskFile.parent(of: path)
        guard parent.isEmpty else { return parent }
        // The session may be the working folder.
        return path == "." || path == ".." ? DiskFile.parent(of: DiskFile.realPath(path)) : "."
    }

    private static func key(of golden: SessionFolder) -> String {
        if DiskFile.exists(golden.path) { return DiskFile.realPath(golden.path) }
        return DiskFile.realPath(parent(of: golden.path)) + "/" + DiskFile.name(of: golden.path)
    }

    private static func cases(
        in root: String, _ usual: any EngineFactory
    ) throws -> [String: ProjectCase] {
        let project = try ProjectReader.checked(folder: root, usual: usual).project
        return Dictionary(
            try ProjectCases(of: project).cases.map { (key(of: $0.golden), $0) }
        ) { first, _ in first }
    }
}
