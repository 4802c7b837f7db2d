internal import VoiceHypothesis
internal import VoiceRecognition

/// Tasks that the recognizer listens for, by the kind of a request.
///
/// Confirmations and choices are decoding graphs of their wordings; numbers and templates of closed
/// entities are grammars; free text is the general model, as is everything whose words cannot be
/// written as letters.
struct RequestTasks {
    /// Phrases of a graph at most.
    private static let phraseLimit = 5_000
    /// Options that are asked for by their place as well.
    private static let placeLimit = 20
    /// Readiness with which speech around an option becomes spoken noise, in thousandths.
    ///
    /// Measured at commit 54af2d14 (`measure-requests`) on 20 orders of a drink within a sentence:
    /// 300 finds the drink of 17, 500 that of 8. Of 16 words that are no drink each hears one.
    private static let optionNoisePermille = 300

    let language: SpokenLanguage

    init(_ language: SpokenLanguage) { self.language = language }

    func task(of form: RequestForm) -> (task: RecognitionTask, label: String) {
        switch form.kind {
        case .confirmation:
            let lexicon = language.words.confirmation
            let phrases = (lexicon.yes + lexicon.yesAlone + lexicon.no + lexicon.noAlone)
                .filter { !lexicon.unheard.contains($0) }
            return graph(
                phrases + lexicon.unsure + lexicon.others, form, "yes or no", restores: true)
        case .select:
            return graph(
                selectPhrases(form), form, "one of \(form.options.count) options",
                noise: Self.optionNoisePermille)
        case .numerical:
            guard let numbers = language.numberRules else { break }
            return grammar(numbers.answer, numbers, form, "a number")
        case .pattern:
            guard let numbers = language.numberRules,
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
            guard
                let words = RecognizerPhrases.letters(
                    of: phrase, contractions: restores ? language.words.contractions : [:])
            else {
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

    /// Returns the pronunciations that the language gives words of `phrases`.
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
        let globals = globals(of: form).compactMap { RecognizerPhrases.letters(of: $0) }
        let all = ([answers] + globals).joined(separator: " | ")
        let text =
            "#JSGF V1.0;\ngrammar answers;\n\(numbers.text)public <answer> = \(all) ;\n"
        let task = RecognitionTask.grammar(jsgf: text)
        // Templates may make a grammar that is too large; numbers alone do not.
        let isKnown = form.kind == .numerical && globals.count <= 1_000
        guard isKnown || (try? task.check()) != nil else { return (.general, "anything") }
        return (task, label)
    }

    /// Labels and aliases with their numbers in words, places in the list, and what takes none.
    private func selectPhrases(_ form: RequestForm) -> [String] {
        let wordings = NumberWordings(language.words.numbers)
        let select = language.words.select
        var names: [String] = []
        for name in form.options.flatMap({ [$0.label] + $0.aliases }) {
            let said = wordings.wordings(of: name)
            // What cannot be said is kept: the whole list is then listened for as free text.
            names += said.isEmpty ? [name] : said
        }
        let matcher = SelectMatcher(
            form.options.map { [$0.label] + $0.aliases }, language: language)
        let none = select.none.filter { !$0.contains(" ") }
        guard !matcher.hasNumericLabel else { return names + none }
        for place in 1...max(1, min(form.options.count, Self.placeLimit)) {
            let ordinals = wordings.ordinals(of: place)
            for template in select.positions {
                let words = template.split(separator: " ").map(String.init)
                if let slot = words.firstIndex(of: "{ordinal}") {
                    names += ordinals.map { Self.filling(words, slot, $0) }
                } else if let slot = words.firstIndex(of: "{number}") {
                    let numbers = wordings.wordings(of: String(place))
                    names += numbers.map { Self.filling(words, slot, $0) }
                }
            }
        }
        return names + select.lastPositions + none
    }

    private static func filling(_ words: [String], _ slot: Int, _ word: String) -> String {
        var words = words
        words[slot] = word
        return words.joined(separator: " ")
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
enum RecognizerPhrases {
    /// The words of `phrase` in lower-case letters and apostrophes; nil where it has others, as
    /// digits, or no word. `contractions` are words with the apostrophes that dictionaries have.
    static func letters(
        of phrase: String, contractions: [String: String] = [:]
    ) -> String? {
        let text = SpokenText(phrase)
        guard !text.words.isEmpty, !text.isCut else { return nil }
        var words: [String] = []
        for word in text.words {
            let isWritten = word.normal.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            guard isWritten else { return nil }
            words.append(contractions[word.normal] ?? word.normal)
        }
        return words.joined(separator: " ")
    }
}
