import ArgumentParser
import VoiceFlow
import VoiceMedia
import VoiceSession
import VoiceTrace

struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks flow, prompt, map, scenario, audio-session and session files together.",
        discussion: """
            What a file is shows from its content. Every finding has line, column and JSON path. \
            Of a session the sound is decoded too: all of the microphone, and every prompt. Exits \
            1 when a finding is an error, 65 when a file is no JSON at all or a session is damaged.

            Warned of: modules that nothing leads to, ways without an end, listening without an \
            end, prompts that nothing plays, fields that are read and never set (the calls of a \
            scenario count), keys that do nothing here, names in a scenario that flow and prompts \
            do not have, and, with --media, audio and text files that are missing.

            Example:
              voicetest validate voiceflow.json prompts.json scenario.json --media audio
            """)

    @Argument(help: "The files, and session folders, to check.", completion: .file())
    var files: [String]

    @Option(help: "The folder of the app's audio and text files.", completion: .directory)
    var media: String?

    @Option(help: "The language folder inside it.")
    var language = "en-US"

    @Option(help: "How findings are printed.")
    var format = OutputFormat.text

    func run() async throws {
        try await reporting {
            var findings: [Finding] = []
            var status = ExitStatus.agrees
            var refused: [String] = []
            var set = FlowFiles(hasMedia: try mediaFinder())
            for file in files {
                do {
                    if DiskFile.isFolder(file) {
                        findings += try Self.session(file)
                    } else {
                        try findings += set.add(file)
                    }
                } catch {
                    Console.note("\(error)")
                    refused.append(file)
                    status = status.graver(ExitStatus(error))
                }
            }
            do {
                findings += try set.check()
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
            try show(findings, refused: refused)
            let hasError = findings.contains { $0.severity != .warning }
            status = hasError ? status.graver(.differs) : status
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Says of a file's name whether it is in the media folder.
    private func mediaFinder() throws -> (@Sendable (String) -> Bool)? {
        guard let media else { return nil }
        guard DiskFile.isFolder(media) else { throw DiskError.missing(path: media) }
        var folders = try MediaFolders(language: language)
        folders.setAll(to: media)
        return { [folders] name in
            (try? folders.path(of: name, category: .playAudio)) != nil
        }
    }

    /// The findings of a session's own files, after the session itself was found whole.
    private static func session(_ path: String) throws -> [Finding] {
        let folder = SessionFolder(path: path)
        var replayer = ReplayRunner.replayer()
        let manifest = try replayer.check(folder)
        try ListenedFor.check(in: folder, manifest)
        var set = FlowFiles()
        var findings = try UnmetFindings.of(folder, manifest)
        for (name, _) in manifest.files where name.hasSuffix(".json") {
            guard name.hasPrefix(SessionFolder.Part.flow + "/") else { continue }
            findings += try set.add("\(folder.path)/\(name)")
        }
        return findings + (try set.check())
    }

    private static func counted(_ count: Int, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }

    /// Prints the findings; files that could not be read stand on standard error and are counted.
    private func show(_ findings: [Finding], refused: [String]) throws {
        switch format {
        case .text:
            for finding in findings { try Console.print(line: finding.description) }
            let errors = findings.filter { $0.severity != .warning }.count
            let unread = refused.isEmpty ? "" : ", not checked: \(refused.joined(separator: ", "))"
            let told = [
                Self.counted(errors, "error"), Self.counted(findings.count - errors, "warning"),
            ]
            try Console.print(line: told.joined(separator: ", ") + unread)
        case .json:
            let listed = findings.map { finding -> JSONValue in
                [
                    "severity": .string(finding.severity == .warning ? "warning" : "error"),
                    "file": .string(finding.file), "line": .integer(Int64(finding.place.line)),
                    "column": .integer(Int64(finding.place.column)),
                    "path": .string(finding.path.description),
                    "message": .string(finding.message),
                ]
            }
            try Console.print(
                bytes: JSONWriter.prettyBytes([
                    "findings": .array(listed),
                    "notChecked": .array(refused.map { .string($0) }),
                ]))
        }
    }
}

/// The files of one voiceflow application, told apart by what is in them.
private struct FlowFiles {
    private enum Kind { case flow, prompts, map, scenario, audioSession }

    private var flows: [String: [UInt8]] = [:]
    private var names: [String: String] = [:]
    private var scenarios: [(file: String, bytes: [UInt8])] = []
    private var surroundings: FlowSurroundings
    private let factory = VoiceflowFactory()

    init(hasMedia: (@Sendable (String) -> Bool)? = nil) {
        surroundings = FlowSurroundings(hasMedia: hasMedia)
    }

    /// Takes a file in; what is wrong with a scenario is known at once.
    mutating func add(_ file: String) throws -> [Finding] {
        let bytes = try DiskFile.read(file, limit: FileLimit.text)
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes, dialect: .voiceflow)
        } catch {
            throw CommandError(
                .badData,
                "\(file):\(error.line):\(error.column): not JSON: found \(error.found)"
                    + " (\(error.path)). Mend the text there.")
        }
        guard let kind = Self.kind(of: root) else {
            throw CommandError(
                .badData,
                "\(file): neither a voiceflow, a prompt list, an audio-to-text map, an audio"
                    + " session nor a scenario. The first three are arrays of objects, the others"
                    + " are objects.")
        }
        switch kind {
        case .scenario:
            let reader = try ScenarioReader(bytes: bytes, file: file, engine: factory.declaration)
            let field = factory.declaration.fieldCall
            for call in reader.scenario.rules.flatMap(\.calls) where call.name == field {
                if let name = call.arguments["name"]?.string { surroundings.fields.insert(name) }
            }
            scenarios.append((file, bytes))
            return reader.findings
        case .audioSession:
            return try VoiceflowFactory.findings(inAudioSession: bytes, file: file)
        case .flow: try keep(bytes, file, as: VoiceflowFactory.FileName.flow)
        case .prompts: try keep(bytes, file, as: VoiceflowFactory.FileName.prompts)
        case .map: try keep(bytes, file, as: VoiceflowFactory.FileName.map)
        }
        return []
    }

    private mutating func keep(_ bytes: [UInt8], _ file: String, as name: String) throws {
        if let other = names[name] {
            throw CommandError(
                .usage, "\(other) and \(file) are the same kind of file. Check one set at a time.")
        }
        flows[name] = bytes
        names[name] = file
    }

    /// The findings of flow, prompts and map, seen together.
    func check() throws -> [Finding] {
        guard !flows.isEmpty else { return [] }
        var findings = try VoiceflowFactory.findings(
            in: flows, named: { names[$0] ?? $0 }, surroundings: surroundings)
        for (file, bytes) in scenarios {
            findings += try VoiceflowFactory.findings(inScenario: bytes, file: file, of: flows)
        }
        return findings
    }

    private static func kind(of root: JSONValue) -> Kind? {
        if let object = root.object {
            if object["categories"] != nil || object["mode"] != nil { return .audioSession }
            let keys = ["caller", "app", "noise", "limits", "expect", "recognizerDelayMs"]
            return object.isEmpty || keys.contains { object[$0] != nil } ? .scenario : nil
        }
        guard let objects = root.array?.compactMap(\.object), let first = objects.first else {
            return root.array == nil ? nil : .prompts
        }
        if objects.contains(where: { $0["goTo"] != nil || $0["type"] != nil }) { return .flow }
        return first["id"] == nil && first["audioFile"] != nil ? .map : .prompts
    }
}
