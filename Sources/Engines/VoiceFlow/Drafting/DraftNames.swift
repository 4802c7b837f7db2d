internal import VoiceJSON

/// Names and comments of drafts.
enum DraftNames {
    /// Words of a name at most.
    private static let mostWords = 5

    /// `AskSize` and `ask size` as `ask-size`.
    static func kebab(_ text: String) -> String {
        let words = Vocabulary.words(of: text).map { word in
            String(word.unicodeScalars.filter(isPlain).map(Character.init))
        }.filter { !$0.isEmpty }
        return words.prefix(mostWords).joined(separator: "-")
    }

    /// File names stay within what every system takes.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
    }

    /// Returns a different name for each of `takes`, after what is done last.
    static func names(of takes: [DraftTake]) -> [String] {
        var used: [String: Int] = [:]
        return takes.map { take in
            let name = name(of: take)
            used[name, default: 0] += 1
            guard let count = used[name], count > 1 else { return name }
            used["\(name)-\(count)", default: 0] += 1
            return "\(name)-\(count)"
        }
    }

    private static func name(of take: DraftTake) -> String {
        guard let step = take.steps.last else { return "nobody-acts" }
        let module = kebab(step.module)
        let name = [module, step.word].filter { !$0.isEmpty }.joined(separator: "-")
        return name.isEmpty ? "draft" : name
    }

    /// Returns a comment on what is done in a draft, and what it takes.
    static func comment(of take: DraftTake, taking edges: [String]) -> String {
        let told = take.steps.map { "At \($0.module) \($0.sentence)" }
        let story = told.isEmpty ? "The caller says and does nothing" : told.joined(separator: ". ")
        return "\(story). Drafted for \(edges.listed(upTo: 3))."
    }
}
