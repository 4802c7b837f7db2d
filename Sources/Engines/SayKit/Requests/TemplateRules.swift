/// Templates as alternatives of a grammar.
enum TemplateRules {
    /// Wordings of one template at most.
    private static let wordingLimit = 16

    /// Returns the grammar alternatives, one per template; nil where one takes free text, a
    /// quantity without rules of its own, or words that are not made of letters.
    static func alternatives(of templates: [String]) -> String? {
        var alternatives: [String] = []
        for (index, template) in templates.enumerated() {
            guard let parts = try? TemplateParser.parts(of: template, template: index),
                let text = sequence(parts)
            else { return nil }
            alternatives.append(text)
        }
        return alternatives.isEmpty ? nil : alternatives.joined(separator: " | ")
    }

    private static func sequence(_ parts: [TemplatePart]) -> String? {
        var texts: [String] = []
        for part in parts {
            guard let text = text(part) else { return nil }
            texts.append(text)
        }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    private static func text(_ part: TemplatePart) -> String? {
        switch part {
        case .word(let word): return RecognizerPhrases.letters(of: word)
        case .optional(let parts): return sequence(parts).map { "[ \($0) ]" }
        case .choice(let sequences): return choice(sequences.map { sequence($0) })
        case .entity(_, .number): return "<number>"
        case .entity(_, .list(let values)):
            return choice(values.map { RecognizerPhrases.letters(of: $0.phrase) })
        case .entity: return nil
        }
    }

    private static func choice(_ texts: [String?]) -> String? {
        let known = texts.compactMap(\.self)
        guard known.count == texts.count, !known.isEmpty else { return nil }
        return "( \(known.joined(separator: " | ")) )"
    }

    /// Returns the wordings that a template without entities takes: each alternative, without
    /// optional parts.
    static func wordings(of template: String) -> [String] {
        guard let parts = try? TemplateParser.parts(of: template, template: 0) else { return [] }
        return wordings(of: parts).filter { !$0.isEmpty }
    }

    private static func wordings(of parts: [TemplatePart]) -> [String] {
        var wordings = [""]
        for part in parts {
            let next: [String]
            switch part {
            case .word(let word): next = [word]
            case .optional: continue
            case .choice(let sequences): next = sequences.flatMap { Self.wordings(of: $0) }
            case .entity: return []
            }
            let all = wordings.flatMap { start in
                next.map { start.isEmpty ? $0 : "\(start) \($0)" }
            }
            wordings = Array(all.prefix(wordingLimit))
        }
        return wordings
    }
}
