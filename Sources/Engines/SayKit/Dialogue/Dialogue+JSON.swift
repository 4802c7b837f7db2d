public import Foundation
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON

extension Dialogue {
    /// The dialogue as its file holds it.
    var json: JSONValue {
        var nodes = JSONObject()
        for node in self.nodes { nodes[node.id] = node.json }
        var object: JSONObject = ["start": .string(start), "nodes": .object(nodes)]
        if visits != Dialogue().visits {
            object["limits"] = .object(["visits": .integer(Int64(visits))])
        }
        return .object(object)
    }

    /// Returns the faults of the dialogue, for people, each with its place; empty where there is
    /// none.
    public func findings(language: SAYConversationLanguage = .english) -> [String] {
        var found: [String] = []
        for (node, next) in zip(nodes, nodes.dropFirst()) where node.id == next.id {
            found.append("two nodes are called \"\(node.id)\". Give each a name of its own.")
        }
        do {
            let reader = try Self.reader(of: json, .ofFolder(language.rawValue))
            found += reader.survey.findings.filter { $0.severity != .warning }
                .map { "\($0.path): \($0.message)" }
        } catch {
            found.append("\(error)")
        }
        return found
    }

    static func reader(
        of json: JSONValue, _ interpreter: LanguageInterpreter
    ) throws(EngineFileError) -> DialogueReader {
        try DialogueReader(
            bytes: Array(JSONWriter.text(json).utf8), file: "dialogue", interpreter: interpreter)
    }

    /// Reads a file `NAME.dialogue.json`.
    ///
    /// - Throws: ``DialogueError/invalid(findings:)`` where it cannot be read, or is wrong.
    public init(
        contentsOf file: URL, language: SAYConversationLanguage = .english
    ) throws(DialogueError) {
        let reader: DialogueReader
        do {
            reader = try DialogueReader(
                bytes: DiskFile.read(file.path, limit: 1 << 24), file: file.lastPathComponent,
                interpreter: LanguageInterpreter.ofFolder(language.rawValue))
        } catch { throw .invalid(findings: ["\(error)"]) }
        let faults = reader.survey.findings.filter { $0.severity != .warning }
        guard faults.isEmpty else { throw .invalid(findings: faults.map(\.description)) }
        self = reader.dialogue
    }
}

extension Dialogue: Codable {
    /// Reads the contents of a file `NAME.dialogue.json`.
    ///
    /// - Throws: `DecodingError` where it is wrong, with the first finding.
    public init(from decoder: any Decoder) throws {
        let reader = try Self.reader(of: CodableJSON(from: decoder).value, .english)
        if let fault = reader.survey.findings.first(where: { $0.severity != .warning }) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(fault.path): \(fault.message)"))
        }
        self = reader.dialogue
    }

    /// Writes the contents of a file `NAME.dialogue.json`.
    public func encode(to encoder: any Encoder) throws { try CodableJSON(json).encode(to: encoder) }
}

extension Dialogue.Node {
    /// The node as a dialogue's file holds it.
    var json: JSONValue {
        var object = JSONObject()
        object["say"] = say?.json
        object["ask"] = ask?.json
        object["save"] = save.map { .string($0) }
        if !ways.isEmpty { object["on"] = .array(ways.map { json(of: $0) }) }
        object[ask == nil ? DialogueWay.next : DialogueWay.otherwise] = next.map { .string($0) }
        object["onCancel"] = onCancel.map { .string($0) }
        object["onFailure"] = onFailure.map { .string($0) }
        object["help"] = help.map { .string($0) }
        if !without.isEmpty {
            object["without"] = .array(without.map(\.rawValue).sorted().map { .string($0) })
        }
        object["atMost"] = atMost.map { .integer(Int64($0)) }
        object["afterwards"] = afterwards.map { .string($0) }
        if ends { object["end"] = true }
        return .object(object)
    }

    private func json(of way: Dialogue.Way) -> JSONValue {
        var object: JSONObject = ["next": .string(way.next)]
        object["entity"] = way.condition.entity.map { .string($0) }
        switch way.condition {
        case .equals(let text, _): object["equals"] = answer(text)
        case .below(let number, _): object["below"] = .integer(number)
        case .above(let number, _): object["above"] = .integer(number)
        }
        return .object(object)
    }

    /// An answer of the request as people write it in a file.
    private func answer(_ text: String) -> JSONValue {
        switch ask?.kind {
        case .confirmation where text == "yes": true
        case .confirmation where text == "no": false
        case .numerical: Int64(text).map { .integer($0) } ?? .string(text)
        default: .string(text)
        }
    }
}

extension RequestForm {
    /// The request as calls and files hold it.
    var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        if let prompt, prompt.text == display {
            object["prompt"] = prompt.json
        } else if prompt != nil || !display.isEmpty {
            var parts: JSONObject = ["display": .string(display)]
            parts["spoken"] = prompt?.json
            object["prompt"] = .object(parts)
        }
        object["followupPrompt"] = followupPrompt.map { .string($0) }
        let usual = RequestForm(kind, prompt: nil)
        if (retries, silentRetries) != (usual.retries, usual.silentRetries) {
            object["retries"] = .integer(Int64(retries ?? -1))
        }
        if !options.isEmpty { object["options"] = .array(options.map(\.json)) }
        if !templates.isEmpty { object["templates"] = .array(templates.map { .string($0) }) }
        if commands != .null { object["commands"] = commands }
        if !globals.isEmpty {
            var wordings = JSONObject()
            for global in globals {
                wordings[global.name] = .array(global.wordings.map { .string($0) })
            }
            object["globals"] = .object(wordings)
        }
        return .object(object)
    }
}

extension RequestForm.Option {
    fileprivate var json: JSONValue {
        guard !aliases.isEmpty else { return .string(label) }
        return .object([
            "label": .string(label), "aliases": .array(aliases.map { .string($0) }),
        ])
    }
}
