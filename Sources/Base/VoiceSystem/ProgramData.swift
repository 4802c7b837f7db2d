/// Data that a release brings with its programs, in `share` beside the folder that they are in.
package enum ProgramData {
    /// The path of `name` in `share`, as in `/opt/voicetest/share/espeak-ng-data` for programs in
    /// `/opt/voicetest/bin`; nil where nothing is there.
    ///
    /// The running program is looked up by its file, so links to it lead here, too.
    package static func path(_ name: String) -> String? {
        guard let program = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(program) }
        return path(name, besideFolderOf: String(cString: program))
    }

    /// The path of `name` for the program at the absolute path `program`.
    static func path(_ name: String, besideFolderOf program: String) -> String? {
        let parts = program.split(separator: "/").dropLast(2)
        let share = (parts + ["share"]).map { "/\($0)" }.joined()
        // Data of other software may stand in a folder that is not a release's own.
        guard access("\(share)/licences/SOURCES", F_OK) == 0 else { return nil }
        let path = "\(share)/\(name)"
        return access(path, R_OK) == 0 ? path : nil
    }
}
