import VoiceFiles

/// The files of the clients that stand beside a bot: those that it needs, and no others.
enum ClientFiles {
    typealias File = (path: String, bytes: [UInt8])

    /// Files of both clients by their names.
    private static let all = Dictionary(
        uniqueKeysWithValues: CarriedFile.below("Clients").map { ($0.name, $0) })
    /// Modules of the sound card that the client stands in for.
    static let standIns = strings("STAND_INS", in: "voicetest_app.py")
    /// A module that imports one of those late, and the one.
    private static let lateImport = strings("LATE_IMPORT", in: "voicetest_app.py")
    static let cardModules = standIns + lateImport.prefix(1)

    /// The client's file called `name`, which is there.
    static func file(_ name: String) -> File { (name, carried(name).bytes) }

    /// The texts that the line of the constant `name` in the client's file called `file` lists.
    static func strings(_ name: String, in file: String) -> [String] {
        let lines = carried(file).text.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("\(name) = ") } ?? ""
        return line.matches(of: #/"([^"]+)"/#).map { String($0.1) }
    }

    private static func carried(_ name: String) -> CarriedFile {
        guard let file = all[name] else {
            preconditionFailure("No client has the file \(name), which a template.json names.")
        }
        return file
    }

    /// The files for a bot in `language` whose files import `modules`, start `children` and ask
    /// services by `grpc`.
    static func needed(
        _ language: SourceFile.Language, _ modules: [ImportedModules], children: Bool, grpc: Bool
    ) -> [File] {
        guard language == .python else {
            let others = all.keys.filter { $0.hasSuffix(".cjs") }.sorted()
            return (["voicetest-app.mjs"] + (children ? others : [])).map(file)
        }
        func imports(_ name: String) -> Bool { modules.contains { $0.first(name) != nil } }
        var names = ["voicetest_app.py"]
        for framework in BotFramework.all {
            if imports("voicetest_\(framework.app)") {
                names.append(framework.adapter)
            } else if imports(framework.module) {
                // The adapter, and what takes the place of the framework's runner.
                let prefix = "voicetest_\(framework.app)_"
                names += [framework.adapter] + all.keys.filter { $0.hasPrefix(prefix) }.sorted()
            }
        }
        for module in cardModules where imports(module) {
            names.append("voicetest_\(module == lateImport[0] ? lateImport[1] : module).py")
        }
        if grpc { names.append("voicetest_grpc.py") }
        if children { names.append("voicetest_children.py") }
        return withImported(names).map(file)
    }

    /// Returns `names` with the files that these import, each once.
    private static func withImported(_ names: [String]) -> [String] {
        var found: [String] = []
        for name in names where !found.contains(name) { found.append(name) }
        var next = 0
        while next < found.count {
            let lines = carried(found[next]).text.matches(
                of: #/\n *(?:import|from) (voicetest_\w+)/#)
            let imported = lines.map { "\($0.1).py" }
            for name in imported where all[name] != nil && !found.contains(name) {
                found.append(name)
            }
            next += 1
        }
        return found
    }
}
