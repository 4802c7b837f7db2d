public import VoiceTrace

/// What an audio session may do, as its JSON says. Kept for hosts that have devices.
struct AudioSessionParameters: Sendable, Equatable {
    static let categoryNames = [
        "mixWithOthers", "duckOthers", "allowBluetooth", "defaultToSpeaker",
        "interruptSpokenAudioAndMixWithOthers", "allowBluetoothA2DP", "allowAirPlay",
    ]

    var categories: Set<String> = []
    var mode = STAudioSessionMode.ASM_Default

    /// As an input of the session.
    var object: JSONObject {
        [
            "categories": .array(
                Self.categoryNames.filter(categories.contains).map { .string($0) }),
            "event": "configured", "mode": .string(mode.rawValue),
        ]
    }

    static let standard = AudioSessionParameters(
        categories: ["allowBluetooth", "duckOthers", "defaultToSpeaker"])
}

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
        survey.noteUnknownKeys(root, known: ["categories", "mode"], at: .root)
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
