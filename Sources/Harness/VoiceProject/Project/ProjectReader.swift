package import VoiceEngine
internal import VoiceFiles
package import VoiceJSON
internal import VoiceRecognition
internal import VoiceSession

/// Reads a `voicetest.json`.
///
/// Every key may be left out: files with the usual names are found by themselves. The dialect is
/// that of the flow files: keys that begin with `_` are comments, one trailing comma is allowed.
package struct ProjectReader {
    /// The project, as far as it could be read.
    package internal(set) var project: Project
    /// Faults of the file, in order of discovery.
    package var findings: [Finding] { survey.findings }

    var survey: DocumentSurvey

    /// Largest file that is read, in bytes.
    private static let byteLimit: Int64 = 1 << 20
    private static let keys: Set<String> = [
        "$schema", "engine", "files", "recognizerCommand", "programCommand", "telephone", "state",
        "fields", "settings", "app", "scenarios", "overrides", "tolerance", "coverage", "expect",
        "latency",
    ]

    /// Reads the file of the project in `folder`; one that names no engine is for an engine of
    /// `usual`.
    ///
    /// - Throws: ``ProjectError`` when there is no such file, or it is not JSON.
    package init(folder: String, usual: any EngineFactory) throws(ProjectError) {
        let folder = folder.isEmpty ? "." : folder
        let path = Project.join(folder, Project.fileName)
        let bytes: [UInt8]
        do {
            bytes = try DiskFile.read(path, limit: Self.byteLimit)
        } catch { throw .disk(error) }
        try self.init(bytes: bytes, folder: folder, usual: usual)
    }

    /// Reads the file of the project in `folder` and refuses one with errors.
    ///
    /// - Throws: ``ProjectError``, ``ProjectError/refused(findings:)`` for errors in the file.
    package static func checked(
        folder: String, usual: any EngineFactory
    ) throws(ProjectError) -> ProjectReader {
        let reader = try ProjectReader(folder: folder, usual: usual)
        let errors = reader.findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .refused(findings: errors) }
        return reader
    }

    /// Reads the bytes of a project's file.
    ///
    /// - Throws: ``ProjectError/notJSON(file:error:)``.
    package init(
        bytes: [UInt8], folder: String, usual: any EngineFactory
    ) throws(ProjectError) {
        let path = Project.join(folder, Project.fileName)
        do {
            survey = try DocumentSurvey(bytes: bytes, file: path)
        } catch { throw .notJSON(file: path, error: error) }
        project = Project.standard(in: folder, usual: usual)
        guard let root = survey.document.root.object else {
            survey.report(.error, .root, "found no object. A project is an object")
            return
        }
        let keyed = project.configuration.keyedFiles.map(\.key)
        survey.noteUnknownKeys(
            root, known: Self.keys.union(keyed).union(RunValue.all.map(\.key)), at: .root,
            severity: .error)
        readEngine(root)
        readFiles(root)
        readRun(root)
        readScenarios(root)
        readLatency(root)
    }

    /// The engine and its own files, where they are not named by keys of their own.
    private mutating func readEngine(_ root: JSONObject) {
        guard let engine = survey.requiredIfPresent(root, "engine") else {
            if root["files"] != nil {
                survey.report(.error, JSONPath.root.key("files"), "\"engine\" is missing beside it")
            }
            return
        }
        let usual = project.configuration.engine
        guard engine != usual || root["files"] != nil else { return }
        for key in project.configuration.keyedFiles.map(\.key) where root[key] != nil {
            survey.report(
                .error, JSONPath.root.key(key),
                "belongs to the engine \(usual) without \"files\". Name the files of the engine in"
                    + " \"files\"")
        }
        var files: [String: String] = [:]
        let path = JSONPath.root.key("files")
        let members = survey.object(root, "files", at: .root)
        for member in members.members where !member.key.hasPrefix("_") {
            if let file = survey.requiredText(members, member.key, at: path) {
                files[member.key] = project.path(of: file)
            }
        }
        project.configuration.setEngine(engine, files: files)
    }

    private mutating func readFiles(_ root: JSONObject) {
        for key in project.configuration.keyedFiles.map(\.key) {
            if let file = file(in: root, key, at: .root) { project.configuration[key] = file }
        }
        if let tolerance = file(in: root, "tolerance", at: .root) { project.tolerance = tolerance }
    }

    private mutating func readRun(_ root: JSONObject) {
        readCommand(root)
        readProgram(root)
        for value in RunValue.all { value.read(&self, root, .root)?(&project.configuration) }
        project.configuration.fields = readFields(root, at: .root)
        project.configuration.settings = readSettings(root, at: .root)
        project.configuration.app = readApp(root, at: .root)
        project.configuration.expectations = ExpectationReader.expectations(in: root, &survey)
        readTelephone(root)
        project.configuration.places = places(root, at: .root, "")
        project.configuration.projectFile = survey.file
    }

    /// Returns the places of the values that a run's session remembers.
    private func places(
        _ object: JSONObject, at path: JSONPath, _ prefix: String
    ) -> [String: ValuePlace] {
        var places: [String: ValuePlace] = [:]
        func add(_ key: String, _ path: JSONPath) {
            places[key] = ValuePlace(
                line: survey.document.place(of: path).line, key: prefix + key)
        }
        let keys = RunValue.all.map(\.key) + ["recognizerCommand", "programCommand"]
        for key in keys where object[key] != nil { add(key, path.key(key)) }
        for group in ["fields", "settings"] {
            for member in object[group]?.object?.members ?? [] {
                add("\(group).\(member.key)", path.key(group).key(member.key))
            }
        }
        return places
    }

    private mutating func readScenarios(_ root: JSONObject) {
        if root["scenarios"] != nil {
            project.scenarios = readPatterns(root, "scenarios", at: .root)
        }
        for (entry, path) in survey.list(root, "overrides", at: .root) {
            let values = RunValue.all.filter(\.isOverridable)
            survey.noteUnknownKeys(
                entry,
                known: Set(
                    values.map(\.key) + ["scenarios", "fields", "settings", "app", "expect"]),
                at: path, severity: .error)
            if entry["scenarios"] == nil { survey.report(.error, path, "\"scenarios\" is missing") }
            var override = Project.Override(names: readPatterns(entry, "scenarios", at: path))
            override.values = values.compactMap { value in
                value.read(&self, entry, path).map {
                    Project.Override.Value(
                        key: value.key, text: entry[value.key] ?? .null, set: $0)
                }
            }
            override.fields = readFields(entry, at: path)
            override.settings = readSettings(entry, at: path)
            override.expectations = ExpectationReader.expectations(in: entry, at: path, &survey)
            let prefix = "overrides[\(project.overrides.count)]."
            override.app = readApp(entry, at: path, prefix)
            override.places = places(entry, at: path, prefix)
            project.overrides.append(override)
        }
        if let share = survey.count(root, "coverage", at: .root) {
            if share > 100 {
                survey.report(
                    .error, JSONPath.root.key("coverage"), "\(share) is not 0 to 100 per cent")
            }
            project.coverage = Int(min(share, 100))
        }
    }

    /// Returns the recognizer that `object` names; nil where it names none.
    mutating func recognizer(
        in object: JSONObject, at path: JSONPath
    ) -> RunConfiguration.Recognizer? {
        guard let text = survey.text(object, "recognizer", at: path) else { return nil }
        switch RunConfiguration.Recognizer(rawValue: text) {
        case .process? where project.configuration.recognizerCommand == nil:
            survey.report(
                .error, path.key("recognizer"),
                "\"process\" is a program. Name it in \"recognizerCommand\"")
            return nil
        case let recognizer?: return recognizer
        case nil:
            survey.report(
                .error, path.key("recognizer"),
                NearMiss.unknown(
                    "recognizer", text, among: RunConfiguration.Recognizer.allCases.map(\.rawValue),
                    quotes: "\""))
            return nil
        }
    }

    private mutating func readFields(
        _ object: JSONObject, at path: JSONPath
    ) -> [RunConfiguration.Field] {
        survey.object(object, "fields", at: path).members
            .filter { !$0.key.hasPrefix("_") }
            .map { RunConfiguration.Field(name: $0.key, value: $0.value) }
    }

    private mutating func readSettings(
        _ object: JSONObject, at path: JSONPath
    ) -> [RunConfiguration.Setting] {
        let members = survey.object(object, "settings", at: path).members
        return members.filter { !$0.key.hasPrefix("_") }.compactMap { member in
            guard let value = ScalarText.integer(member.value), let number = Int(exactly: value)
            else {
                survey.report(
                    .error, path.key("settings").key(member.key),
                    "found \(member.value.kindName), expected a whole number")
                return nil
            }
            return RunConfiguration.Setting(name: member.key, value: number)
        }
    }

    /// Reads rules of the app. Faults of one are known where the engine is.
    private mutating func readApp(
        _ object: JSONObject, at path: JSONPath, _ prefix: String = ""
    ) -> AppRules? {
        _ = survey.list(object, "app", at: path)
        return AppRules(of: survey.document, in: path, file: survey.file, prefix: prefix)
    }

    private mutating func readPatterns(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> [FilePattern] {
        guard let value = object[key] else { return [] }
        if let text = value.string { return [FilePattern(text)] }
        guard let values = value.array else {
            survey.report(
                .error, path.key(key),
                "found \(value.kindName), expected a pattern or an array of patterns")
            return []
        }
        return values.enumerated().compactMap { index, value in
            if let text = value.string { return FilePattern(text) }
            survey.report(
                .error, path.key(key).index(index), "found \(value.kindName), expected a pattern")
            return nil
        }
    }
}

extension DocumentSurvey {
    /// The string at `key`, nil when it is absent; an empty one is an error.
    mutating func requiredIfPresent(_ object: JSONObject, _ key: String) -> String? {
        object[key] == nil ? nil : requiredText(object, key, at: .root)
    }
}
