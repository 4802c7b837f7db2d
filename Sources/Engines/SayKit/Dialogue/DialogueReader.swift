internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Reads a dialogue file, and collects its faults.
struct DialogueReader {
    private static let keys = ["start", "nodes", "limits", "$schema", "name"]
    private static let nodeKeys = [
        "say", "ask", "save", "on", "otherwise", "next", "onCancel", "onFailure", "help", "without",
        "atMost", "afterwards", "end",
    ]
    /// Keys of a node that asks, which mean nothing without a request.
    private static let askingKeys = ["save", "on", "onCancel", "onFailure", "help", "without"]

    var survey: DocumentSurvey
    private(set) var dialogue = Dialogue()
    /// Places of the ways of nodes, by the nodes' names.
    private(set) var wayPaths: [String: [JSONPath]] = [:]
    let interpreter: LanguageInterpreter

    /// Reads `bytes`.
    ///
    /// - Throws: ``EngineFileError/notJSON(file:error:)``.
    init(
        bytes: [UInt8], file: String, interpreter: LanguageInterpreter
    ) throws(EngineFileError) {
        survey = try .ofEngine(bytes, file: file)
        self.interpreter = interpreter
        guard let root = survey.document.root.object else {
            survey.report(
                .error, .root,
                "found \(survey.document.root.kindName), expected an object with nodes")
            return
        }
        noteUnknownKeys(root, known: Self.keys, at: .root)
        dialogue.start = survey.requiredText(root, "start", at: .root) ?? ""
        let limits = survey.object(root, "limits", at: .root)
        let path = JSONPath.root.key("limits")
        noteUnknownKeys(limits, known: ["visits"], at: path)
        if let visits = survey.count(limits, "visits", at: path) {
            dialogue.visits = Int(min(max(1, visits), Int64(Dialogue.visitLimit)))
        }
        let nodes = survey.object(root, "nodes", at: .root)
        if nodes.isEmpty { survey.report(.error, .root.key("nodes"), "there are no nodes") }
        if nodes.members.count > Dialogue.nodeLimit {
            survey.report(
                .error, .root.key("nodes"),
                "there are more than \(Dialogue.nodeLimit) nodes. Make several dialogues.")
        }
        var read: [Dialogue.Node] = []
        for member in nodes.members.prefix(Dialogue.nodeLimit) where !member.key.hasPrefix("_") {
            if let node = node(member.key, member.value) { read.append(node) }
        }
        dialogue.nodes = read
        checkWays()
        checkConditions()
        checkPlaces()
    }

    private mutating func node(_ id: String, _ value: JSONValue) -> Dialogue.Node? {
        let path = JSONPath.root.key("nodes").key(id)
        guard let object = value.object else {
            survey.report(.error, path, "found \(value.kindName), expected an object")
            return nil
        }
        noteUnknownKeys(object, known: Self.nodeKeys, at: path)
        var node = Dialogue.Node(id: id)
        if let say = object["say"] { node.say = utterance(say, at: path.key("say")) }
        if let ask = object["ask"] { node.ask = form(ask, at: path.key("ask")) }
        node.save = survey.text(object, "save", at: path)
        let isAsking = object["ask"] != nil
        node.next = survey.text(object, isAsking ? "otherwise" : "next", at: path)
        node.onCancel = survey.text(object, "onCancel", at: path)
        node.onFailure = survey.text(object, "onFailure", at: path)
        node.help = survey.text(object, "help", at: path)
        node.atMost = survey.count(object, "atMost", at: path).map { Int(min($0, 10_000)) }
        node.afterwards = survey.text(object, "afterwards", at: path)
        node.ends = survey.flag(object, "end", at: path) ?? false
        readWithout(object, path, &node)
        for (way, path) in survey.list(object, "on", at: path) { readWay(way, path, &node) }
        checkKeys(of: node, object, path, isAsking: isAsking)
        return node
    }

