internal import VoiceEngine
internal import VoiceJSON

/// The flow, prompts and map that a runner has loaded.
struct RunnerContent {
    private(set) var flow: [String: FlowModule]?
    private(set) var prompts: [String: AudioPrompt] = [:]
    private(set) var map = AudioTextMap()
    private(set) var hasPrompts = false
    /// Expectations of flow and prompts on fields, by the field's name.
    private(set) var expectations: [String: [FieldExpectation]] = [:]
    private var flowFile: [UInt8] = []
    /// Documents that were loaded, by the names of a session's files.
    private(set) var sources: [String: [AppInputs.Source]] = [:]
    /// The recognition engine that a module names, by the module's id.
    private var recognizers: [String: FlowText] = [:]
    private var promptFile: [UInt8]?
    /// Every prompt as its file has it, by id: the lists may be loaded again and again.
    private var promptSources: [String: JSONValue] = [:]

    var flowSet: FlowSet { FlowSet(modules: flow ?? [:], prompts: prompts, map: map) }

    /// The files that this was loaded from, as a session holds them; several lists of prompts or
    /// maps become one.
    var files: [String: [UInt8]] {
        let list = promptSources.sorted { $0.key < $1.key }.map(\.value)
        var files = [
            VoiceflowFactory.FileName.flow: flowFile,
            VoiceflowFactory.FileName.prompts: promptFile ?? JSONWriter.prettyBytes(.array(list)),
        ]
        guard !map.entries.isEmpty else { return files }
        files[VoiceflowFactory.FileName.map] = JSONWriter.prettyBytes(
            .array(
                map.entries.map { entry in
                    [
                        "audioFile": .string(entry.audioFile), "textString": .string(entry.text),
                        "textLanguage": .string(entry.language),
                    ]
                }))
        return files
    }

    /// Returns the source of a document; a text has no file.
    private func source(_ bytes: [UInt8], _ file: String) -> AppInputs.Source {
        AppInputs.Source(file: file == Self.textName ? nil : file, bytes: bytes)
    }

    /// The name of a text in messages.
    static let textName = "jsonData"

    /// Replaces the flow; what is worth a warning.
    ///
    /// - Throws: ``FlowError``; what was loaded before stays.
    mutating func loadFlow(_ bytes: [UInt8], _ file: String) throws(FlowError) -> [Finding] {
        let set = try FlowSet(flow: (bytes, file), prompts: nil, map: nil).checked()
        flow = set.modules
        flowFile = bytes
        sources[VoiceflowFactory.FileName.flow] = [source(bytes, file)]
        recognizers = try Self.recognizers(in: bytes, file)
        noteExpectations()
        return set.findings
    }

    /// The recognition engine that `module` names now, in its spelling; nil for an unknown one.
    func recognizer(of module: String, _ fields: FieldRepository) -> String? {
        guard let name = recognizers[module].flatMap({ fields.resolve($0) }) else { return nil }
        return SpeechEngines.recognition.contains(name.lowercased()) ? name : nil
    }

    private static func recognizers(
        in bytes: [UInt8], _ file: String
    ) throws(FlowError) -> [String: FlowText] {
        // The flow itself goes by no engine, and most flows name none.
        let key = Array("\"srEngine\"".utf8)
        guard bytes.firstRange(of: key) != nil else { return [:] }
        let survey: DocumentSurvey
        do {
            survey = try DocumentSurvey(bytes: bytes, file: file)
        } catch { throw .notJSON(file: file, error: error) }
        var found: [String: FlowText] = [:]
        for module in survey.document.root.array ?? [] {
            guard let id = module.object?["id"]?.string,
                let engine = module.object?["recognizeAudioParams"]?.object?["srEngine"]?.string
            else { continue }
            found[id] = FlowText(engine)
        }
        return found
    }

    /// Adds prompts; one of the same id is replaced. Returns the warnings.
    ///
    /// - Throws: ``FlowError``, also when a prompt would contain itself through earlier ones.
    mutating func loadPrompts(_ bytes: [UInt8], _ file: String) throws(FlowError) -> [Finding] {
        let set = try FlowSet(flow: nil, prompts: (bytes, file), map: nil).checked()
        let merged = prompts.merging(set.prompts) { _, new in new }
        let list = try FlowSet.checkNesting(of: merged, file: (bytes, file))
        promptFile = hasPrompts ? nil : bytes
        sources[VoiceflowFactory.FileName.prompts, default: []].append(source(bytes, file))
        for value in list.document.root.array ?? [] {
            if let id = value.object?["id"]?.string { promptSources[id] = value }
        }
        prompts = merged
        hasPrompts = true
        noteExpectations()
        return set.findings
    }

    private mutating func noteExpectations() {
        let all = FieldExpectation.all(of: (flow ?? [:]).values, prompts.values)
        expectations = Dictionary(grouping: all, by: \.field)
    }

    /// Returns the reasons why a field that holds `value` does not count where flow and prompts
    /// name it.
    func complaints(about name: String, _ value: JSONValue) -> [String] {
        let complaints = (expectations[name] ?? []).compactMap { $0.complaint(about: value) }
        return Set(complaints).sorted()
    }

    /// Adds entries to the map; a later one for the same file and language wins. Returns the
    /// warnings.
    ///
    /// - Throws: ``FlowError``.
    mutating func loadMap(_ bytes: [UInt8], _ file: String) throws(FlowError) -> [Finding] {
        let set = try FlowSet(flow: nil, prompts: nil, map: (bytes, file)).checked()
        map.entries.removeAll { old in
            set.map.entries.contains {
                $0.audioFile == old.audioFile && $0.language == old.language
            }
        }
        map.entries += set.map.entries
        sources[VoiceflowFactory.FileName.map, default: []].append(source(bytes, file))
        return set.findings
    }
}

extension FlowSet {
    /// The file, as it was read for this.
    ///
    /// - Throws: ``FlowError/refused(findings:)`` for prompts that contain themselves.
    static func checkNesting(
        of prompts: [String: AudioPrompt], file: (bytes: [UInt8], file: String)
    ) throws(FlowError) -> DocumentSurvey {
        let survey: DocumentSurvey
        do {
            survey = try DocumentSurvey(bytes: file.bytes, file: file.file)
        } catch { throw .notJSON(file: file.file, error: error) }
        let checker = FlowChecker(
            modules: [], prompts: prompts.values.sorted { $0.id < $1.id }, hasFlow: false,
            hasPrompts: false, promptSurvey: survey, flowSurvey: survey)
        let found = checker.nestingErrors()
        guard found.isEmpty else { throw .refused(findings: found) }
        return survey
    }
}
