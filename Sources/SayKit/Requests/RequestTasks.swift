internal import VoiceRecognition

/// What the recognizer listens for, by the kind of a request.
///
/// Confirmations and choices are decoding graphs of their wordings; numbers and templates of closed
/// entities are grammars; free text is the general model, as is everything whose words cannot be
/// written as letters.
struct RequestTasks {
    /// Phrases of a graph at most.
    private static let phraseLimit = 5_000
    /// Options that are asked for by their place as well.
    private static let placeLimit = 20
    /// How readily speech around an option becomes spoken noise, in thousandths.
    ///
    /// Measured by `scripts/measures/measure-requests` on 20 orders of a drink within a sentence:
    /// 300 finds the drink of 17, 500 that of 8. Of 16 words that are no drink each hears one.
    private static let optionNoisePermille = 300

    let language: SpokenLanguage

    init(_ language: SpokenLanguage) { self.language = language }

    func task(of form: RequestForm) -> (task: RecognitionTask, label: String) {
        switch form.kind {
        case .confirmation:
            let lexicon = language.words.confirmation
            let phrases = lexicon.yes + lexicon.yesAlone + lexicon.no + lexicon.noAlone
            return graph(
                phrases + lexicon.unsure + lexicon.others, form, "yes or no", restores: true)
        case .select:
            return graph(
                selectPhrases(form), form, "one of \(form.options.count) options",
                noise: Self.optionNoisePermille)
        case .numerical:
            guard let numbers = NumberRules(language.words) else { break }
            return grammar("<number>", numbers, form, "a number")
        case .pattern:
            guard let numbers = NumberRules(language.words),
                let alternatives = TemplateRules.alternatives(of: form.templates)
            else { break }
            return grammar(alternatives, numbers, form, "\(form.templates.count) templates")
        case .string, .command: break
        }
        return (.general, "anything")
    }

    /// Falls back to the general model where a phrase cannot be written as letters.
    private func graph(
        _ phrases: [String], _ form: RequestForm, _ label: String, restores: Bool = false,
        noise: Int = 500
    ) -> (task: RecognitionTask, label: String) {
        var spoken: [String] = []
        var known: Set<String> = []
        for phrase in phrases + globals(of: form) {
            guard let words = SpokenWords.letters(of: phrase, restores: restores) else {
                return (.general, "anything")
            }
            if known.insert(words).inserted { spoken.append(words) }
        }
        guard !spoken.isEmpty, spoken.count <= Self.phraseLimit else {
            return (.general, "anything")
        }
        let graph = RecognitionGraph(
            phrases: spoken, pronunciations: pronunciations(in: spoken),
            spokenNoisePermille: noise)
        return (.graph(graph), label)
    }

    /// How the language says words of `phrases`.
    private func pronunciations(in phrases: [String]) -> [WordPronunciation] {
        let words = Set(phrases.flatMap { $0.split(separator: " ").map(String.init) })
        return language.words.pronunciations.sorted { $0.key < $1.key }
            .filter { words.contains($0.key) }.flatMap { word, ways in
                ways.map { way in
                    WordPronunciation(
                        word: word, phones: way.split(separator: " ").map(String.init))
                }
            }
    }

    private func grammar(
        _ answers: String, _ numbers: NumberRules, _ form: RequestForm, _ label: String
    ) -> (task: RecognitionTask, label: String) {
        let globals = globals(of: form).compactMap { SpokenWords.letters(of: $0) }
        let all = ([answers] + globals).joined(separator: " | ")
        let text =
            "#JSGF V1.0;\ngrammar answers;\n\(numbers.text)public <answer> = \(all) ;\n"
        let task = RecognitionTask.grammar(jsgf: text)
        // Templates may make a grammar that is too large; numbers alone do not.
        let isKnown = form.kind == .numerical && globals.count <= 1_000
        guard isKnown || (try? task.check()) != nil else { return (.general, "anything") }
        return (task, label)
    }

    private func selectPhrases(_ form: RequestForm) -> [String] {
        let names = form.options.flatMap { [$0.label] + $0.aliases }
        let count = min(form.options.count, Self.placeLimit)
        let ordinals = language.words.numbers.ordinals
            .filter { (1...max(1, count)).contains($0.value) }
            .sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        guard language.code.hasPrefix("en") else { return names }
        return names + ordinals.map { "the \($0) one" } + ["the last one"]
    }

    /// Wordings of the request's globals.
    private func globals(of form: RequestForm) -> [String] {
        form.globals.flatMap { global -> [String] in
            guard global.wordings.isEmpty else { return global.wordings }
            return (language.words.dialogue[global.name] ?? []).flatMap {
                TemplateRules.wordings(of: $0)
            }
        }
    }
}

/// Phrases as a recognizer takes them.
enum SpokenWords {
    /// Contractions that the lexicons write without an apostrophe, which dictionaries have with it.
    private static let contractions = [
        "dont": "don't", "cant": "can't", "wont": "won't", "isnt": "isn't", "wasnt": "wasn't",
        "arent": "aren't", "wouldnt": "wouldn't", "doesnt": "doesn't", "didnt": "didn't",
        "shouldnt": "shouldn't", "id": "i'd", "im": "i'm", "thats": "that's", "its": "it's",
        "lets": "let's", "youre": "you're", "ill": "i'll",
        "ive": "i've", "thatd": "that'd", "whos": "who's",
    ]

    /// The words of `phrase` in lower-case letters and apostrophes; nil where it has others, as
    /// digits, or no word. `restores` the apostrophes of contractions.
    static func letters(of phrase: String, restores: Bool = false) -> String? {
        let text = SpokenText(phrase)
        guard !text.words.isEmpty, !text.isCut else { return nil }
        var words: [String] = []
        for word in text.words {
            let isWritten = word.normal.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            guard isWritten else { return nil }
            words.append((restores ? contractions[word.normal] : nil) ?? word.normal)
        }
        return words.joined(separator: " ")
    }
}
