public import VoiceRecognition
public import VoiceTrace

extension VoiceflowFactory {
    /// Rules of a flow that wait for words that no caller can say: `task` is what the recognizer
    /// listens for, and `taskFile` names it in messages. `name` calls the flow as the user does.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public static func findings(
        inRulesOf files: [String: [UInt8]], named name: (String) -> String,
        against task: RecognitionTask, taskFile: String
    ) throws(FlowError) -> [Finding] {
        guard let flow = files[FileName.flow], let words = SpeakableWords(task) else { return [] }
        var reader: FlowReader
        do throws(JSONError) {
            reader = try FlowReader(bytes: flow, file: name(FileName.flow))
        } catch { throw .notJSON(file: name(FileName.flow), error: error) }
        let modules = reader.modules.filter(\.kind.takesIntents)
        // What reading has found is told by the check of the flow itself.
        reader.survey.dropFindings()
        for rule in modules.flatMap(\.goTo.inputs) {
            guard let complaint = words.complaint(about: rule, in: taskFile) else { continue }
            reader.survey.note(.fault, rule.path.key(FlowKey.input), complaint)
        }
        return reader.survey.findings
    }
}

/// Everything that a caller can say, as far as the recognizer's task tells.
struct SpeakableWords {
    /// Whole phrases, in small letters with single blanks; nil where only their words are known.
    private let phrases: [String]?
    private let vocabulary: Set<String>

    /// Phrases and rules beyond this are not compared: files come from anywhere.
    private static let limit = 100_000

    /// The words of `task`; nil where it takes any.
    init?(_ task: RecognitionTask) {
        switch task {
        case .graph, .general: return nil
        case .phrases(let given):
            guard given.count <= Self.limit else { return nil }
            let folded = given.map(Self.folded)
            phrases = folded
            vocabulary = Set(folded.flatMap { $0.split(separator: " ").map(String.init) })
        case .grammar(let jsgf):
            guard let words = Self.words(ofGrammar: jsgf) else { return nil }
            phrases = nil
            vocabulary = words
        }
    }

    /// Why no caller can say what `rule` waits for; nil where one may.
    func complaint(about rule: GoToTable.InputRule, in file: String) -> String? {
        let input = Self.folded(rule.pattern.input)
        let words = input.split(separator: " ").map(String.init)
        for (index, word) in words.enumerated() {
            // The ends of what is only contained may be parts of words.
            let isOpenBefore = index == 0 && rule.pattern.comparator == .contains
            let isOpenAfter = index == words.count - 1 && rule.pattern.comparator != .equals
            guard !isSpoken(word, isOpenBefore, isOpenAfter) else { continue }
            return "\"\(word)\" is not a word of \(file), so the recognizer never returns it and "
                + "this rule never applies."
                + NearMiss.hint(for: word, in: vocabulary.sorted(), quotes: "\"")
        }
        let comparator = rule.pattern.comparator
        guard let phrases, !phrases.contains(where: { Self.fits($0, comparator, input) })
        else { return nil }
        let verb =
            switch comparator {
            case .equals: "is"
            case .starts: "starts with"
            case .contains: "contains"
            }
        return "No phrase of \(file) \(verb) \"\(rule.pattern.input)\", so this rule never "
            + "applies. Add such a phrase, or remove the rule."
    }

    private func isSpoken(_ word: String, _ isOpenBefore: Bool, _ isOpenAfter: Bool) -> Bool {
        if vocabulary.contains(word) { return true }
        switch (isOpenBefore, isOpenAfter) {
        case (true, true): return vocabulary.contains { $0.contains(word) }
        case (true, false): return vocabulary.contains { $0.hasSuffix(word) }
        case (false, true): return vocabulary.contains { $0.hasPrefix(word) }
        case (false, false): return false
        }
    }

    private static func fits(
        _ phrase: String, _ comparator: InputPattern.Comparator, _ input: String
    ) -> Bool {
        switch comparator {
        case .equals: phrase == input
        case .starts: phrase.hasPrefix(input)
        case .contains: phrase.contains(input)
        }
    }

    /// Small letters, single blanks, without the marks that end a word of a phrase.
    private static func folded(_ text: String) -> String {
        let marks: Set<Character> = [".", "!", "?", ";", ":"]
        return text.lowercased().split { $0.isWhitespace || $0 == "," }.map { part in
            var word = part
            while let last = word.last, marks.contains(last), word.count > 1 {
                if last == ".", word.dropLast().contains(".") { break }
                word = word.dropLast()
            }
            return String(word)
        }.joined(separator: " ")
    }

    /// The words that a grammar in JSGF may yield; nil where others stand in an import.
    private static func words(ofGrammar jsgf: String) -> Set<String>? {
        var text = jsgf
        // Comments, tags, weights and the names of rules are no words.
        for (start, end) in [("/*", "*/"), ("//", "\n"), ("{", "}"), ("<", ">"), ("#", ";")] {
            if start == "<", text.contains("import <") { return nil }
            text = removing(from: start, through: end, in: text)
        }
        text = removing(from: "/", through: "/", in: text)
        var words: Set<String> = []
        for statement in text.split(separator: ";") {
            // What stands before the sign is the rule's name; a statement without one is a header.
            guard let sign = statement.firstIndex(of: "=") else { continue }
            let parts = statement[statement.index(after: sign)...].split { letter in
                letter.isWhitespace || "|()[]*+\"".contains(letter)
            }
            words.formUnion(parts.map { folded(String($0)) })
        }
        return words.count <= limit ? words : nil
    }

    private static func removing(
        from start: String, through end: String, in text: String
    ) -> String {
        var kept = ""
        var rest = text[...]
        while let opening = rest.firstRange(of: start) {
            kept += rest[..<opening.lowerBound] + " "
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: end) else { return kept }
            rest = rest[closing.upperBound...]
        }
        return kept + rest
    }
}
