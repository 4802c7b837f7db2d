internal import VoiceFiles
internal import VoicePrograms

/// Temporary folder of one run of a program; it is removed with all that the program left there.
final class RunFolder {
    private let path: String

    /// Makes a folder below `parent`; nil where that cannot be.
    init?(in parent: String) {
        guard let made = try? DiskFile.makeTemporaryFolder(in: parent) else { return nil }
        path = made
        // Where this fails, the folder goes with this object.
        guard (try? DiskFile.makeFolder(temporary)) != nil else { return nil }
    }

    deinit { try? DiskFile.remove(path) }

    /// The path of the program's temporary files.
    var temporary: String { "\(path)/tmp" }

    /// The path of a copy of the project.
    var copy: String { "\(path)/project" }

    /// Writes files, by their paths below the project, into the changes of a view of it, or into
    /// its copy, whose links lead into the project itself.
    ///
    /// - Throws: `DiskError`, also for a file that would lie elsewhere.
    func replace(
        _ files: [String: [UInt8]], of project: String, isView: Bool
    ) throws(DiskError) {
        let start = isView ? view(of: project).changedFolder : copy
        try DiskFile.makeFolder(start)
        for (name, bytes) in files {
            let file = "\(start)/\(name)"
            guard !name.split(separator: "/").contains(".."),
                DiskFile.lies(DiskFile.parent(of: file), inside: start)
            else { throw .escapes(path: name, folder: start) }
            let mode = DiskFile.mode(of: "\(project)/\(name)") ?? DiskFile.usualMode
            try DiskFile.write(bytes, to: file, mode: mode)
        }
    }

    /// A view of `folder` whose changes are kept here.
    func view(of folder: String) -> FolderView { FolderView(of: folder, changes: path) }
}
