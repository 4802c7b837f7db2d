/// Templates of sentences, matched together.
///
/// A sentence fits a template as a whole, without case and punctuation. Of several templates that
/// fit, the one with the most literal words is chosen, then the one with the fewest words in
/// `String` entities, then the first. Within a template, a `String` takes as few words as it can
/// and every other entity as many as it can, from left to right.
public struct TemplateSet: Sendable {
    /// The most templates of a set.
    public static let templateLimit = 10_000
    /// The most rivals that a match names.
    public static let rivalLimit = 16

    /// The templates as they were given.
    public let sources: [String]
    /// Error that keeps everything from being matched; nil where the templates are right.
    public let error: TemplateError?
    let language: SpokenLanguage
    private(set) var templates: [CompiledTemplate] = []
    private var vocabulary: [String: Int] = [:]
    /// Templates by their rarest literal word.
    private var byWord: [[Int]] = []
    /// Templates without a literal word that every sentence has.
    private var open: [Int] = []

    /// Compiles `sources`; a wrong template is kept as ``error``, and nothing matches then.
    public init(_ sources: [String], language: SpokenLanguage = .english) {
        self.sources = sources
        self.language = language
        do {
            let parts = try Self.parts(of: sources)
            error = nil
            compile(parts)
        } catch {
            self.error = error
        }
    }

    /// Compiles `sources`.
    ///
    /// - Throws: ``TemplateError`` for the first wrong template.
    public init(
        validating sources: [String], language: SpokenLanguage = .english
    ) throws(TemplateError) {
        self.init(sources, language: language)
        if let error { throw error }
    }

    private static func parts(of sources: [String]) throws(TemplateError) -> [[TemplatePart]] {
        guard !sources.isEmpty else { throw .noTemplates }
        guard sources.count <= templateLimit else {
            throw .tooManyTemplates(count: sources.count)
        }
        var parts: [[TemplatePart]] = []
        for (index, source) in sources.enumerated() {
            parts.append(try TemplateParser.parts(of: source, template: index))
        }
        return parts
    }

    private mutating func compile(_ parts: [[TemplatePart]]) {
        templates = parts.map { CompiledTemplate($0, vocabulary: &vocabulary) }
        var uses = Array(repeating: 0, count: vocabulary.count)
        for template in templates {
            for word in template.required { uses[word] += 1 }
        }
        byWord = Array(repeating: [], count: vocabulary.count)
        for (index, template) in templates.enumerated() {
            if let rarest = template.required.min(by: { uses[$0] < uses[$1] }) {
                byWord[rarest].append(index)
            } else {
                open.append(index)
            }
        }
    }

    /// Finds the template that `text` fits.
    public func match(_ text: String) -> TemplateOutcome { match(SpokenText(text)) }

    /// Finds the template that `text` fits.
    public func match(_ text: SpokenText) -> TemplateOutcome {
        var outcome = TemplateOutcome()
        guard !text.words.isEmpty, !text.isCut, error == nil else { return outcome }
        let words = text.words.map { vocabulary[$0.normal] ?? -1 }
        var search = TemplateSearch(InterpretedSentence(text, language: language), words: words)
        var fits: [TemplateMatch.Rival] = []
        for index in candidates(words) {
            outcome.triedCount += 1
            guard let score = search.score(templates[index]) else { continue }
            fits.append(
                TemplateMatch.Rival(
                    template: index, literalWords: score.literalWords,
                    stringWords: score.stringWords))
        }
        outcome.match = choose(fits, &search)
        outcome.stepCount = search.stepCount
        return outcome
    }

    /// The templates whose literal words all are in the sentence, in their order.
    private func candidates(_ words: [Int]) -> [Int] {
        var isSaid = Array(repeating: false, count: vocabulary.count)
        var found = open
        for word in words where word >= 0 && !isSaid[word] {
            isSaid[word] = true
            found += byWord[word]
        }
        return found.filter { index in
            templates[index].leastWords <= words.count
                && (templates[index].first.map { $0 == words.first } ?? true)
                && (templates[index].last.map { $0 == words.last } ?? true)
                && templates[index].required.allSatisfy { isSaid[$0] }
        }.sorted()
    }

    private func choose(
        _ fits: [TemplateMatch.Rival], _ search: inout TemplateSearch
    ) -> TemplateMatch? {
        let order = fits.sorted {
            ($1.literalWords, $0.stringWords, $0.template)
                < ($0.literalWords, $1.stringWords, $1.template)
        }
        guard let best = order.first else { return nil }
        let next = order.dropFirst().first
        let reason: TemplateMatch.Reason =
            switch next {
            case nil: .only
            case let next? where next.literalWords < best.literalWords: .literalWords
            case let next? where next.stringWords > best.stringWords: .stringWords
            default: .order
            }
        return TemplateMatch(
            template: best.template, captures: search.captures(templates[best.template]),
            literalWords: best.literalWords, stringWords: best.stringWords, reason: reason,
            rivals: Array(fits.lazy.filter { $0.template != best.template }.prefix(Self.rivalLimit))
        )
    }
}