    /// Notes keys that contradict each other, and those that mean nothing here.
    private mutating func checkKeys(
        of node: Dialogue.Node, _ object: JSONObject, _ path: JSONPath, isAsking: Bool
    ) {
        if !isAsking, node.say == nil, !node.ends {
            survey.report(
                .error, path,
                "the node neither says nor asks anything, and does not end. Give it \"say\","
                    + " \"ask\" or \"end\".")
        }
        let other = isAsking ? "next" : "otherwise"
        if object[other] != nil {
            survey.report(
                .error, path.key(other),
                isAsking
                    ? "a node that asks has \"otherwise\" instead"
                    : "a node that asks nothing has \"next\" instead")
        }
        for key in Self.askingKeys where !isAsking && object[key] != nil {
            survey.report(
                .warning, path.key(key), "a node that asks nothing has no \"\(key)\". Remove it.")
        }
        if node.ends {
            let leading = ["ask", "next", "otherwise"].first { object[$0] != nil }
            if let leading {
                survey.report(
                    .error, path.key("end"),
                    "a node that ends has no \"\(leading)\". Remove one of the two.")
            }
        } else if node.next == nil {
            survey.report(
                .warning, path, "without \"\(isAsking ? "otherwise" : "next")\" it ends here")
        }
        if node.afterwards != nil, node.atMost == nil {
            survey.report(
                .warning, path.key("afterwards"),
                "it is never taken without \"atMost\". Add that, or remove it.")
        }
    }

    private mutating func readWithout(
        _ object: JSONObject, _ path: JSONPath, _ node: inout Dialogue.Node
    ) {
        guard let value = object["without"] else { return }
        let path = path.key("without")
        let known = Dialogue.Global.allCases.map(\.rawValue).joined(separator: ", ")
        guard let names = value.array else {
            return survey.report(
                .error, path, "found \(value.kindName), expected an array of: \(known)")
        }
        for (index, name) in names.enumerated() {
            if let global = name.string.flatMap({ Dialogue.Global(rawValue: $0) }) {
                node.without.insert(global)
            } else {
                let found = name.string.map { "\"\($0)\"" } ?? name.kindName
                survey.report(.error, path.index(index), "\(found) is unknown. Use \(known).")
            }
        }
    }

    private mutating func utterance(_ value: JSONValue, at path: JSONPath) -> SAYSpeechUtterance? {
        do {
            return try SAYSpeechUtterance(value, at: "it")
        } catch {
            survey.report(.error, path, error.description)
            return nil
        }
    }

    private mutating func form(_ value: JSONValue, at path: JSONPath) -> RequestForm? {
        if let object = value.object { noteUnknownKeys(ofRequest: object, at: path) }
        do {
            let form = try RequestForm(value, at: "ask")
            if let fault = interpreter.fault(of: form) { survey.report(.error, path, fault) }
            let deciders = [
                ("interpreter", form.interpreter), ("responder", form.responder),
                ("recognizer", form.recognizer),
            ]
            for (key, decider) in deciders where decider == .app {
                survey.report(
                    .error, path.key(key),
                    "a dialogue has no app that could decide. Remove \"\(key)\".")
            }
            return form
        } catch {
            survey.report(.error, path.following(error.place, of: "ask"), error.description)
            return nil
        }
    }

    private mutating func readWay(
        _ object: JSONObject, _ path: JSONPath, _ node: inout Dialogue.Node
    ) {
        noteUnknownKeys(
            object, known: ["equals", "below", "above", "entity", "next"], at: path)
        guard let next = survey.requiredText(object, "next", at: path) else { return }
        let entity = survey.text(object, "entity", at: path)
        let condition: Dialogue.Condition
        if let value = object["equals"] {
            condition = .equals(DialogueAnswer.text(of: value), entity: entity)
        } else if let number = object["below"]?.integer {
            condition = .below(number, entity: entity)
        } else if let number = object["above"]?.integer {
            condition = .above(number, entity: entity)
        } else {
            survey.report(
                .error, path, "there is no \"equals\", \"below\" or \"above\". Add one of them.")
            return
        }
        node.ways.append(.init(condition: condition, next: next))
        wayPaths[node.id, default: []].append(path)
    }
}
