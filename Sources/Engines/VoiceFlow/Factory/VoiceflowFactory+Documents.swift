public import VoiceEngine
public import VoiceJSON
public import VoiceRecognition

extension VoiceflowFactory {
    /// Returns the name of the file that a document is, by what is in it: all three are lists.
    public func fileName(of document: JSONValue, called name: String) -> String? {
        guard let elements = document.array else { return nil }
        let objects = elements.compactMap(\.object)
        if objects.contains(where: { $0["goTo"] != nil || $0["type"] != nil }) {
            return FileName.flow
        }
        guard let first = objects.first else { return FileName.prompts }
        return first["id"] == nil && first["audioFile"] != nil ? FileName.map : FileName.prompts
    }

    /// Neither of the five kinds of document.
    public var documents: String {
        "neither a voiceflow, a prompt list, an audio-to-text map, an audio session nor a scenario."
            + " The first three are arrays of objects, the others are objects."
    }

    /// `flow`, `prompts` and `audioTextMap` in a project's file.
    public var projectFiles: [ProjectFile] {
        [
            ProjectFile(
                key: "flow", name: FileName.flow, usualNames: ["flow.json", FileName.flow],
                isRequired: true),
            ProjectFile(
                key: "prompts", name: FileName.prompts, usualNames: [FileName.prompts],
                isRequired: true),
            ProjectFile(
                key: "audioTextMap", name: FileName.map, usualNames: [FileName.map],
                isRequired: false),
        ]
    }

    /// Returns the error that the flow is refused.
    public func refusal(of errors: [Finding]) -> (any Error)? {
        FlowError.refused(findings: errors)
    }

    /// Drafts scenarios for flows.
    public var drafter: (any ScenarioDrafting)? { FlowDrafter() }

    /// Findings in an audio session.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public func findings(
        inOther document: JSONValue, _ bytes: [UInt8], file: String
    ) throws(FlowError) -> [Finding]? {
        guard let object = document.object, object["categories"] != nil || object["mode"] != nil
        else { return nil }
        return try Self.findings(inAudioSession: bytes, file: file)
    }

    /// Names in a scenario that flow and prompts do not have.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public func findings(
        inScenario bytes: [UInt8], file: String, of files: [String: [UInt8]],
        beside others: [JSONObject], hasClip: ((String) -> Bool)?
    ) throws(FlowError) -> [Finding] {
        try Self.findings(
            inScenario: bytes, file: file, of: files, beside: others, hasClip: hasClip)
    }

    /// Rules of the flow that wait for words that no caller can say.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public func findings(
        inRulesOf files: [String: [UInt8]], named file: (String) -> String,
        against task: RecognitionTask, taskFile: String
    ) throws(FlowError) -> [Finding] {
        try Self.findings(inRulesOf: files, named: file, against: task, taskFile: taskFile)
    }
}

/// Reads the JSON of an audio session.
struct AudioSessionReader {
    private(set) var survey: DocumentSurvey
    private(set) var parameters = AudioSessionParameters()

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        guard let root = survey.document.root.object else {
            survey.report(.error, .root, "found no object. An audio session is an object")
            return
        }
        survey.noteUnknownKeys(root, known: ["$schema", "categories", "mode"], at: .root)
        let categories = survey.object(root, "categories", at: .root)
        let path = JSONPath.root.key("categories")
        let names = AudioSessionParameters.categoryNames
        survey.noteUnknownKeys(categories, known: Set(names), at: path)
        for name in names where survey.flag(categories, name, at: path) == true {
            parameters.categories.insert(name)
        }
        let mode: STAudioSessionMode? = survey.word(
            root, "mode", standard: .ASM_Default, at: .root)
        parameters.mode = mode ?? .ASM_Default
    }
}

extension VoiceflowFactory {
    /// Everything worth saying about the JSON of an audio session.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public static func findings(
        inAudioSession bytes: [UInt8], file: String
    ) throws(FlowError) -> [Finding] {
        do {
            return try AudioSessionReader(bytes: bytes, file: file).survey.findings
        } catch { throw .notJSON(file: file, error: error) }
    }
}
