internal import VoiceFiles
internal import VoiceTrace

extension SessionJournal {
    /// Writes the parts before the first record: the flow's files, and the draft that lists them.
    static func begin(
        _ draft: inout SessionManifest, _ files: [String: [UInt8]], in folder: JournalFolder
    ) throws(DiskError) {
        try put(files, into: &draft, in: folder)
        try write(draft, in: folder)
        try DiskFile.makeFolder(folder.folder)
    }

    /// Adds `files` to the `flow` folder, in the place of those of the same names.
    ///
    /// - Throws: ``SessionError/disk(_:)``.
    mutating func add(_ files: [String: [UInt8]]) throws(SessionError) {
        guard !files.isEmpty else { return }
        do {
            let paths = Set(files.keys.map(Self.path(of:)))
            draft.files.removeAll { paths.contains($0.path) }
            try Self.put(files, into: &draft, in: folder)
            try Self.write(draft, in: folder)
        } catch { throw .disk(error) }
    }

    /// Writes into the draft what the scenario asked for and did not get: sealing may be cut off.
    mutating func record(_ unmet: [String]) throws(SessionError) {
        guard !unmet.isEmpty else { return }
        draft.unmet = unmet
        do { try Self.write(draft, in: folder) } catch { throw .disk(error) }
    }

    private static func path(of name: String) -> String { "\(SessionFolder.Part.flow)/\(name)" }

    private static func put(
        _ files: [String: [UInt8]], into draft: inout SessionManifest, in folder: JournalFolder
    ) throws(DiskError) {
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            let path = path(of: name)
            try DiskFile.write(bytes, to: "\(folder.path)/\(path)")
            try DiskFile.synchronize("\(folder.path)/\(path)")
            draft.add(path, bytes)
        }
    }

    private static func write(
        _ draft: SessionManifest, in folder: JournalFolder
    ) throws(DiskError) {
        try DiskFile.write(draft.fileBytes, to: folder.draftPath)
        try DiskFile.synchronize(folder.draftPath)
    }
}
