internal import Synchronization
internal import VoiceAcoustics
public import VoiceHypothesis
package import VoiceSynthesis

/// Guesses pronunciations of words that no dictionary has, by espeak-ng's rules of English.
///
/// Grammars, phrases and decoding graphs use it, which may have names and words of an app's own.
///
/// Measured on 2,000 words of the CMU dictionary, against the nearest of its pronunciations: of the
/// first guess 9.9 % of the phones are inserted, left out or wrong, of the best guess 9.2 %.
package struct WordGuess: Sendable {
    /// Words that are guessed at a time at most.
    package static let wordLimit = 10_000
    /// The longest word, in bytes.
    package static let byteLimit = 64
    /// Words that one run of the engine is given.
    private static let batch = 200

    private let synthesizer: SpeechSynthesizer

    /// Creates a guesser with the engine that `synthesizer` runs in a process of its own.
    package init(synthesizer: SpeechSynthesizer = SpeechSynthesizer(cacheFolder: nil)) {
        self.synthesizer = synthesizer
    }

    /// Returns one to three lists of phones of the model for each of `words`, which are in lower
    /// case, likeliest first. The same on every run with one version of the engine.
    ///
    /// - Throws: ``RecognitionError/wordsNotGuessed(_:reason:)``, or
    ///   ``RecognitionError/guessingUnavailable(_:reason:)`` where the engine cannot be run.
    package func pronunciations(
        of words: Set<String>
    ) throws(RecognitionError) -> [String: [[String]]] {
        let sorted = words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard !sorted.isEmpty else { return [:] }
        try Self.check(sorted)
        let engine = try said(of: sorted) { () throws(SynthesisError) in
            try synthesizer.engineVersion()
        }
        let known = Self.known.withLock { $0[engine] ?? [:] }
        var guesses = known.filter { words.contains($0.key) }
        let open = sorted.filter { guesses[$0] == nil }
        for start in stride(from: 0, to: open.count, by: Self.batch) {
            let part = Array(open[start..<min(open.count, start + Self.batch)])
            let spoken = try spoken(part)
            for (word, ipa) in zip(part, spoken) {
                guesses[word] = EnglishPhones.pronunciations(ipa: ipa)
            }
        }
        let silent = open.filter { guesses[$0]?.isEmpty != false }
        guard silent.isEmpty else {
            throw .wordsNotGuessed(
                silent,
                reason:
                    "espeak-ng cannot pronounce them. Spell them with vowels, or give their "
                    + "pronunciations.")
        }
        Self.keep(guesses, of: engine)
        return guesses
    }

    private static func check(_ words: [String]) throws(RecognitionError) {
        guard words.count <= wordLimit else {
            throw .wordsNotGuessed(
                words, reason: "there are more than \(wordLimit). Make a graph of fewer words.")
        }
        let unreadable = words.filter { word in
            !(1...byteLimit).contains(word.utf8.count) || !word.contains(where: \.isLetter)
                || !word.allSatisfy { $0.isLetter || "'’-.".contains($0) }
        }
        guard unreadable.isEmpty else {
            throw .wordsNotGuessed(
                unreadable,
                reason: "words may have letters, apostrophes, hyphens and full stops, up to "
                    + "\(byteLimit) bytes.")
        }
    }

    /// Returns the engine's pronunciation of each of `words`, in IPA.
    private func spoken(_ words: [String]) throws(RecognitionError) -> [String] {
        // A paragraph of its own is not joined to its neighbours, and gives a line.
        let text = try ipa(words.joined(separator: "\n\n"), words)
        let lines = text.split(separator: "\n").map(String.init)
        if lines.count == words.count { return lines }
        var each: [String] = []
        for word in words { each.append(try ipa(word, [word])) }
        return each
    }

    private func ipa(_ text: String, _ words: [String]) throws(RecognitionError) -> String {
        try said(of: words) { () throws(SynthesisError) in
            try synthesizer.pronunciation(of: SpeechRequest(text: text))
        }
    }

    /// Returns what the engine says, or throws why these words were not guessed.
    private func said(
        of words: [String], _ engine: () throws(SynthesisError) -> String
    ) throws(RecognitionError) -> String {
        do throws(SynthesisError) { return try engine() } catch {
            switch error {
            case .emptyText, .textTooLong, .outputTooLong, .programFailed(_, 65, _):
                throw .wordsNotGuessed(words, reason: error.description)
            default: throw .guessingUnavailable(words, reason: error.description)
            }
        }
    }

    // MARK: What was guessed before

    /// Guesses by the engine's version and by word.
    private static let known = Mutex<[String: [String: [[String]]]]>([:])

    private static func keep(_ guesses: [String: [[String]]], of engine: String) {
        known.withLock { known in
            var kept = known[engine] ?? [:]
            if kept.count + guesses.count > wordLimit { kept = [:] }
            known[engine] = kept.merging(guesses) { first, _ in first }
        }
    }
}

