internal import VoiceHypothesis

/// Turns phrases into a grammar.
enum PhraseGrammar {
    /// A JSGF grammar that takes any one of `phrases`.
    ///
    /// Letters, apostrophes, hyphens and full stops make words; commas and marks at a word's end
    /// are dropped. Digits are refused: "12" may be said in more than one way.
    static func jsgf(
        _ phrases: [String], _ speaking: RecognitionGraph.Speaking = .usual
    ) throws(RecognitionError) -> String {
        let rule = try texts(of: phrases, speaking).map { $0.joined(separator: " ") }
            .joined(separator: " | ")
        return "#JSGF V1.0;\ngrammar phrases;\npublic <phrase> = \(rule) ;\n"
    }

    /// The words of each phrase that has any.
    static func texts(
        of phrases: [String], _ speaking: RecognitionGraph.Speaking
    ) throws(RecognitionError) -> [[String]] {
        guard phrases.count <= GrammarLimits.phrases else {
            throw .tooManyPhrases(count: phrases.count, limit: GrammarLimits.phrases)
        }
        let isRead = speaking == .oralReading
        let limit = isRead ? GrammarLimits.readingWords : GrammarLimits.phraseWords
        var texts: [[String]] = []
        var count = 0
        for phrase in phrases {
            let words = try words(of: phrase)
            count += words.count
            guard count <= limit else {
                throw .taskTooLarge(
                    what: "has more than \(limit) words" + (isRead ? " that are read aloud" : ""))
            }
            if !words.isEmpty { texts.append(words) }
        }
        guard !texts.isEmpty else { throw .noPhrases }
        return texts
    }

    /// The words of a phrase in lower case, as the dictionary writes them.
    static func words(of phrase: String) throws(RecognitionError) -> [String] {
        var words: [String] = []
        for part in phrase.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            var word = part
            while let last = word.last, ".!?;:".contains(last) {
                // A full stop stays where the dictionary has it: "a.", "mr." and the like.
                if last == "." && word.dropLast().contains(".") { break }
                word = word.dropLast()
            }
            if word.isEmpty { continue }
            guard word.allSatisfy({ $0.isASCII && ($0.isLetter || "'-.’".contains($0)) }) else {
                throw .phraseUnreadable(phrase: phrase, word: String(part))
            }
            words.append(String(word))
        }
        return words
    }
}
