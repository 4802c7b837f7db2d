public import VoiceEngine
public import VoiceJSON
public import VoiceRecognition
public import VoiceTrace

/// Makes recognizers, the machine behind ``KIOSRecognizer``, from the files of a session.
public struct KeenASRFactory: EngineFactory {
    /// The façade of the engine's calls, and the kind of the engine.
    public static let kind = "keenasr"
    /// The name of the file of decoding graphs in a session's `flow` folder; optional.
    public static let graphFile = "graphs.json"

    /// A factory.
    public init() {}

    /// The calls, callbacks and settings of the recognizer.
    public var declaration: EngineDeclaration {
        EngineDeclaration(
            kind: Self.kind, version: "1", calls: Self.calls,
            callbacks: KeenCallback.allCases.map(\.rawValue), settings: KeenSettings.declared,
            constants: KeenConstants.named, vocabulary: .keenASR, runner: "KIOSRecognizer")
    }

    private static let calls: [EngineDeclaration.Call] = [
        .init(
            "loadGraph", [.init("name"), .init("graph", isAnyValue: true, content: .expected)]),
        .init(
            "addPhrases",
            [
                .init("name"), .init("context", isAnyValue: true),
                .init("phrases", isAnyValue: true, content: .expected),
            ]),
        .init(
            "prepareForListening",
            [
                .init("graph"), .init("context", isAnyValue: true),
                .init("computeGoP", isAnyValue: true),
            ]),
        .init(
            "startListening", [.init(KeenSource.argument, content: .name, isOptional: true)]),
        .init("stopListening"), .init("finishListening"),
        .init("stopListeningAndReturnFinalResponse", isAnswered: true),
        .init(
            "listen", [.init(KeenSource.argument, content: .name, isOptional: true)],
            isAnswered: true),
        .init("awaitResponse", [.init("after", isAnyValue: true)], isAnswered: true),
        .init("awaitPartialResult", [.init("after", isAnyValue: true)], isAnswered: true),
        .init(
            "setVADParameter",
            [
                .init("parameter", content: .name),
                .init("milliseconds", isAnyValue: true, content: .name),
            ]),
        .init("setVadGating", [.init("value", isAnyValue: true)]),
        .init("setHandleNotifications", [.init("value", isAnyValue: true)]),
        .init("setRescore", [.init("value", isAnyValue: true)]),
        .init("setBluetoothA2DPOutput", [.init("value", isAnyValue: true)]),
        .init("setAlternatives", [.init("count", isAnyValue: true)]),
        .init("setLevelInterval", [.init("milliseconds", isAnyValue: true)]),
        .init("performEchoCancellation", [.init("value", isAnyValue: true)]),
        .init("adaptToSpeaker", [.init("speaker")]),
        .init(
            "useSpeakerProfile",
            [.init("speaker"), .init("route"), .init("profile", isAnyValue: true)],
            isOfSurroundings: true),
        .init("resetSpeakerAdaptation", [.init("profile", isAnyValue: true)]),
        .init("saveSpeakerAdaptationProfile", [.init("speaker")]),
        .init("deactivateAudioStack"), .init("activateAudioStack"), .init("reinitAudioStack"),
        .init("noteRefusal", [.init("call"), .init("reason")]), .init("teardown"),
    ]

    /// The file of decoding graphs.
    public var fileNames: [String] { [Self.graphFile] }

    /// Always: it is a recognizer.
    public func recognizes(_ setup: EngineSetup) throws -> Bool { true }

    /// A machine that knows the graphs of the file.
    ///
    /// - Throws: `EngineFileError` when the file is no JSON, or refused.
    public func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        guard let bytes = setup.files[Self.graphFile] else {
            return KeenMachine(setup: setup, graphs: [:])
        }
        let reader = try GraphFileReader(bytes: bytes, file: Self.graphFile)
        try reader.survey.refuseFaults()
        return KeenMachine(setup: setup, graphs: reader.graphs)
    }

    /// The graphs of the file, a task a context.
    ///
    /// - Throws: `EngineFileError` when the file is no JSON.
    public func tasks(of setup: EngineSetup) throws -> [RecognitionTask] {
        guard let bytes = setup.files[Self.graphFile] else { return [] }
        let graphs = try GraphFileReader(bytes: bytes, file: Self.graphFile).graphs
        return graphs.keys.sorted().flatMap { name in
            (graphs[name]?.contexts ?? []).map { RecognitionTask.graph($0) }
        }
    }

    /// Returns the faults of the file of decoding graphs, and of how its graphs are told apart.
    ///
    /// - Throws: `EngineFileError/notJSON(file:error:)`.
    public func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] {
        guard let bytes = files[Self.graphFile] else { return [] }
        return try GraphFileReader(bytes: bytes, file: file(Self.graphFile)).survey.findings
    }

    /// The graphs of the file that a scenario prepares and the file does not have.
    ///
    /// - Throws: a readable error when a file is not even JSON.
    public func findings(
        inScenario bytes: [UInt8], file: String, of files: [String: [UInt8]],
        beside others: [JSONObject], hasClip: ((String) -> Bool)?
    ) throws -> [Finding] {
        guard let graphs = files[Self.graphFile] else { return [] }
        let known = try GraphFileReader(bytes: graphs, file: Self.graphFile).graphs
        var survey = try DocumentSurvey.ofEngine(bytes, file: file)
        survey.dropFindings()
        let rules = survey.list(survey.document.root.object ?? [:], "app", at: .root)
        survey.dropFindings()
        let all = rules.map(\.object) + others.flatMap(\.rules)
        let loaded = all.compactMap { $0["loadGraph"]?.object?["name"]?.string }
        for (rule, path) in rules {
            let call = GuardedCall.prepareForListening.rawValue
            guard let name = rule[call]?.object?["graph"]?.string, known[name] == nil,
                !loaded.contains(name)
            else { continue }
            survey.report(
                .error, path.key(call).key("graph"),
                "unknown graph \"\(name)\" in \(Self.graphFile)."
                    + " Use one of: \(known.keys.sorted().joined(separator: ", "))")
        }
        return survey.findings
    }

    /// The states of the recognizer and the ways between them, called `name`.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? {
        FlowGraph(
            name: name,
            modules: KIOSRecognizerState.allCases.map { .init(id: $0.name, type: "state") },
            edges: Self.ways.map { .init(module: $0.from.name, key: $0.by, target: $0.to.name) })
    }

    /// The ways that end listening without a response.
    static let abandons =
        [GuardedCall.stopListening, .deactivateAudioStack, .reinitAudioStack].map(\.rawValue)
        + [KeenMachine.interruptWay]

    /// Every way from one state to another.
    static let ways: [(from: KIOSRecognizerState, by: String, to: KIOSRecognizerState)] = {
        let prepare = GuardedCall.prepareForListening.rawValue
        let stops = abandons
        let ends =
            KIOSVadParameter.allCases.map(\.name)
            + [GuardedCall.finishListening, .stopListeningAndReturnFinalResponse].map(\.rawValue)
        return [
            (.needsDecodingGraph, prepare, .readyToListen),
            (.readyToListen, prepare, .readyToListen),
            (.readyToListen, GuardedCall.startListening.rawValue, .listening),
        ] + ends.map { (.listening, $0, .finalProcessing) }
            + stops.map { (.listening, $0, .readyToListen) }
            + [(.finalProcessing, "response", .readyToListen)]
            + stops.map { (.finalProcessing, $0, .readyToListen) }
    }()
}
