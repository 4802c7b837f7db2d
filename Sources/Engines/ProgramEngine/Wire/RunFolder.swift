internal import VoiceFiles
internal import VoicePrograms

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The temporary folder of one run of a program; it is removed with what the program left there.
final class RunFolder {
    private let path: String

    /// Makes a folder below `parent`; nil where that cannot be.
    init?(in parent: String) {
        var template = Array("\(parent)/voicetest-run-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard mkdir(temporary, 0o700) == 0 else {
            rmdir(path)
            return nil
        }
    }

    deinit { try? DiskFile.remove(path) }

    /// The path of the program's temporary files.
    var temporary: String { "\(path)/tmp" }

    /// The path of a copy of the project.
    var copy: String { "\(path)/project" }

    /// A view of `folder` whose changes are kept here.
    func view(of folder: String) -> FolderView { FolderView(of: folder, changes: path) }
}
