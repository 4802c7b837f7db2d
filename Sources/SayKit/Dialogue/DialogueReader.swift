internal import VoiceEngine
internal import VoiceTrace

/// Reads a dialogue file, and collects what is wrong with it.
struct DialogueReader {
    private static let keys: Set<String> = ["start", "nodes", "limits", "$schema", "name"]
    private static let nodeKeys: Set<String> = [
        "say", "ask", "save", "on", "otherwise", "next", "onCancel", "onFailure", "help", "atMost",
        "afterwards", "end",
    ]

    private(set) var survey: DocumentSurvey
    private(set) var dialogue = Dialogue()

    /// Reads `bytes`.
    ///
    /// - Throws: ``EngineFileError/notJSON(file:error:)``.
    init(
        bytes: [UInt8], file: String, interpreter: any RequestInterpreting
    ) throws(EngineFileError) {
        survey = try .ofEngine(bytes, file: file)
        guard let root = survey.document.root.object else {
            survey.note(
                .error, .root,
                "found \(survey.document.root.kindName), expected an object with nodes")
            return
        }
        survey.noteUnknownKeys(root, known: Self.keys, at: .root)
        dialogue.start = survey.requiredText(root, "start", at: .root) ?? ""
        let limits = survey.object(root, "limits", at: .root)
        let path = JSONPath.root.key("limits")
        survey.noteUnknownKeys(limits, known: ["visits"], at: path)
        if let visits = survey.count(limits, "visits", at: path) {
            dialogue.visits = Int(min(max(1, visits), Int64(Dialogue.visitLimit)))
        }
        let nodes = survey.object(root, "nodes", at: .root)
        if nodes.isEmpty { survey.note(.error, .root.key("nodes"), "there are no nodes") }
        if nodes.members.count > Dialogue.nodeLimit {
            survey.note(
                .error, .root.key("nodes"),
                "there are more than \(Dialogue.nodeLimit) nodes. Make several dialogues.")
        }
        for member in nodes.members.prefix(Dialogue.nodeLimit) where !member.key.hasPrefix("_") {
            readNode(member.key, member.value, interpreter)
        }
        checkWays()
    }

    private mutating func readNode(
        _ id: String, _ value: JSONValue, _ interpreter: any RequestInterpreting
    ) {
        let path = JSONPath.root.key("nodes").key(id)
        guard let object = value.object else {
            survey.note(.error, path, "found \(value.kindName), expected an object")
            return
        }
        survey.noteUnknownKeys(object, known: Self.nodeKeys, at: path)
        var node = Dialogue.Node(id: id)
        if let say = object["say"] { node.say = utterance(say, at: path.key("say")) }
        if let ask = object["ask"] { node.ask = form(ask, at: path.key("ask"), interpreter) }
        node.save = survey.text(object, "save", at: path)
        let isAsking = object["ask"] != nil
        node.next = survey.text(object, isAsking ? "otherwise" : "next", at: path)
        node.onCancel = survey.text(object, "onCancel", at: path)
        node.onFailure = survey.text(object, "onFailure", at: path)
        node.help = survey.text(object, "help", at: path)
        node.atMost = survey.count(object, "atMost", at: path).map { Int(min($0, 10_000)) }
        node.afterwards = survey.text(object, "afterwards", at: path)
        node.ends = survey.flag(object, "end", at: path) ?? false
        for (way, path) in survey.list(object, "on", at: path) { readWay(way, path, &node) }
        if !isAsking, node.say == nil, !node.ends {
            survey.note(.error, path, "the node neither says nor asks anything, and does not end")
        }
        if isAsking, object["next"] != nil {
            survey.note(.error, path.key("next"), "a node that asks has \"otherwise\" instead")
        }
        if node.next == nil, !node.ends {
            survey.note(
                .warning, path, "without \"\(isAsking ? "otherwise" : "next")\" it ends here")
        }
        dialogue.nodes.append(node)
    }

    private mutating func utterance(_ value: JSONValue, at path: JSONPath) -> SpokenUtterance? {
        do {
            return try SpokenUtterance(value, at: "it")
        } catch {
            survey.note(.error, path, error.description)
            return nil
        }
    }

    private mutating func form(
        _ value: JSONValue, at path: JSONPath, _ interpreter: any RequestInterpreting
    ) -> RequestForm? {
        do {
            let form = try RequestForm(value, at: "ask")
            if let fault = interpreter.fault(of: form) { survey.note(.error, path, fault) }
            if form.interpreter == .app || form.responder == .app {
                survey.note(.error, path, "a dialogue has no app that could decide")
            }
            return form
        } catch {
            survey.note(.error, path, error.description)
            return nil
        }
    }

    private mutating func readWay(
        _ object: JSONObject, _ path: JSONPath, _ node: inout Dialogue.Node
    ) {
        survey.noteUnknownKeys(
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
            survey.note(.error, path, "there is no \"equals\", \"below\" or \"above\"")
            return
        }
        node.ways.append(.init(condition: condition, next: next))
    }

    /// Notes names that lead nowhere, and nodes that nothing leads to.
    private mutating func checkWays() {
        let known = dialogue.nodes.map(\.id)
        var reached: Set<String> = [dialogue.start]
        func check(_ name: String?, _ path: JSONPath) {
            guard let name else { return }
            reached.insert(name)
            guard !known.contains(name) else { return }
            survey.note(
                .error, path,
                "unknown node \"\(name)\". Use one of: \(known.joined(separator: ", "))")
        }
        if !dialogue.start.isEmpty { check(dialogue.start, .root.key("start")) }
        for node in dialogue.nodes {
            let path = JSONPath.root.key("nodes").key(node.id)
            check(node.next, path.key(node.ask == nil ? "next" : "otherwise"))
            check(node.onCancel, path.key("onCancel"))
            check(node.onFailure, path.key("onFailure"))
            check(node.afterwards, path.key("afterwards"))
            for (index, way) in node.ways.enumerated() {
                check(way.next, path.key("on").index(index).key("next"))
            }
        }
        for node in dialogue.nodes where !reached.contains(node.id) {
            survey.note(
                .warning, .root.key("nodes").key(node.id), "nothing leads to \"\(node.id)\"")
        }
    }
}
