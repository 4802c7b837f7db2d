public import VoiceTrace

/// Reads the JSON of an audio session.
struct AudioSessionReader {
    private(set) var survey: DocumentSurvey
    private(set) var parameters = AudioSessionParameters()

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        guard let root = survey.document.root.object else {
            survey.note(.error, .root, "found no object. An audio session is an object")
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
        let mode: STAudioSessionMode? = survey.word(root, "mode", at: .root)
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
