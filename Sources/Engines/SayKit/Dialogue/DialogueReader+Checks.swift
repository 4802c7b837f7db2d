internal import VoiceJSON
internal import VoiceLanguage
internal import VoiceTrace

/// Checks of a dialogue as a whole.
extension DialogueReader {
    private func path(of node: Dialogue.Node) -> JSONPath {
        JSONPath.root.key("nodes").key(node.id)
    }

    /// Notes names that lead nowhere, and nodes that nothing leads to from the start.
    mutating func checkWays() {
        let known = dialogue.nodes.map(\.id)
        func check(_ name: String?, _ path: JSONPath) {
            guard let name, !known.contains(name) else { return }
            survey.report(
                .error, path,
                "unknown node \"\(name)\". Use one of: \(known.joined(separator: ", "))")
        }
        if !dialogue.start.isEmpty { check(dialogue.start, .root.key("start")) }
        for node in dialogue.nodes {
            let path = path(of: node)
            check(node.next, path.key(node.ask == nil ? "next" : "otherwise"))
            check(node.onCancel, path.key("onCancel"))
            check(node.onFailure, path.key("onFailure"))
            check(node.afterwards, path.key("afterwards"))
            for (way, path) in zip(node.ways, wayPaths[node.id] ?? []) {
                check(way.next, path.key("next"))
            }
        }
        let reached = reachedNodes
        for node in dialogue.nodes where !reached.contains(node.id) {
            survey.report(
                .warning, path(of: node),
                "nothing leads to \"\(node.id)\" from the start. Add a way to it, or remove it.")
        }
    }

    /// The names of nodes that ways lead to from the start.
    private var reachedNodes: Set<String> {
        var reached: Set<String> = []
        var open = [dialogue.start]
        while let name = open.popLast() {
            guard reached.insert(name).inserted, let node = dialogue.node(name) else { continue }
            let others = [
                node.next, node.onCancel, node.onFailure,
                node.atMost == nil ? nil : node.afterwards,
            ]
            open += others.compactMap(\.self) + node.ways.map(\.next)
        }
        return reached
    }

    /// Notes conditions that no answer of their node meets.
    mutating func checkConditions() {
        for node in dialogue.nodes {
            guard let form = node.ask, interpreter.fault(of: form) == nil else { continue }
            let shape = interpreter.shape(of: form)
            for (way, path) in zip(node.ways, wayPaths[node.id] ?? []) {
                guard let fault = shape.fault(of: way.condition) else { continue }
                survey.report(.error, path.key(Self.key(of: way.condition, in: shape)), fault)
            }
        }
    }

    /// The key of a condition that its fault is about.
    private static func key(of condition: Dialogue.Condition, in shape: AnswerShape) -> String {
        if let entity = condition.entity, shape.entities?[entity] == nil { return "entity" }
        return switch condition {
        case .equals: "equals"
        case .below: "below"
        case .above: "above"
        }
    }

    // MARK: Places of answers

    /// Notes `{name}` in texts where nothing keeps an answer under this name.
    mutating func checkPlaces() {
        var entities: [String: Set<String>] = [:]
        for node in dialogue.nodes {
            guard let name = node.save, let form = node.ask else { continue }
            entities[name, default: []].formUnion(
                (interpreter.shape(of: form).entities ?? [:]).keys)
        }
        let nodes = survey.document.root.object?["nodes"]?.object ?? [:]
        for node in dialogue.nodes {
            guard let object = nodes[node.id]?.object else { continue }
            let path = path(of: node)
            let ask = object["ask"]?.object ?? [:]
            let texts = [
                (object["say"], path.key("say")), (object["help"], path.key("help")),
                (ask["prompt"], path.key("ask").key("prompt")),
                (ask["followupPrompt"], path.key("ask").key("followupPrompt")),
            ]
            for (value, path) in texts { checkPlaces(in: value, at: path, entities) }
        }
    }

