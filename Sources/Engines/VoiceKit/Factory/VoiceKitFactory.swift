public import VoiceEngine
public import VoiceJSON
public import VoiceTrace

/// Makes the machine behind ``VoiceIO``, and knows the file of a declared app.
public struct VoiceKitFactory: EngineFactory {
    /// The façade of the engine's calls, and the kind of the engine.
    public static let kind = "voicekit"
    /// The name of the declared app's file in a session's `flow` folder; optional.
    public static let appFile = "app.json"
    /// Ending of the names of files of declared apps elsewhere.
    public static let appExtension = ".voiceapp.json"

    /// A factory.
    public init() {}

    /// The calls, callbacks and settings of the engine.
    public var declaration: EngineDeclaration {
        EngineDeclaration(
            kind: Self.kind, version: "1", calls: VoiceKitCall.allCases.map(\.declared),
            callbacks: VoiceKitCallback.allCases.map(\.rawValue),
            settings: VoiceKitSettings.declared, constants: VoiceKitConstants.named,
            vocabulary: .voiceKit, runner: "RealVoiceIO")
    }

    /// The declared app.
    public var fileNames: [String] { [Self.appFile] }

    /// Always: every listening may be for words.
    public func recognizes(_ setup: EngineSetup) throws -> Bool { true }

    /// The words of English numbers.
    public func words(of setup: EngineSetup) throws -> EngineWords { SpokenFigures.words }

    /// A machine; one that a declared app drives where the set-up has one.
    ///
    /// - Throws: `EngineFileError` when the app's file is no JSON, or refused.
    public func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        let machine = VoiceKitMachine(setup: setup)
        guard let bytes = setup.files[Self.appFile] else { return machine }
        return DeclaredAppMachine(try Self.app(bytes, Self.appFile), machine)
    }

    /// Returns the faults of the declared app: names that lead nowhere, steps that nothing leads
    /// to.
    ///
    /// - Throws: `EngineFileError/notJSON(file:error:)`.
    public func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] {
        guard let bytes = files[Self.appFile] else { return [] }
        var reader = try DeclaredAppReader(bytes: bytes, file: file(Self.appFile))
        reader.check(surroundings)
        return reader.survey.findings
    }

    /// The steps of the declared app and the ways between them; without one, which an app in Swift
    /// does not have, the calls of ``VoiceIO``.
    ///
    /// - Throws: `EngineFileError` when the file is no JSON, or refused.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? {
        guard let bytes = files[Self.appFile] else {
            return FlowGraph(
                name: name,
                modules: VoiceKitCall.allCases.map {
                    .init(id: $0.rawValue, type: FlowGraph.callType)
                }, edges: [])
        }
        let app = try Self.app(bytes, file(Self.appFile))
        return FlowGraph(
            name: name,
            modules: app.steps.map { step in
                var says: [String] = []
                if case .speak(let lines) = step.action { says = lines.map(\.text) }
                return .init(id: step.name, type: step.kind, says: says)
            },
            edges: app.steps.flatMap { step in
                step.ways.map { .init(module: step.name, key: $0.label, target: $0.next) }
            })
    }

    /// Returns the name of the declared app's file, by its name or by its contents.
    public func fileName(of document: JSONValue, called name: String) -> String? {
        let hasSteps = document.object?["steps"]?.object != nil
        let isNamed = name == Self.appFile || name.hasSuffix(Self.appExtension)
        return isNamed || hasSteps && document.object?["start"] != nil ? Self.appFile : nil
    }

    private static func app(_ bytes: [UInt8], _ file: String) throws -> DeclaredApp {
        var reader = try DeclaredAppReader(bytes: bytes, file: file)
        reader.check(nil)
        try reader.survey.refuseFaults()
        return reader.app
    }
}
