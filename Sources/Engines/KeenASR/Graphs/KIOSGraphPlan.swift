internal import VoiceRecognition

/// Plan of a decoding graph.
public struct KIOSGraphPlan: Sendable, Equatable {
    /// Phrases by context; one list for a graph without contexts.
    public var contexts: [[String]]
    /// Whether the graph has contexts, of which one counts at a time.
    public var isContextual: Bool
    /// Pronunciations beside those of the lexicon.
    public var pronunciations: [KIOSWordPronunciation]
    /// Way in which the phrases are said.
    public var task: KIOSSpeakingTask
    /// Phrase that has to be said before anything counts; nil for nothing.
    public var trigger: String?
    /// Readiness with which speech that fits no phrase becomes `<SPOKEN_NOISE>`, 0 to 1; .5 is
    /// neutral.
    public var spokenNoiseProbability: Float

    /// Neutral.
    public static let usualSpokenNoise: Float = 0.5

    /// A graph of `phrases`, said in any order.
    public init(
        phrases: [String], pronunciations: [KIOSWordPronunciation] = [],
        task: KIOSSpeakingTask = .default, trigger: String? = nil,
        spokenNoiseProbability: Float = usualSpokenNoise
    ) {
        self.init(contexts: [phrases], isContextual: false)
        self.pronunciations = pronunciations
        self.task = task
        self.trigger = trigger
        self.spokenNoiseProbability = spokenNoiseProbability
    }

    /// Plans a graph of phrases for each context; the index of a list is the id of its context.
    public init(
        contextualPhrases: [[String]], pronunciations: [KIOSWordPronunciation] = [],
        task: KIOSSpeakingTask = .default, trigger: String? = nil,
        spokenNoiseProbability: Float = usualSpokenNoise
    ) {
        self.init(contexts: contextualPhrases, isContextual: true)
        self.pronunciations = pronunciations
        self.task = task
        self.trigger = trigger
        self.spokenNoiseProbability = spokenNoiseProbability
    }

    private init(contexts: [[String]], isContextual: Bool) {
        self.contexts = contexts
        self.isContextual = isContextual
        pronunciations = []
        task = .default
        spokenNoiseProbability = Self.usualSpokenNoise
    }
}

extension KIOSGraphPlan {
    /// The limits of one graph.
    enum Limit {
        static let contexts = 10_000
        static let phrases = 100_000
        /// The most bytes of one phrase, in UTF-8.
        static let phraseBytes = 4_096
        static let pronunciations = 10_000
    }

    /// The plan with its phrases as they are kept: in upper case, without marks, blank ones left
    /// out.
    ///
    /// - Throws: ``KIOSGraphError`` for a plan of which no graph is made.
    func normalized(phones: KIOSPhoneSet) throws(KIOSGraphError) -> KIOSGraphPlan {
        guard contexts.count <= Limit.contexts else {
            throw .tooMany(what: "contexts", count: contexts.count, limit: Limit.contexts)
        }
        let count = contexts.reduce(0) { $0 + $1.count }
        guard count <= Limit.phrases else {
            throw .tooMany(what: "phrases", count: count, limit: Limit.phrases)
        }
        guard pronunciations.count <= Limit.pronunciations else {
            throw .tooMany(
                what: "pronunciations", count: pronunciations.count, limit: Limit.pronunciations)
        }
        guard (0...1).contains(spokenNoiseProbability) else {
            throw .spokenNoise(probability: spokenNoiseProbability)
        }
        guard !contexts.isEmpty else { throw .noPhrases(context: nil) }
        var plan = self
        for index in contexts.indices {
            let context = isContextual ? index : nil
            plan.contexts[index] = try contexts[index].map { (phrase) throws(KIOSGraphError) in
                try PhraseNormalizer.normalized(phrase, context: context)
            }.filter { !$0.isEmpty }
            guard !plan.contexts[index].isEmpty else { throw .noPhrases(context: context) }
        }
        plan.trigger = try trigger.map { (trigger) throws(KIOSGraphError) in
            try PhraseNormalizer.normalized(trigger, context: nil)
        }
        guard plan.trigger?.isEmpty != true else { throw .emptyTrigger }
        for pronunciation in pronunciations {
            if let fault = pronunciation.faults(phones: phones).first {
                throw .pronunciation(fault)
            }
        }
        return plan
    }

    /// Words in upper case, sorted, that neither `lexicon` nor a pronunciation without a tag has.
    func wordsUnknown(to lexicon: KIOSLexicon) -> [String] {
        let given = Set(pronunciations.filter { $0.getTag().isEmpty }.map { $0.getWord() })
        var words: Set<Substring> = []
        for phrase in contexts.joined() { words.formUnion(phrase.split(separator: " ")) }
        if let trigger { words.formUnion(trigger.split(separator: " ")) }
        return words.map(String.init).filter { !given.contains($0) && !lexicon.contains($0) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the graphs of a plan that is ``normalized(phones:)``, one a context; `guessed` are
    /// pronunciations of words that the lexicon does not have.
    func graphs(phones: KIOSPhoneSet, guessed: [WordPronunciation]) -> [RecognitionGraph] {
        let shared = RecognitionGraph(
            phrases: [],
            pronunciations: pronunciations.map { $0.recognized(phones: phones) } + guessed,
            speaking: task == .oralReading ? .oralReading : .usual,
            spokenNoisePermille: Int((spokenNoiseProbability * 1_000).rounded()),
            trigger: trigger?.lowercased())
        return contexts.map { phrases in
            var graph = shared
            graph.phrases = phrases.map { $0.lowercased() }
            return graph
        }
    }
}

/// Brings phrases into the form that graphs keep: words in upper case with single blanks.
enum PhraseNormalizer {
    /// `phrase` in upper case, without punctuation but apostrophes and hyphens inside words.
    ///
    /// Full stops vanish, so that `U.S.` is one word; every other mark parts words.
    /// - Throws: ``KIOSGraphError/digits(phrase:context:)`` where a digit is in it, which may be
    ///   said in more than one way; ``KIOSGraphError/phraseTooLong(bytes:limit:context:)``.
    static func normalized(_ phrase: String, context: Int?) throws(KIOSGraphError) -> String {
        guard phrase.utf8.count <= KIOSGraphPlan.Limit.phraseBytes else {
            throw .phraseTooLong(
                bytes: phrase.utf8.count, limit: KIOSGraphPlan.Limit.phraseBytes, context: context)
        }
        var text = ""
        for character in phrase {
            if character.isLetter {
                text += character.uppercased()
            } else if character.isNumber {
                throw .digits(phrase: phrase, context: context)
            } else if let mark = inner[character] {
                text.append(mark)
            } else if character != "." {
                text.append(" ")
            }
        }
        return text.split(separator: " ").compactMap(word).joined(separator: " ")
    }

    /// Marks that a word may contain, as the lexicon writes them.
    private static let inner: [Character: Character] = [
        "'": "'", "\u{2019}": "'", "-": "-", "\u{2010}": "-", "\u{2011}": "-",
    ]

    /// Returns a word without hyphens at its ends or quotes around it; nil without a letter.
    private static func word(_ part: Substring) -> String? {
        var rest = part.drop { $0 == "-" }
        while rest.last == "-" { rest.removeLast() }
        while rest.count > 1, rest.first == "'", rest.last == "'" {
            rest = rest.dropFirst().dropLast()
        }
        return rest.contains(where: \.isLetter) ? String(rest) : nil
    }
}
