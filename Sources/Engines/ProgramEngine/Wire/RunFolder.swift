internal import VoiceFiles
internal import VoicePrograms

/// The temporary folder of one run of a program; it is removed with what the program left there.
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
    /// its copy.
    func replace(
        _ files: [String: [UInt8]], of project: String, isView: Bool
    ) throws(DiskError) {
        let start = isView ? view(of: project).changedFolder : copy
        for (name, bytes) in files {
            let mode = DiskFile.mode(of: "\(project)/\(name)") ?? DiskFile.usualMode
            try DiskFile.write(bytes, to: "\(start)/\(name)", mode: mode)
        }
    }

    /// A view of `folder` whose changes are kept here.
    func view(of folder: String) -> FolderView { FolderView(of: folder, changes: path) }
}
