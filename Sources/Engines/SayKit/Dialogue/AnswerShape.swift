internal import VoiceJSON

/// Shape of the answers that a request can have, as the conditions of a dialogue see them.
struct AnswerShape: Sendable, Equatable {
    /// All texts that the whole answer can be; nil for open answers.
    var texts: [String]?
    /// Whether every answer is a number.
    var isNumber = false
    /// Whether an answer may be figures, as words that are typed may.
    var mayBeNumber = false
    /// Entities of templates, or parameters of commands, with their types; nil for a request whose
    /// answers have none.
    var entities: [String: [EntityType]]?

    /// Returns the reason why `condition` can never hold, and what to write in its place; nil where
    /// it may hold.
    func fault(of condition: Dialogue.Condition) -> String? {
        guard let name = condition.entity else { return faultOfWhole(condition) }
        guard let entities else {
            return "answers of this request have no entities. Leave \"entity\" out."
        }
        guard let types = entities[name] else {
            let known = entities.keys.sorted().joined(separator: ", ")
            return "the templates have no entity \"\(name)\". "
                + (known.isEmpty ? "Leave \"entity\" out." : "Use one of: \(known).")
        }
        if case .equals(let text, _) = condition { return faultOfValue(text, name, types) }
        guard types.contains(where: \.isComparedAsNumber) else {
            return "the entity \"\(name)\" is not a number, and \"above\" and \"below\" compare "
                + "numbers only. Write @\(name):Number in the template, or use \"equals\"."
        }
        return nil
    }

    private func faultOfWhole(_ condition: Dialogue.Condition) -> String? {
        guard case .equals(let text, _) = condition else {
            guard !isNumber, !mayBeNumber else { return nil }
            let names = (entities ?? [:]).keys.sorted().joined(separator: ", ")
            return "an answer to this request is not a number, and \"above\" and \"below\" "
                + "compare numbers only. "
                + (names.isEmpty ? "Use \"equals\"." : "Name an \"entity\": \(names).")
        }
        if isNumber, ExactNumber(figures: text) == nil {
            return
                "\"\(text)\" is not a number in digits, so no answer can equal it. Write digits, "
                + "as in 3 or 2.5."
        }
        guard let texts, !Self.has(texts, text) else { return nil }
        return "no answer is \"\(text)\". Use one of: \(Self.list(texts))."
    }

    private func faultOfValue(_ text: String, _ name: String, _ types: [EntityType]) -> String? {
        var values: [String] = []
        for type in types {
            guard case .list(let listed) = type else { return nil }
            values += listed.map(\.value)
        }
        guard !Self.has(values, text) else { return nil }
        return "the entity \"\(name)\" cannot have the value \"\(text)\". Use one of: "
            + "\(Self.list(values))."
    }

    private static func has(_ texts: [String], _ text: String) -> Bool {
        let normal = SpokenText(text).normal
        return texts.contains { SpokenText($0).normal == normal }
    }

    /// The texts of a sentence at most.
    private static let listedTexts = 20

    private static func list(_ texts: [String]) -> String {
        var shown: [String] = []
        for text in texts where !shown.contains(text) { shown.append(text) }
        return shown.listed(upTo: listedTexts)
    }
}

extension EntityType {
    fileprivate var isComparedAsNumber: Bool {
        switch self {
        case .number: true
        case .list(let values): values.contains { ExactNumber(figures: $0.value) != nil }
        case .string, .date, .time, .duration, .money: false
        }
    }
}

extension TemplatePart {
    /// The entities within `parts`, with their types.
    static func entities(of parts: [TemplatePart]) -> [(name: String, type: EntityType)] {
        parts.flatMap { part -> [(name: String, type: EntityType)] in
            switch part {
            case .word: []
            case .entity(let name, let type): [(name, type)]
            case .optional(let inner): entities(of: inner)
            case .choice(let branches): branches.flatMap { entities(of: $0) }
            }
        }
    }
}

extension LanguageInterpreter {
    /// Returns the shape of the answers that the request can have.
    func shape(of form: RequestForm) -> AnswerShape {
        switch form.kind {
        case .confirmation: return AnswerShape(texts: ["yes", "no"])
        case .select: return AnswerShape(texts: form.options.map(\.label))
        case .numerical: return AnswerShape(isNumber: true)
        case .string: return AnswerShape(mayBeNumber: true)
        case .pattern: return AnswerShape(entities: Self.entities(of: form.templates))
        case .command:
            let recognizers = (try? recognizers(of: form)) ?? []
            return AnswerShape(
                texts: recognizers.map(\.type),
                entities: Self.entities(of: recognizers.flatMap(\.templates)))
        }
    }

    private static func entities(of templates: [String]) -> [String: [EntityType]] {
        var entities: [String: [EntityType]] = [:]
        for (index, template) in templates.enumerated() {
            let parts = (try? TemplateParser.parts(of: template, template: index)) ?? []
            for (name, type) in TemplatePart.entities(of: parts) {
                entities[name, default: []].append(type)
            }
        }
        return entities
    }
}
