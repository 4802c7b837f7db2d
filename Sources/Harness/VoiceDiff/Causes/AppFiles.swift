/// Files of an app's code, as the user names them. An app names them without the working folder,
/// and a line of it, in most languages, without the file's folder.
package struct AppFiles: Sendable, Equatable {
    /// The folder that the app runs in, and a slash; empty for the working folder.
    private let lead: String
    /// Paths below the folder by the files' own names; a name of several files is not there.
    private var paths: [String: String] = [:]

    /// Files whose names stay as they are.
    static let asNamed = AppFiles(folder: nil, loaded: [])

    /// Files of an app that runs in `folder`, nil for the working folder, and has `loaded` these
    /// paths below it.
    package init(folder: String?, loaded: [String]) {
        var folder = folder ?? ""
        while folder.hasPrefix("./") { folder.removeFirst(2) }
        while folder.hasSuffix("/"), folder != "/" { folder.removeLast() }
        lead = folder.isEmpty || folder == "." ? "" : folder == "/" ? folder : folder + "/"
        let byName = Dictionary(grouping: loaded) { $0.split(separator: "/").last.map(String.init) }
        for case (let name?, let found) in byName where found.count == 1 {
            paths[name] = found[0]
        }
    }

    /// Returns the path, as the user names it, of a file that the app calls `name`.
    package func path(_ name: String, _ kind: Cause.AppName = .own) -> String {
        if name.hasPrefix("/") { return name }
        return lead + (kind == .own ? paths[name] ?? name : name)
    }

    /// Returns `cause` with its file as the user names it, where that is one of the app's.
    func named(_ cause: Cause) -> Cause {
        guard let kind = cause.appName else { return cause }
        return cause.named(cause.file.map { path($0, kind) })
    }
}