extension WordGuess {
    /// Returns how to say `words`, sorted by their bytes, one to three ways a word.
    ///
    /// - Throws: as ``pronunciations(of:)``.
    package func ways(of words: Set<String>) throws(RecognitionError) -> [WordPronunciation] {
        let guesses = try pronunciations(of: words)
        return words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.flatMap { word in
            (guesses[word] ?? []).map { WordPronunciation(word: word, phones: $0) }
        }
    }
}

extension RecognitionTask {
    /// Returns how to say the words of `tasks` that neither the model's dictionary nor a graph
    /// among them knows how to say; what `known` says of them, else a guess. Sorted by word.
    ///
    /// The general model has no such words.
    /// - Throws: ``RecognitionError``.
    package static func guesses(
        for tasks: [RecognitionTask], model: SpeechModel = SpeechModel(),
        known: [WordPronunciation] = [], by guess: WordGuess = WordGuess()
    ) throws(RecognitionError) -> [WordPronunciation] {
        var words = Set<String>()
        for task in tasks { words.formUnion(try task.wordsToPronounce()) }
        guard !words.isEmpty else { return [] }
        if let path = model.missingFile(isGeneral: false) { throw .modelMissing(path: path) }
        let dictionary = try PronouncingDictionary(
            of: words, path: model.dictionary,
            phones: try model.checkedAcoustics(isGeneral: false).phones)
        words.subtract(dictionary.ways.keys)
        let given = known.filter { $0.tag == nil && words.contains($0.word) }
        words.subtract(given.map(\.word))
        return (given + (try guess.ways(of: words))).sortedByWord
    }

    /// Returns how the words of `tasks` are said that a model's ``SpeechModel/lexicon`` has; none
    /// where it has no lexicon.
    ///
    /// - Throws: ``RecognitionError``.
    package static func lexiconWays(
        for tasks: [RecognitionTask], model: SpeechModel
    ) throws(RecognitionError) -> [WordPronunciation] {
        guard let lexicon = model.lexicon else { return [] }
        var words = Set<String>()
        for task in tasks { words.formUnion(try task.wordsToPronounce()) }
        let phones = try model.checkedAcoustics(isGeneral: false).phones
        let known = try PronouncingDictionary(of: words, path: lexicon, phones: phones)
        return known.ways.flatMap { word, ways in
            ways.map { WordPronunciation(word: word, phones: $0.map { phones.names[$0] }) }
        }.sortedByWord
    }

    /// Returns the words of a task, but for those whose pronunciations a graph itself has.
    private func wordsToPronounce() throws(RecognitionError) -> Set<String> {
        var words = Set<String>()
        switch self {
        case .general: break
        case .grammar(let jsgf):
            words = try GrammarGraph(of: try Grammar(reading: jsgf)).vocabulary
        case .phrases(let phrases):
            for phrase in phrases { words.formUnion(try PhraseGrammar.words(of: phrase)) }
        case .graph(let graph):
            for phrase in graph.phrases + [graph.trigger].compactMap(\.self) {
                words.formUnion(try PhraseGrammar.words(of: phrase))
            }
            for own in graph.pronunciations where own.tag == nil { words.remove(own.word) }
        }
        return words
    }
}

extension [WordPronunciation] {
    /// Pronunciations sorted by the bytes of their words; those of one word stay in their order.
    fileprivate var sortedByWord: [WordPronunciation] {
        enumerated().sorted { one, other in
            let (first, second) = (one.element.word.utf8, other.element.word.utf8)
            if first.elementsEqual(second) { return one.offset < other.offset }
            return first.lexicographicallyPrecedes(second)
        }.map(\.element)
    }

    /// Returns these and pronunciations of words of `tasks` that the model's dictionary lacks and
    /// none of these is for, from `known`, else guessed; sorted by word. A task whose words cannot
    /// be guessed adds nothing.
    package func guessing(
        for tasks: [RecognitionTask], model: SpeechModel = SpeechModel(),
        known: [WordPronunciation] = [], by guess: WordGuess = WordGuess()
    ) -> [WordPronunciation] {
        var all = self
        for task in tasks {
            let ways =
                (try? RecognitionTask.guesses(
                    for: [task], model: model, known: all + known, by: guess)) ?? []
            let words = Set(all.map(\.word))
            all += ways.filter { !words.contains($0.word) }
        }
        return all.sortedByWord
    }

    /// Words of pronunciations that are sorted by word, each once.
    public var words: [String] {
        var words: [String] = []
        for way in self where words.last != way.word { words.append(way.word) }
        return words
    }
}
