import VoiceFiles
import VoiceSystem

/// The Python that starts a bot, and the packages that it has. Nothing is started: its folders are
/// looked at.
struct PythonInstallation {
    /// Words that start it.
    let command: String
    /// Folders of its own modules and of its packages; empty where they cannot be told.
    let folders: [String]

    /// Modules that have no file, because the interpreter holds them.
    private static let builtIn: Set<String> = [
        "__future__", "_thread", "array", "atexit", "audioop", "binascii", "builtins", "cmath",
        "errno", "faulthandler", "fcntl", "gc", "grp", "itertools", "marshal", "math", "mmap",
        "posix", "pwd", "pyexpat", "resource", "select", "spwd", "sys", "syslog", "termios", "time",
        "unicodedata", "zlib", "msvcrt", "winreg", "winsound",
    ]

    /// Finds the environment of the project in `folder`, else the `python3` of `search`, which has
    /// folders as `PATH` has; `home` has packages of the user.
    init(of folder: String, search: String, home: String?) {
        for name in [".venv", "venv", "env"]
        where DiskFile.exists("\(folder)/\(name)/bin/python")
            && DiskFile.exists("\(folder)/\(name)/pyvenv.cfg")
        {
            command = "\(name)/bin/python"
            folders = Self.folders(ofEnvironment: "\(folder)/\(name)")
            return
        }
        command = "python3"
        let bin = search.split(separator: ":").map(String.init).first {
            DiskFile.exists("\($0)/python3")
        }
        guard let bin else {
            folders = []
            return
        }
        let prefix = Self.version(ofShims: bin, folder) ?? DiskFile.parent(of: bin)
        if DiskFile.exists("\(prefix)/pyvenv.cfg") {
            folders = Self.folders(ofEnvironment: prefix)
        } else {
            let user = home.map { Self.libraries(below: "\($0)/.local") } ?? []
            folders = Self.libraries(below: prefix) + user
        }
    }

    /// The Python that a shim of pyenv in `bin` starts for the project in `folder`; nil for another
    /// folder of programs.
    private static func version(ofShims bin: String, _ folder: String) -> String? {
        let root = DiskFile.parent(of: bin)
        guard DiskFile.name(of: bin) == "shims" else { return nil }
        for file in ["\(folder)/.python-version", "\(root)/version"] {
            guard let bytes = try? DiskFile.read(file, limit: 1 << 10) else { continue }
            let name = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.first
            if let name { return "\(root)/versions/\(name)" }
        }
        return nil
    }

    /// The folders of an environment and those of the Python that it was made with.
    private static func folders(ofEnvironment path: String) -> [String] {
        let limit: Int64 = 1 << 16
        let text = (try? DiskFile.read("\(path)/pyvenv.cfg", limit: limit)).map {
            String(decoding: $0, as: UTF8.self)
        }
        var values: [String: String] = [:]
        for line in (text ?? "").split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingSpaces
            }
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        let own = libraries(below: path).filter { $0.hasSuffix("-packages") }
        guard let home = values["home"] else { return own }
        let base = libraries(below: DiskFile.parent(of: home))
        let takesAll = values["include-system-site-packages"] == "true"
        return own + base.filter { takesAll || !$0.hasSuffix("-packages") }
    }

    /// The folders of modules below `prefix`.
    private static func libraries(below prefix: String) -> [String] {
        var found: [String] = []
        for part in ["lib", "lib64", "local/lib"] {
            let folder = "\(prefix)/\(part)"
            for name in ((try? DiskFile.names(in: folder)) ?? []).sorted()
            where name.hasPrefix("python3") {
                found.append("\(folder)/\(name)")
                found += ["lib-dynload", "site-packages", "dist-packages"].map {
                    "\(folder)/\(name)/\($0)"
                }
            }
        }
        return found.filter { DiskFile.isFolder($0) }
    }

    /// Whether what is installed can be told.
    var isKnown: Bool { folders.contains { DiskFile.exists("\($0)/os.py") } }

    /// Whether `module`, such as `livekit.agents`, can be imported.
    func has(_ module: String) -> Bool {
        let steps = module.split(separator: ".").map(String.init)
        guard let first = steps.first else { return true }
        if Self.builtIn.contains(first) { return true }
        return folders.contains { folder in
            var path = folder
            for (index, step) in steps.enumerated() {
                let isLast = index == steps.count - 1
                path += "/\(step)"
                if DiskFile.exists("\(path).py") || Self.hasExtension(path) { return true }
                guard DiskFile.isFolder(path) else { return false }
                // Packages of several distributions, such as livekit, have no file of their own.
                if isLast || DiskFile.exists("\(path)/__init__.py") { return true }
            }
            return false
        }
    }

    /// The version of a package of pip, such as `voicetest-app`; nil for one that is not installed.
    func version(of package: String) -> String? {
        let start = package.replacing("-", with: "_") + "-"
        let end = ".dist-info"
        for folder in folders {
            for name in (try? DiskFile.names(in: folder)) ?? []
            where name.hasPrefix(start) && name.hasSuffix(end) {
                return String(name.dropFirst(start.count).dropLast(end.count))
            }
        }
        return nil
    }

    /// Whether a module of C stands at `path`.
    private static func hasExtension(_ path: String) -> Bool {
        let name = DiskFile.name(of: path)
        let names = (try? DiskFile.names(in: DiskFile.parent(of: path))) ?? []
        return names.contains { $0.hasPrefix(name + ".") && $0.hasSuffix(".so") }
    }
}
