import VoiceTrace

/// Paths as a project's file names them.
enum RelativePath {
    /// The way from `folder`, which exists, to what stands at `path`; `.` for the folder itself.
    ///
    /// A link at the path's own end is not followed.
    static func from(_ folder: String, to path: String) -> String {
        let start = parts(DiskFile.realPath(folder))
        var end: [Substring]
        let name = DiskFile.name(of: path)
        if DiskFile.isFolder(path) || name.isEmpty || name == "." || name == ".." {
            end = parts(DiskFile.realPath(path))
        } else {
            let parent = DiskFile.parent(of: path)
            end = parts(DiskFile.realPath(parent.isEmpty ? "." : parent)) + [name[...]]
        }
        let shared = zip(start, end).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: start.count - shared)
        let steps = up + end.dropFirst(shared).map(String.init)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }
}
