import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTime
import VoiceTrace

/// The files of one app, told apart by what is in them, for `validate`.
struct FlowFiles {
    /// A file of phrases the recognizer listens for.
    var phrases: String?
    /// A grammar the recognizer listens for.
    var grammar: String?
    /// Whether the recognizer returns nothing but what it listens for: a program of the user's may
    /// write it in a way of its own.
    var returnsTask = true
    /// Whether these are the files of a session: its clips are in its microphone.
    var isRecorded = false
    /// Rules of the app that scenarios have in common, by the scenario's file.
    var common: [String: (bytes: [UInt8], file: String)] = [:]
    /// The recognizers that hear the scenarios' callers, by the scenarios' paths, where they are
    /// known.
    var recognizers: [String: RecognizerSetup.Kind] = [:]
    /// The file of the project's telephone; nil for none.
    var telephone: [UInt8]?
    /// Gives a finding of the telephone its place in `voicetest.json`.
    var placed: (Finding) -> Finding = { $0 }
    /// Words that prompts say otherwise than they are written.
    var lexicon: [SpokenForm] = []
    /// Words of prompts and their pronunciations in IPA.
    var phonemes: [SpokenForm] = []

    private var flows: [String: [UInt8]] = [:]
    private var names: [String: String] = [:]
    private var scenarios: [(file: String, bytes: [UInt8])] = []
    private var callers: [(file: String, scenario: Scenario)] = []
    private var surroundings: EngineSurroundings
    private let media: String?
    private let folders: MediaFolders
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
        surroundings.language = language
        var folders = try MediaFolders(language: language)
        if let media {
            guard DiskFile.isFolder(media) else { throw DiskError.missing(path: media) }
            folders.setAll(to: media)
            surroundings.hasMedia = { [folders] name in
                (try? folders.path(of: name, category: .playAudio)) != nil
            }
            surroundings.text = { [folders] name in
                guard let path = try? folders.path(of: name, category: .playText),
                    let bytes = try? DiskFile.read(path, limit: FileLimit.text)
                else { return nil }
                return String(validating: bytes, as: UTF8.self)
            }
        }
        self.folders = folders
    }

    /// Takes in a value that is set before every run, or by a scenario.
    mutating func set(_ name: String, to value: JSONValue?) {
        surroundings.values.insert(name)
        if let text = value?.string { surroundings.texts[name, default: []].insert(text) }
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
        var findings: [Finding] = []
        for own in ScenarioCallers(of: bytes)?.scenarios ?? [bytes] {
            findings += try add(scenario: own, of: file).filter { !findings.contains($0) }
        }
        scenarios.append((file, bytes))
        return findings
    }

    /// Takes in the scenario of one caller.
    private mutating func add(scenario bytes: [UInt8], of file: String) throws -> [Finding] {
        var reader = try ScenarioReader(
            bytes: bytes, file: file, engine: factory.declaration, common: common[file])
        if let recognizer = recognizers[file] { reader.checkFailures(under: recognizer) }
        let field = factory.declaration.fieldCall
        for call in reader.scenario.rules.flatMap(\.calls) where call.name == field {
            if let name = call.arguments["name"]?.string { set(name, to: call.arguments["value"]) }
        }
        callers.append((file, reader.scenario))
        return reader.findings
    }

    /// Takes in the file of at most `limit` bytes that the engine calls `name`, whatever is in it.
    mutating func add(_ file: String, as name: String, limit: Int64 = FileLimit.text) throws {
        try keep(try DiskFile.read(file, limit: limit), file, as: name)
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

    /// Returns the findings of all files, seen together; files that are not among them count for
    /// nothing.
    func check() throws -> [Finding] {
        var findings: [Finding] = []
        if let telephone {
            findings += try factory.findings(
                in: [TelephoneFile.name: telephone], named: { $0 }, surroundings: nil
            ).map(placed)
        }
        if !flows.isEmpty {
            var surroundings = surroundings
            if !isRecorded { surroundings.soundMilliseconds = soundMilliseconds }
            findings += try factory.findings(
                in: flows, named: { names[$0] ?? $0 }, surroundings: surroundings)
        }
        for (file, bytes) in scenarios {
            findings += try factory.findings(
                inScenario: bytes, file: file, of: flows,
                beside: [common[file]?.bytes].compactMap { $0.flatMap(Self.object) },
                hasClip: isRecorded ? nil : { hasClip($0, of: file) })
        }
        if !isRecorded {
            for (file, scenario) in callers {
                let studio = ScenarioStudio(
                    folders: clipFolders(of: file),
                    synthesizer: SpeechSynthesizer(cacheFolder: nil),
                    rate: .standard)
                findings += studio.labelFindings(of: scenario)
            }
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

    /// Duration of a prompt's sound as a run would play it, in milliseconds.
    private var soundMilliseconds: @Sendable (PromptRequest) -> Int64? {
        let synthesizer = SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder)
        var studio = PromptStudio(folders: folders, synthesizer: synthesizer, rate: .standard)
        studio.lexicon = lexicon
        studio.phonemes = phonemes
        return { [studio] request in
            var studio = studio
            guard case .realized(let prompt) = studio.realize(request) else { return nil }
            return prompt.frames * 1_000 / Int64(SampleRate.standard.hertz)
        }
    }

    /// Reads the file of what the recognizer listens for; nil where no file is named.
    ///
    /// - Throws: ``DiskError``.
    func taskFile() throws(DiskError) -> TaskFile? {
        if let phrases { return try TaskFile(phrases, isGrammar: false) }
        return try grammar.map { (path) throws(DiskError) in try TaskFile(path, isGrammar: true) }
    }

    /// Returns the faults of what the recognizer listens for, else those of the flow's rules
    /// against it.
    private func findingsInRules() throws -> [Finding] {
        guard let file = try taskFile() else { return [] }
        guard file.error == nil, returnsTask else { return file.findings }
        return try factory.findings(
            inRulesOf: flows, named: { names[$0] ?? $0 }, against: file.task, taskFile: file.path)
    }

    /// Whether a caller's clip is where a recorder looks for it: beside the scenario, then in the
    /// media folder.
    private func hasClip(_ name: String, of scenario: String) -> Bool {
        if name.hasPrefix("/") { return DiskFile.exists(name) }
        return clipFolders(of: scenario).contains {
            (try? DiskFile.path(of: name, inside: $0)) != nil
        }
    }

    private func clipFolders(of scenario: String) -> [String] {
        let parent = DiskFile.parent(of: scenario)
        return [parent.isEmpty ? "." : parent, media].compactMap { $0 }
    }

    private static func isScenario(_ root: JSONValue) -> Bool {
        guard let object = root.object else { return false }
        let keys = [
            "caller", "callers", "app", "noise", "silence", "limits", "expect",
            "recognizerDelayMs",
        ]
        return object.isEmpty || keys.contains { object[$0] != nil }
    }
}
