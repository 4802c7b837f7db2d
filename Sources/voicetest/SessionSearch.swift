import VoiceTrace

/// Finds the sessions that a verb was given.
enum SessionSearch {
    /// The sessions at or below `paths`, each once, and the gravest of what stood in the way of
    /// finding more.
    static func find(_ paths: [String]) -> (folders: [SessionFolder], status: ExitStatus) {
        var folders: [SessionFolder] = []
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
                folders += found.filter { !folders.contains($0) }
                status = status.graver(PendingChange.noteOrphans(below: path))
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        return (folders, status)
    }
}
