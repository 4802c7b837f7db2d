internal import VoiceFiles

/// Sessions of a run that a demand is about: all of them, or those of one project.
struct DemandFolder: Sendable, Hashable {
    /// The project's folder, without a slash at its end; nil for every session.
    let project: String?

    init(_ project: String?) {
        self.project = project.map(DiskFile.withoutSlashes)
    }

    /// Returns the folder among `folders` that the session at `path` belongs to: the innermost that
    /// holds it.
    static func innermost(of folders: [DemandFolder], holding path: String) -> DemandFolder? {
        folders.filter { $0.holds(path) }.max { $0.depth < $1.depth }
    }

    /// The project's file; nil where an option asks.
    var file: String? {
        project.map { $0 == "." ? "voicetest.json" : "\($0)/voicetest.json" }
    }

    private var depth: Int { project.map { $0 == "." ? 1 : $0.utf8.count + 1 } ?? 0 }

    private func holds(_ path: String) -> Bool {
        guard let folder = project else { return true }
        if folder == "." { return !path.hasPrefix("/") }
        return path.hasPrefix(folder == "/" ? folder : folder + "/")
    }
}
