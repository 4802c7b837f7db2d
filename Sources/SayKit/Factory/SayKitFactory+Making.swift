public import VoiceEngine
public import VoiceTrace

extension SayKitFactory: EngineFactory {
    /// The name of the file of a declared dialogue in a session's `flow` folder; optional. Without
    /// it, requests come from the app's calls.
    public static let dialogueFile = "dialogue.json"
    /// How files of declared dialogues end elsewhere.
    public static let dialogueExtension = ".dialogue.json"

    /// The file of a declared dialogue.
    public var fileNames: [String] { [Self.dialogueFile] }

    /// The tones of requests.
    public var sounds: [String: String] { StandardTones.paths }

    /// Always: it listens for answers.
    public func recognizes(_ setup: EngineSetup) throws -> Bool { true }

    /// An engine that reads answers in the language of the set-up, and runs the dialogue of the
    /// file.
    ///
    /// - Throws: `EngineFileError` when the file is no JSON, or refused.
    public func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        let interpreter = LanguageInterpreter.ofFolder(setup.language)
        guard let bytes = setup.files[Self.dialogueFile] else {
            return SayMachine(setup: setup, interpreter: interpreter)
        }
        let reader = try DialogueReader(
            bytes: bytes, file: Self.dialogueFile, interpreter: interpreter)
        try reader.survey.refuseFaults()
        return SayMachine(setup: setup, interpreter: interpreter, dialogue: reader.dialogue)
    }

    /// What is wrong with the file of a dialogue.
    ///
    /// - Throws: `EngineFileError/notJSON(file:error:)`.
    public func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] {
        guard let bytes = files[Self.dialogueFile] else { return [] }
        let reader = try DialogueReader(
            bytes: bytes, file: file(Self.dialogueFile),
            interpreter: LanguageInterpreter.english)
        let findings = reader.survey.findings
        // What nothing leads to keeps no engine from running.
        return surroundings == nil ? findings.filter { $0.severity != .warning } : findings
    }

    /// The file of a dialogue, by its name or by what is in it.
    public func fileName(of document: JSONValue, called name: String) -> String? {
        let isNamed = name == Self.dialogueFile || name.hasSuffix(Self.dialogueExtension)
        let hasNodes = document.object?["nodes"]?.object != nil && document.object?["start"] != nil
        return isNamed || hasNodes ? Self.dialogueFile : nil
    }

    /// The nodes of the dialogue, or without one the states of a request, and the ways between
    /// them, called `name`.
    ///
    /// - Throws: `EngineFileError/notJSON(file:error:)`.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? {
        guard let bytes = files[Self.dialogueFile] else { return Self.states(called: name) }
        let reader = try DialogueReader(
            bytes: bytes, file: file(Self.dialogueFile),
            interpreter: LanguageInterpreter.english)
        return reader.dialogue.graph(called: name)
    }

    private static func states(called name: String) -> FlowGraph {
        FlowGraph(
            name: name,
            modules: RequestLifecycle.State.allCases.map { .init(id: $0.rawValue, type: "state") },
            edges: RequestLifecycle.ways.map {
                .init(module: $0.from.rawValue, key: $0.by.rawValue, target: $0.to.rawValue)
            })
    }
}

extension Dialogue {
    /// Where "back" leads, as graphs call it.
    static let previous = "previous question"

    /// The nodes and the ways between them.
    func graph(called name: String) -> FlowGraph {
        FlowGraph(
            name: name,
            modules: nodes.map { node in
                .init(
                    id: node.id, type: node.ask?.kind.rawValue ?? (node.ends ? "end" : "say"),
                    says: node.say.map { [$0.text] } ?? [])
            },
            edges: nodes.flatMap { node in
                ways(of: node).map { way in
                    .init(
                        module: node.id, key: way.key, target: way.target,
                        isDynamic: way.key == DialogueWay.back)
                }
            })
    }

    private func ways(of node: Node) -> [(key: String, target: String)] {
        var ways = node.ways.map { (key: DialogueWay.on($0.condition), target: $0.next) }
        func add(_ key: String, _ target: String?) {
            if let target { ways.append((key, target)) }
        }
        let isAsking = node.ask != nil
        if !node.ends { add(isAsking ? DialogueWay.otherwise : DialogueWay.next, node.next) }
        add(DialogueWay.afterwards, node.afterwards)
        guard isAsking else { return ways }
        add(DialogueWay.cancel, node.onCancel)
        add(DialogueWay.failure, node.onFailure)
        if !node.without.contains(.again) { add(DialogueWay.again, node.id) }
        if !node.without.contains(.help) { add(DialogueWay.help, node.id) }
        if !node.without.contains(.back) { add(DialogueWay.back, Self.previous) }
        return ways
    }
}

extension RequestLifecycle {
    /// Every way from one state to another.
    static let ways: [(from: State, by: Way, to: State)] = {
        let open: [State] = [.prompting, .listening, .processing]
        let recognition: [(from: State, by: Way, to: State)] = [
            (.created, .present, .prompting),
            (.prompting, .promptOver, .listening), (.prompting, .microphoneTapped, .listening),
            (.listening, .serviceStopped, .processing),
            (.listening, .microphoneTapped, .processing), (.listening, .failure, .responding),
            (.processing, .words, .interpreting), (.processing, .failure, .responding),
            (.processing, .responseTimeout, .responding),
            (.interpreting, .interpretation, .responding),
        ]
        let response: [(from: State, by: Way, to: State)] = [
            (.responding, .retry, .prompting), (.responding, .followUp, .prompting),
            (.responding, .terminal, .ended),
        ]
        let cancelled = State.allCases.filter { $0 != .ended }
        return recognition + open.map { ($0, .silentAnswer, .responding) }
            + open.map { ($0, .typedAnswer, .interpreting) } + response
            + cancelled.map { ($0, .cancel, .ended) }
    }()
}
