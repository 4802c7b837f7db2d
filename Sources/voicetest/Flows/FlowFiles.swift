import VoiceDiff
import VoiceEngine
import VoiceJSON
import VoiceProject
import VoiceRecognition
import VoiceSession
import VoiceTrace

/// The files of one app, told apart by what is in them, for `validate`.
struct FlowFiles {
    /// A file of phrases the recognizer listens for.
    var phrases: String?
    /// A grammar the recognizer listens for.
    var grammar: String?
    /// Whether these are the files of a session: its clips are in its microphone.
    var isRecorded = false
    /// Rules of the app that scenarios have in common, by the scenario's file.
    var common: [String: (bytes: [UInt8], file: String)] = [:]
    /// Fields that are set before every run.
    var fields: [String] = [] {
        didSet { surroundings.values.formUnion(fields) }
    }

    private var flows: [String: [UInt8]] = [:]
    private var names: [String: String] = [:]
    private var scenarios: [(file: String, bytes: [UInt8])] = []
    private var surroundings: EngineSurroundings
    private let media: String?
    private let factory: any EngineFactory

    /// Files of an engine of `factory`, whose sounds and texts stand in `media`.
    ///
    /// - Throws: ``DiskError`` for a folder that is missing, ``FolderError`` for a language that is
    ///   no folder name.
    init(
        _ factory: any EngineFactory, media: String? = nil, language: String = "en-US"
    ) throws {
        self.factory = factory
        self.media = media
        surroundings = EngineSurroundings()
        guard let media else { return }
        guard DiskFile.isFolder(media) else { throw DiskError.missing(path: media) }
        var folders = try MediaFolders(language: language)
        folders.setAll(to: media)
        surroundings.hasMedia = { [folders] name in
            (try? folders.path(of: name, category: .playAudio)) != nil
        }
    }

    /// Takes a file in; what is wrong with a scenario is known at once.
    mutating func add(_ file: String) throws -> [Finding] {
        let bytes = try DiskFile.read(file, limit: FileLimit.text)
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes, dialect: .lenient)
        } catch {
            throw CommandError(
                .badData,
                "\(file):\(error.line):\(error.column): not JSON: found \(error.found)"
                    + " (\(error.path)). Correct the text there.")
        }
        if let name = factory.fileName(of: root, called: DiskFile.name(of: file)) {
            try keep(bytes, file, as: name)
            return []
        }
        if let findings = try factory.findings(inOther: root, bytes, file: file) {
            return findings
        }
        guard Self.isScenario(root) else {
            throw CommandError(.badData, "\(file): \(factory.documents)")
        }
        let reader = try ScenarioReader(
            bytes: bytes, file: file, engine: factory.declaration, common: common[file])
        let field = factory.declaration.fieldCall
        for call in reader.scenario.rules.flatMap(\.calls) where call.name == field {
            if let name = call.arguments["name"]?.string { surroundings.values.insert(name) }
        }
        scenarios.append((file, bytes))
        return reader.findings
    }

    /// Takes in the file that the engine calls `name`, whatever is in it.
    mutating func add(_ file: String, as name: String) throws {
        try keep(try DiskFile.read(file, limit: FileLimit.text), file, as: name)
    }

    private mutating func keep(_ bytes: [UInt8], _ file: String, as name: String) throws {
        if let other = names[name] {
            let fault = "\(other) and \(file) are the same kind of file."
            throw isRecorded
                ? CommandError(.badData, "\(fault) A session has one of each: restore it.")
                : CommandError(.usage, "\(fault) Check one set at a time.")
        }
        flows[name] = bytes
        names[name] = file
    }

    /// The findings of all files, seen together; of what is not among them nothing is expected.
    func check() throws -> [Finding] {
        var findings: [Finding] = []
        if !flows.isEmpty {
            findings += try factory.findings(
                in: flows, named: { names[$0] ?? $0 }, surroundings: surroundings)
        }
        for (file, bytes) in scenarios {
            findings += try factory.findings(
                inScenario: bytes, file: file, of: flows,
                beside: [common[file]?.bytes].compactMap { $0.flatMap(Self.object) },
                hasClip: isRecorded ? nil : { hasClip($0, of: file) })
        }
        var known: Set<[UInt8]> = []
        for rules in scenarios.compactMap({ common[$0.file] }) {
            guard known.insert(rules.bytes).inserted else { continue }
            let users = scenarios.filter { common[$0.file]?.bytes == rules.bytes }
            findings += try factory.findings(
                inScenario: rules.bytes, file: rules.file, of: flows,
                beside: users.compactMap { Self.object($0.bytes) }, hasClip: nil)
        }
        return try findings + findingsInRules()
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        (try? JSONReader.value(of: bytes, dialect: .lenient))?.object
    }

    /// Rules of the flow against what the recognizer listens for.
    private func findingsInRules() throws -> [Finding] {
        guard let path = phrases ?? grammar else { return [] }
        let bytes = try DiskFile.read(path, limit: FileLimit.text)
        let task: RecognitionTask =
            phrases != nil
            ? .phrases(RecognizerSetup.phrases(in: bytes))
            : .grammar(jsgf: String(decoding: bytes, as: UTF8.self))
        do {
            try task.check()
        } catch { throw CommandError(ExitStatus(error), "\(path): \(error)") }
        return try factory.findings(
            inRulesOf: flows, named: { names[$0] ?? $0 }, against: task, taskFile: path)
    }

    /// Whether a caller's clip is where a recorder looks for it: beside the scenario, then in the
    /// media folder.
    private func hasClip(_ name: String, of scenario: String) -> Bool {
        if name.hasPrefix("/") { return DiskFile.exists(name) }
        let parent = DiskFile.parent(of: scenario)
        return [parent.isEmpty ? "." : parent, media].compactMap { $0 }.contains {
            (try? DiskFile.path(of: name, inside: $0)) != nil
        }
    }

    private static func isScenario(_ root: JSONValue) -> Bool {
        guard let object = root.object else { return false }
        let keys = ["caller", "app", "noise", "silence", "limits", "expect", "recognizerDelayMs"]
        return object.isEmpty || keys.contains { object[$0] != nil }
    }
}
