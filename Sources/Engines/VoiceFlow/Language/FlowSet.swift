public import VoiceEngine
public import VoiceJSON

/// A flow with its prompts and its audio-to-text map, read and checked together.
struct FlowSet: Sendable {
    private(set) var modules: [String: FlowModule] = [:]
    private(set) var prompts: [String: AudioPrompt] = [:]
    private(set) var map = AudioTextMap()
    /// Everything worth saying about the files, gravest kinds included.
    private(set) var findings: [Finding] = []

    /// Whether a module listens for words.
    var recognizes: Bool { modules.values.contains { $0.kind.takesIntents } }

    /// Whether a module takes keys of a telephone for words.
    var takesKeys: Bool { modules.values.contains(where: \.mayTakeKeys) }

    /// Reads and checks the files given; what would need a file that is not given is not checked.
    /// With `surroundings`, what keeps no flow from running is looked for too.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    init(
        flow: (bytes: [UInt8], file: String)?, prompts promptFile: (bytes: [UInt8], file: String)?,
        map mapFile: (bytes: [UInt8], file: String)?, surroundings: EngineSurroundings? = nil
    ) throws(FlowError) {
        let nothing = (bytes: Array("[]".utf8), file: "")
        let (flowFile, listFile) = (flow ?? nothing, promptFile ?? nothing)
        let flowReader = try Self.read(flowFile.file) { () throws(JSONError) in
            try FlowReader(bytes: flowFile.bytes, file: flowFile.file)
        }
        let promptReader = try Self.read(listFile.file) { () throws(JSONError) in
            try PromptReader(bytes: listFile.bytes, file: listFile.file)
        }
        for module in flowReader.modules { modules[module.id] = module }
        for prompt in promptReader.prompts { prompts[prompt.id] = prompt }
        let checker = FlowChecker(
            modules: flowReader.modules, prompts: promptReader.prompts,
            hasFlow: flow != nil, hasPrompts: promptFile != nil,
            promptSurvey: promptReader.survey, flowSurvey: flowReader.survey)
        findings = checker.check()
        var mapSurvey: DocumentSurvey?
        if let mapFile {
            let mapReader = try Self.read(mapFile.file) { () throws(JSONError) in
                try AudioTextMapReader(bytes: mapFile.bytes, file: mapFile.file)
            }
            map = mapReader.map
            findings += mapReader.survey.findings
            mapSurvey = mapReader.survey
        }
        guard let surroundings else { return }
        let linter = FlowLinter(
            outline: FlowOutline(flowReader.modules, texts: surroundings.texts),
            modules: flowReader.modules,
            prompts: promptReader.prompts, map: map, surroundings: surroundings,
            // What follows from an error is not worth a line of its own.
            isWhole: flow != nil && !findings.contains { $0.severity == .error },
            flowSurvey: flowReader.survey, promptSurvey: promptReader.survey,
            mapSurvey: mapSurvey)
        findings += linter.findings()
    }

    /// A set of parts that were checked when they were loaded.
    init(modules: [String: FlowModule], prompts: [String: AudioPrompt], map: AudioTextMap) {
        self.modules = modules
        self.prompts = prompts
        self.map = map
    }

    private static func read<Reader>(
        _ file: String, _ body: () throws(JSONError) -> Reader
    ) throws(FlowError) -> Reader {
        do { return try body() } catch { throw .notJSON(file: file, error: error) }
    }

    /// Returns the set, and refuses it when anything in it is an error.
    ///
    /// - Throws: ``FlowError/refused(findings:)``.
    func checked() throws(FlowError) -> FlowSet {
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .refused(findings: errors) }
        return self
    }
}

/// Reason why a flow cannot be used.
public enum FlowError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text of `file` is no JSON; `error` has line and column.
    case notJSON(file: String, error: JSONError)
    /// The files have errors; `findings` lists them.
    case refused(findings: [Finding])
    /// The session holds no file of that `name`.
    case missingFile(name: String)

    /// Findings that an error tells at most.
    private static let toldLimit = 20

    /// Message on what is wrong, where, why, and the next step.
    public var description: String {
        switch self {
        case .notJSON(let file, let error):
            "\(file):\(error.line):\(error.column): not JSON: found \(error.found)"
                + " (\(error.path)). Correct the text there."
        case .refused(let findings):
            findings.prefix(Self.toldLimit).map(\.description).joined(separator: "\n")
                + (findings.count > Self.toldLimit
                    ? "\n\(findings.count - Self.toldLimit) more errors" : "")
                + "\nThe flow is refused. "
                + "Correct these, or run `voicetest validate` for the whole list."
        case .missingFile(let name):
            "the session holds no flow/\(name). Record it again."
        }
    }
}

extension FlowError: PlacedError {
    /// File to be mended, and the line of its first fault.
    public var faultPlace: (file: String, line: Int?)? {
        switch self {
        case .notJSON(let file, let error): (file, error.line)
        case .refused(let findings): findings.faultPlace
        case .missingFile: nil
        }
    }
}

extension FlowError: EngineError {
    /// Bad data.
    public var fault: EngineFault { .badData }
}
