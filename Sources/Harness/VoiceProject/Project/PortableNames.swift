internal import VoiceFiles

/// Names of a project's scenarios and sessions that other systems cannot tell apart or write.
///
/// macOS takes two Unicode forms of one name for the same file, macOS and Windows two cases of its
/// letters. Windows also has names of devices and characters that no file name may have.
/// Source: Microsoft, "Naming Files, Paths, and Namespaces".
package struct PortableNames {
    /// The warnings, each with the path that it is about.
    package private(set) var warnings: [(path: String, message: String)] = []

    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })
    private static let marks = "<>:\"|?*\\"

    /// Looks at `paths`, as seen from the project's folder, with `/` between folders.
    package init(_ paths: [String]) {
        var known: [String: String] = [:]
        for path in paths {
            // A scenario and its session stand side by side by the same name.
            let stem = Self.stem(path)
            let folded = stem.lowercased()
            if let other = known[folded], NameBytes(other) != NameBytes(stem) {
                let message =
                    other == stem
                    ? "is written in another Unicode form than \"\(other)\": macOS takes both for"
                        + " one name. Rename one of them."
                    : "differs from \"\(other)\" by the case of its letters only: macOS and Windows"
                        + " take both for one name. Rename one of them."
                warnings.append((path, message))
            } else {
                known[folded] = stem
            }
            if let fault = Self.windowsFault(path) {
                warnings.append((path, "cannot be checked out on Windows: \(fault). Rename it."))
            }
        }
    }

    private static func stem(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else {
            return String(path.prefix { $0 != "." })
        }
        return String(path[...slash]) + path[path.index(after: slash)...].prefix { $0 != "." }
    }

    /// Returns why Windows refuses a path; nil where it does not.
    private static func windowsFault(_ path: String) -> String? {
        for part in path.split(separator: "/") {
            if let mark = part.first(where: { marks.contains($0) }) {
                return "a name has no \(mark) there"
            }
            if part.unicodeScalars.contains(where: { $0.value < 32 }) {
                return "a name has no control characters there"
            }
            if part.hasSuffix(".") || part.hasSuffix(" ") {
                return "no name ends in a point or a blank there"
            }
            let device = part.prefix { $0 != "." }.lowercased()
            if devices.contains(device) { return "\(device.uppercased()) is a device there" }
        }
        return nil
    }
}
