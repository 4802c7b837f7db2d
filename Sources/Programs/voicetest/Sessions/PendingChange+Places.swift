import VoiceFiles
import VoiceReports
import VoiceTrace

extension PendingChange {
    /// Returns the folders with pending changes at or below `paths`. An acceptance locks them:
    /// their contents change names.
    static func places(of paths: [String]) -> [String] {
        let sessions = paths.flatMap { path in
            PendingSessions.find(at: path)
                + ((try? SessionFolder.search(path))?.sessions ?? []).filter {
                    DiskFile.exists($0.pendingTracePath)
                }
        }
        return Set(sessions.map(Self.place)).sorted()
    }

    /// The folder that `session` stands in.
    static func place(of session: SessionFolder) -> String {
        let parent = DiskFile.parent(of: session.path)
        return parent.isEmpty ? "." : parent
    }

    /// Refuses a golden that is read-only, before anything is changed.
    ///
    /// A pending session takes the place of the golden, whose files are then removed. A pending
    /// trace takes the place of some of its files.
    func refuseReadOnly() throws {
        let part: String?
        if isSession {
            part =
                DiskFile.readOnlyPart(of: folder.path) ?? DiskFile.readOnlyPart(of: origin.path)
                ?? [Self.place(of: folder)].first(where: DiskFile.isReadOnly)
        } else {
            let files = [
                folder.path, folder.tracePath, folder.ledgerPath, folder.anchorPath,
                folder.manifestPath,
            ]
            part = files.first(where: DiskFile.isReadOnly)
        }
        guard let part else { return }
        throw CommandError(
            .inputOutput,
            "\(part): is read-only, so nothing was accepted. Allow yourself to write there, or"
                + " accept a copy of it.")
    }
}
