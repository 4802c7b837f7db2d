import VoiceTrace

/// Finds the sessions that a verb was given.
enum SessionSearch {
    /// The sessions at or below `paths`, each once however its path is spelled, and the gravest of
    /// what stood in the way of finding more.
    static func find(_ paths: [String]) -> (folders: [SessionFolder], status: ExitStatus) {
        var folders: [SessionFolder] = []
        var known: Set<String> = []
        var status = ExitStatus.agrees
        for path in paths {
            do {
                let (found, unreadable) = try SessionFolder.search(path)
                for error in unreadable {
                    Console.note("\(error)")
                    status = status.graver(ExitStatus(error))
                }
                if found.isEmpty, unreadable.isEmpty {
                    Console.note("\(path): no session in or below this folder")
                    status = status.graver(.missing)
                }
                folders += found.filter { known.insert(DiskFile.realPath($0.path)).inserted }
                status = status.graver(PendingChange.noteOrphans(below: path))
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        return (folders, status)
    }
}