    /// Looks into a text, or into the texts of an object.
    private mutating func checkPlaces(
        in value: JSONValue?, at path: JSONPath, _ entities: [String: Set<String>]
    ) {
        for member in value?.object?.members ?? [] where member.key != "voice" {
            checkPlaces(in: member.value, at: path.key(member.key), entities)
        }
        guard let text = value?.string else { return }
        for place in DialogueText(text).places {
            guard let fault = Self.fault(ofPlace: place, entities) else { continue }
            survey.report(.error, path, fault)
        }
    }

    private static func fault(
        ofPlace place: String, _ entities: [String: Set<String>]
    ) -> String? {
        let parts = place.split(separator: ".", maxSplits: 1).map(String.init)
        guard let name = parts.first, let known = entities[name] else {
            let names = entities.keys.sorted().joined(separator: ", ")
            return "no node saves an answer as \"\(parts.first ?? "")\", so {\(place)} has no "
                + "value. "
                + (names.isEmpty
                    ? "Give a node that asks \"save\"." : "Use one of: \(names).")
        }
        guard parts.count > 1, !known.contains(parts[1]) else { return nil }
        let names = known.sorted().joined(separator: ", ")
        return "the answer \"\(name)\" has no entity \"\(parts[1])\". "
            + (names.isEmpty ? "Write {\(name)}." : "Use one of: \(names).")
    }

    // MARK: Keys

    /// Notes every key that is not in `known`, with the one that may be meant.
    mutating func noteUnknownKeys(_ object: JSONObject, known: [String], at path: JSONPath) {
        for member in object.members where !known.contains(member.key) {
            guard !member.key.hasPrefix("_") else { continue }
            let nearest = known.map { ($0, EditDistance.thousandths($0, member.key)) }
                .min { $0.1 < $1.1 }
            let isNear = nearest.map { $0.1 <= Self.nearThousandths } ?? false
            let step =
                isNear
                ? "Write \"\(nearest?.0 ?? "")\", or remove it."
                : "Use one of: \(known.joined(separator: ", "))."
            survey.report(
                .warning, path.key(member.key), "the key \"\(member.key)\" is unknown here. \(step)"
            )
        }
    }

    /// Keys are near whose letters differ by no more than two in five.
    private static let nearThousandths = 400

    /// Notes unknown keys of a request, of its prompt, its options and its commands.
    mutating func noteUnknownKeys(ofRequest object: JSONObject, at path: JSONPath) {
        noteUnknownKeys(object, known: RequestForm.keys, at: path)
        if let prompt = object["prompt"]?.object, prompt["text"] == nil {
            noteUnknownKeys(prompt, known: ["spoken", "display"], at: path.key("prompt"))
        }
        for (key, known) in [
            ("options", ["label", "aliases"]), ("commands", ["type", "templates"]),
        ] {
            for (index, value) in (object[key]?.array ?? []).enumerated() {
                guard let object = value.object else { continue }
                noteUnknownKeys(object, known: known, at: path.key(key).index(index))
            }
        }
    }
}

/// A text of a dialogue with places for answers, as in `How many {size} ones?`.
struct DialogueText {
    /// Texts between braces, in order.
    private(set) var places: [String] = []
    /// The text before each place, and behind the last.
    private var parts: [Substring] = []

    init(_ text: String) {
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append(rest[..<open])
            places.append(String(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        parts.append(rest)
    }

    /// The text with `answers` in their places; a place without an answer is left out.
    func filled(_ answers: [String: String]) -> String {
        var text = ""
        for (part, place) in zip(parts, places) {
            text += part
            text += answers[place] ?? ""
        }
        return text + (parts.last ?? "")
    }
}

extension JSONPath {
    /// The value at `place`, as errors spell it: `ask.options[2].label` below the value at this
    /// path, which they call `root`.
    func following(_ place: String, of root: String) -> JSONPath {
        guard place.hasPrefix(root) else { return self }
        var path = self
        for part in place.dropFirst(root.count).split(separator: ".") {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            if let key = pieces.first, !key.isEmpty { path = path.key(String(key)) }
            for piece in pieces.dropFirst() {
                guard let index = Int(piece.dropLast()) else { return path }
                path = path.index(index)
            }
        }
        return path
    }
}
