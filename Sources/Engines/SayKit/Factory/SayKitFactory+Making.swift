public import VoiceEngine
public import VoiceJSON
public import VoiceTrace

extension SayKitFactory: EngineFactory {
    /// The name of the file of a declared dialogue in a session's `flow` folder; optional. Without
    /// it, requests come from the app's calls.
    public static let dialogueFile = "dialogue.json"
    /// Ending of the names of files of declared dialogues elsewhere.
    public static let dialogueExtension = ".dialogue.json"

    /// The name of the file with the words of a language in a session's `flow` folder; optional.
    /// Without it, answers are in the language of the set-up, German or English.
    public static let languageFile = "language.json"
    /// Ending of the names of files with the words of a language elsewhere.
    public static let languageExtension = ".language.json"

    /// The files of a declared dialogue and of a language.
    public var fileNames: [String] { [Self.dialogueFile, Self.languageFile] }

    /// The tones of requests.
    public var sounds: [String: String] { StandardTones.paths }

    /// Always: it listens for answers.
    public func recognizes(_ setup: EngineSetup) throws -> Bool { true }

    /// The words of the language that answers are read in.
    ///
    /// - Throws: ``LanguageError``.
    public func words(of setup: EngineSetup) throws -> EngineWords {
        let bytes = setup.files[Self.languageFile] ?? LanguageInterpreter.file(of: setup.language)
        let words = try LanguageFile.words(of: bytes)
        return EngineWords(
            texts: LanguageFile.understood(bytes),
            numbers: [
                words.numbers.digits.merging(words.numbers.rowDigits) { first, _ in first },
                words.numbers.teens, words.numbers.tens, words.numbers.ordinals,
            ],
            names: Set(
                RequestForm.Kind.allCases.map(\.rawValue)
                    + RequestForm.Decider.allCases.map(\.rawValue)
                    + SAYStandardCommand.allCases.map(\.rawValue)),
            fileNames: [Self.languageFile])
    }

    /// An engine that reads answers in the language of the file, else of the set-up, and runs the
    /// dialogue of the file.
    ///
    /// - Throws: `EngineFileError` when a file is no JSON, or refused.
    public func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        let interpreter =
            try Self.interpreter(of: setup.files) { $0 }
            ?? LanguageInterpreter.ofFolder(setup.language)
        guard let bytes = setup.files[Self.dialogueFile] else {
            return SayMachine(setup: setup, interpreter: interpreter)
        }
        let reader = try DialogueReader(
            bytes: bytes, file: Self.dialogueFile, interpreter: interpreter)
        try reader.survey.refuseFaults()
        return SayMachine(setup: setup, interpreter: interpreter, dialogue: reader.dialogue)
    }

    /// Reads the interpreter of a language file; nil without a file.
    private static func interpreter(
        of files: [String: [UInt8]], named file: (String) -> String
    ) throws(EngineFileError) -> LanguageInterpreter? {
        guard let bytes = files[languageFile] else { return nil }
        do throws(LanguageError) {
            return LanguageInterpreter(try SpokenLanguage(json: bytes))
        } catch {
            throw .refused(finding(error, in: file(languageFile)))
        }
    }

    private static func finding(_ error: LanguageError, in file: String) -> Finding {
        Finding(
            severity: .error, file: file, place: TextPlace(line: 1, column: 1), path: .root,
            message: error.description)
    }

    /// Returns the faults of the files of a dialogue and of a language.
    ///
    /// - Throws: `EngineFileError/notJSON(file:error:)`.
    public func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] {
        let language: LanguageInterpreter
        do throws(EngineFileError) {
            language = try Self.interpreter(of: files, named: file) ?? .english
        } catch {
            if case .refused(let finding) = error { return [finding] }
            throw error
        }
        guard let bytes = files[Self.dialogueFile] else { return [] }
        let reader = try DialogueReader(
            bytes: bytes, file: file(Self.dialogueFile), interpreter: language)
        let findings = reader.survey.findings
        // What nothing leads to keeps no engine from running.
        return surroundings == nil ? findings.filter { $0.severity != .warning } : findings
    }

    /// Returns the name of the file of a dialogue, or of a language, by its name or by its
    /// contents.
    public func fileName(of document: JSONValue, called name: String) -> String? {
        if name == Self.languageFile || name.hasSuffix(Self.languageExtension) {
            return Self.languageFile
        }
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
    /// Name of the node that "back" leads to, as graphs call it.
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
