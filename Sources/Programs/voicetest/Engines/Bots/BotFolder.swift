import VoiceFiles
import VoiceReports

/// The files of a folder that may be a bot's, by their paths in it.
struct BotFolder {
    /// Folder that is looked at, as the user spelled it.
    let path: String
    /// Files of Python and Node, sorted by their paths.
    let sources: [SourceFile]
    /// Imports of each of ``sources``, by its path.
    let modules: [String: ImportedModules]
    /// Files that name packages and commands, by their paths.
    let lists: [SourceFile]

    private static let fileLimit = 400
    private static let depthLimit = 3
    private static let byteLimit: Int64 = 1 << 20
    /// Folders that hold no code of the bot's own.
    private static let foreign: Set<String> = [
        "node_modules", "venv", "env", "__pycache__", "site-packages", "dist-packages", "test",
        "tests", "docs",
    ]
    static let listNames = [
        "requirements.txt", "pyproject.toml", "uv.lock", "Dockerfile", "Procfile", "package.json",
    ]

    /// Reads the folder at `path`.
    ///
    /// - Throws: `CommandError` for a folder with too many files; `DiskError`.
    init(_ path: String) throws {
        self.path = path
        var found: [String] = []
        try Self.gather(path, "", depth: 0, into: &found)
        sources = found.sorted().compactMap { Self.source(path, $0) }
        var modules: [String: ImportedModules] = [:]
        for source in sources { modules[source.path] = ImportedModules(of: source) }
        self.modules = modules
        lists = Self.listNames.compactMap { name in
            Self.text("\(path)/\(name)").map {
                SourceFile(path: name, language: .python, text: $0)
            }
        }
    }

    private static func gather(
        _ root: String, _ folder: String, depth: Int, into found: inout [String]
    ) throws {
        for name in try DiskFile.names(in: folder.isEmpty ? root : "\(root)/\(folder)") {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let whole = "\(root)/\(path)"
            if DiskFile.isFolder(whole) {
                guard depth + 1 < depthLimit, !name.hasPrefix("."), !foreign.contains(name),
                    !name.contains(".vsession"), !DiskFile.isLink(whole),
                    !DiskFile.exists("\(whole)/pyvenv.cfg")
                else { continue }
                try gather(root, path, depth: depth + 1, into: &found)
            } else if isSource(name) {
                found.append(path)
                guard found.count <= fileLimit else {
                    throw CommandError(
                        .usage,
                        "\(root) has more than \(fileLimit) files of Python and Node. Go into the"
                            + " bot's own folder, or name its file: `voicetest init --here"
                            + " bot.py`.")
                }
            }
        }
    }

    private static func isSource(_ name: String) -> Bool {
        let isTest = name.hasPrefix("test_") || name.contains(".test.") || name == "conftest.py"
        let isClient = name.hasPrefix("voicetest_") || name.hasPrefix("voicetest-")
        return !isTest && !isClient && name != "setup.py" && language(of: name) != nil
    }

    static func language(of name: String) -> SourceFile.Language? {
        if name.hasSuffix(".py") { return .python }
        return [".mjs", ".cjs", ".js"].contains(where: name.hasSuffix) ? .node : nil
    }

    private static func source(_ root: String, _ path: String) -> SourceFile? {
        guard let language = language(of: path), let text = text("\(root)/\(path)") else {
            return nil
        }
        return SourceFile(path: path, language: language, text: text)
    }

    private static func text(_ path: String) -> String? {
        guard let bytes = try? DiskFile.read(path, limit: byteLimit) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the file of a list by its name.
    func list(_ name: String) -> SourceFile? { lists.first { $0.path == name } }

    /// Returns `entry` and the files of the bot that it imports, in the order of their paths.
    func files(from entry: SourceFile) -> [SourceFile] {
        var known: Set<String> = [entry.path]
        var waiting = [entry]
        while let file = waiting.popLast() {
            for module in modules[file.path]?.all ?? [] {
                for path in Self.paths(of: module.name, in: file, entry) {
                    guard let found = sources.first(where: { $0.path == path }),
                        known.insert(path).inserted
                    else { continue }
                    waiting.append(found)
                }
            }
        }
        return [entry] + sources.filter { known.contains($0.path) && $0.path != entry.path }
    }

    /// Paths at which a module that `file` imports may stand; Python looks beside `entry`.
    private static func paths(
        of module: String, in file: SourceFile, _ entry: SourceFile
    ) -> [String] {
        func below(_ folder: String, _ name: String) -> String {
            folder.isEmpty ? name : "\(folder)/\(name)"
        }
        guard file.language == .python else {
            guard module.hasPrefix("./") else { return [] }
            let name = below(file.folder, String(module.dropFirst(2)))
            return [name, name + ".js", name + ".mjs"]
        }
        let isRelative = module.hasPrefix(".")
        let steps = module.drop { $0 == "." }.replacing(".", with: "/")
        let stem = below(isRelative ? file.folder : entry.folder, String(steps))
        return [stem + ".py", stem + "/__init__.py"]
    }
}
