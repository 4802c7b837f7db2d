/// Modules that a file of a bot imports.
struct ImportedModules: Sendable {
    /// One import.
    struct Module: Equatable, Sendable {
        /// Name as the file has it: `livekit.agents`, `./services.mjs`.
        let name: String
        let line: Int
        /// Whether the file needs it to load: it stands in no function and no condition.
        let isNeeded: Bool
    }

    /// Lines of a list of names that are read.
    private static let listLimit = 100

    let all: [Module]

    init(of file: SourceFile) {
        all =
            file.language == .python
            ? file.code.indices.flatMap { Self.python(file, $0) }
            : file.code.indices.flatMap { Self.node(file.code[$0], $0) }
    }

    /// The first import of `module`, or of a part of it.
    func first(_ module: String) -> Module? {
        all.first { $0.name == module || $0.name.hasPrefix(module + ".") }
    }

    private static func python(_ file: SourceFile, _ number: Int) -> [Module] {
        let line = file.code[number]
        let isNeeded = line.first.map { $0 != " " && $0 != "\t" } ?? false
        let words = line.split { " \t,()".contains($0) }.map(String.init)
        func module(_ name: String) -> Module {
            Module(name: name, line: number, isNeeded: isNeeded)
        }
        if words.first == "import" {
            return aliased(words.dropFirst()).map(module)
        }
        guard words.count > 2, words[0] == "from", words[2] == "import" else { return [] }
        var names = Array(words.dropFirst(3))
        if line.contains("("), !line.contains(")") {
            // A list of names in parentheses goes on below.
            for next in file.code[(number + 1)...].prefix(listLimit) {
                names += next.split { " \t,()".contains($0) }.map(String.init)
                if next.contains(")") { break }
            }
        }
        // What is imported of a package may be a module of it.
        return [module(words[1])]
            + aliased(names[...]).filter { $0 != "*" }.map {
                Module(name: "\(words[1]).\($0)", line: number, isNeeded: false)
            }
    }

    /// `words` without what stands behind `as`.
    private static func aliased(_ words: ArraySlice<String>) -> [String] {
        var names: [String] = []
        var isAlias = false
        for word in words {
            if word == "as" {
                isAlias = true
            } else if isAlias {
                isAlias = false
            } else {
                names.append(word)
            }
        }
        return names
    }

    private static func node(_ line: String, _ number: Int) -> [Module] {
        let isNeeded = line.hasPrefix("import") || line.hasPrefix("const") || line.hasPrefix("}")
        for start in [" from ", "require(", "import(", "import "] {
            if let name = line.quoted(after: start) {
                return [Module(name: name, line: number, isNeeded: isNeeded)]
            }
        }
        return []
    }
}
