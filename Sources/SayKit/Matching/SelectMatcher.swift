/// The words of one language for choosing from a list.
public struct SelectLexicon: Sendable, Equatable {
    /// Words that carry no content of a choice.
    public var filler: [String] = []
    /// Words that may stand beside the number of an option.
    public var numberWords: [String] = []
    /// Words for the last option.
    public var last: [String] = []
    /// Phrases that take no option.
    public var none: [String] = []
    /// Words that exclude the option behind them.
    public var negations: [String] = []

    /// A lexicon without words.
    public init() {}
}

/// What an answer takes from a list of options, and why.
public struct SelectReading: Sendable, Equatable {
    /// The rule that decided.
    public enum Rule: String, Sendable, Equatable {
        /// The sentence has no words.
        case silent
        /// The whole sentence is a label or an alias.
        case equality
        /// The sentence contains a label or an alias.
        case contained
        /// One label or alias contains all words with content.
        case contentWords
        /// The sentence gives the place of the option in the list.
        case position
        /// The sentence differs little from one label or alias.
        case similarity
        /// Several options fit equally.
        case ambiguous
        /// The sentence takes none of the options.
        case declined
        /// No option fits.
        case unknown
    }

    /// The option's place in the list, from 0; nil if none is taken.
    public var index: Int?
    /// The rule that decided.
    public var rule: Rule
    /// The label or alias that decided.
    public var candidate: String?
    /// Places of options that fit equally.
    public var rivals: [Int] = []
    /// The distance of the option by ``Rule/similarity``, in thousandths of its length.
    public var distanceThousandths: Int?
    /// The distance of the next best option, in thousandths.
    public var rivalDistanceThousandths: Int?
}

/// Finds the option that an answer takes.
public struct SelectMatcher: Sendable {
    /// A label or an alias as words.
    struct Candidate: Sendable {
        var option: Int
        var text: SpokenText
        var normal: String
    }

    /// At most so many labels and aliases are compared; the rest counts for nothing.
    public static let candidateLimit = 10_000
    /// The largest distance of a similar option, in thousandths.
    public static let distanceLimit = 250
    /// The least distance between the best and the next best option, in thousandths.
    public static let distanceLead = 150

    let candidates: [Candidate]
    let optionCount: Int
    let language: SpokenLanguage
    private let hasNumericLabel: Bool

    /// Prepares to choose from `options`: for each its label, then its aliases.
    ///
    /// Of options with the same label or alias, the first one has it.
    public init(_ options: [[String]], language: SpokenLanguage) {
        var candidates: [Candidate] = []
        var known: Set<String> = []
        for (index, names) in options.enumerated() {
            for name in names where candidates.count < Self.candidateLimit {
                let text = SpokenText(name)
                guard !text.words.isEmpty, !text.isCut, known.insert(text.normal).inserted
                else { continue }
                candidates.append(Candidate(option: index, text: text, normal: text.normal))
            }
        }
        self.candidates = candidates
        self.language = language
        optionCount = options.count
        hasNumericLabel = candidates.contains {
            !language.numberReader.numbers(in: $0.text).isEmpty
        }
    }

    /// Judges one sentence by five rules in their order.
    public func read(_ text: SpokenText) -> SelectReading {
        guard !text.words.isEmpty else { return SelectReading(rule: .silent) }
        guard !text.isCut else { return SelectReading(rule: .unknown) }
        let normal = text.normal
        if let candidate = candidates.first(where: { $0.normal == normal }) {
            return reading(candidate, .equality)
        }
        if text.words.indices.contains(where: {
            language.selectNone.longest(in: text.words, at: $0) != nil
        }) {
            return SelectReading(rule: .declined)
        }
        let content = contentWords(text)
        return contained(text) ?? byContent(content) ?? position(text)
            ?? similar(content.joined(separator: " "), normal) ?? SelectReading(rule: .unknown)
    }

    private func reading(_ candidate: Candidate, _ rule: SelectReading.Rule) -> SelectReading {
        SelectReading(index: candidate.option, rule: rule, candidate: candidate.text.original)
    }

    /// Whatever fits: its option where it is one, else the rivals.
    private func only(_ fitting: [Candidate], _ rule: SelectReading.Rule) -> SelectReading? {
        guard let first = fitting.first else { return nil }
        let options = Set(fitting.map(\.option)).sorted()
        guard options.count > 1 else { return reading(first, rule) }
        return SelectReading(rule: .ambiguous, rivals: options)
    }

    private func contentWords(_ text: SpokenText) -> [String] {
        text.words.map(\.normal).filter { !language.selectFiller.contains($0) }
    }

    /// A candidate within a longer one that is said does not count, nor does one behind a negation.
    private func contained(_ text: SpokenText) -> SelectReading? {
        var places: [(candidate: Candidate, words: Range<Int>)] = []
        var isDenied = false
        for candidate in candidates {
            for words in Self.places(of: candidate.text.words, in: text.words) {
                if words.lowerBound > 0,
                    language.selectNegations.contains(text.words[words.lowerBound - 1].normal)
                {
                    isDenied = true
                } else {
                    places.append((candidate, words))
                }
            }
        }
        let longest = places.filter { place in
            !places.contains {
                $0.words.count > place.words.count && $0.words.lowerBound <= place.words.lowerBound
                    && $0.words.upperBound >= place.words.upperBound
            }
        }
        if longest.isEmpty, isDenied { return SelectReading(rule: .declined) }
        return only(
            longest.sorted { $0.words.count > $1.words.count }.map(\.candidate), .contained)
    }

    /// Where `needle` is in `words`, one after the other.
    private static func places(
        of needle: [SpokenText.Word], in words: [SpokenText.Word]
    ) -> [Range<Int>] {
        guard needle.count <= words.count else { return [] }
        return (0...words.count - needle.count).compactMap { start in
            for (offset, word) in needle.enumerated()
            where words[start + offset].normal != word.normal { return nil }
            return start..<start + needle.count
        }
    }

    private func byContent(_ content: [String]) -> SelectReading? {
        guard !content.isEmpty else { return nil }
        return only(
            candidates.filter { candidate in
                content.allSatisfy { word in candidate.text.words.contains { $0.normal == word } }
            }, .contentWords)
    }

    /// "The second one", "number two", "the last one", and nothing else in the sentence.
    private func position(_ text: SpokenText) -> SelectReading? {
        guard !hasNumericLabel else { return nil }
        let numbers = language.numberReader.numbers(in: text)
        let said = Set(numbers.flatMap { Array($0.words) })
        var lastCount = 0
        for (index, word) in text.words.enumerated() where !said.contains(index) {
            if language.selectLast.contains(word.normal) {
                lastCount += 1
            } else if !language.selectFiller.contains(word.normal),
                !language.selectNumberWords.contains(word.normal)
            {
                return nil
            }
        }
        guard numbers.count + lastCount == 1 else { return nil }
        let place = numbers.first.map { $0.value.integer ?? 0 } ?? optionCount
        guard (1...max(1, optionCount)).contains(place), optionCount > 0 else { return nil }
        return SelectReading(index: place - 1, rule: .position)
    }

    private func similar(_ content: String, _ normal: String) -> SelectReading? {
        var best: [Int: (distance: Int, candidate: Candidate)] = [:]
        for candidate in candidates {
            let distance = min(
                EditDistance.thousandths(content, candidate.normal),
                EditDistance.thousandths(normal, candidate.normal))
            if distance < best[candidate.option]?.distance ?? .max {
                best[candidate.option] = (distance, candidate)
            }
        }
        let order = best.values.sorted {
            ($0.distance, $0.candidate.option) < ($1.distance, $1.candidate.option)
        }
        guard let first = order.first, first.distance <= Self.distanceLimit else { return nil }
        let next = order.dropFirst().first?.distance
        guard next.map({ $0 - first.distance >= Self.distanceLead }) ?? true else {
            let rivals = order.filter { $0.distance - first.distance < Self.distanceLead }
            return SelectReading(
                rule: .ambiguous, rivals: rivals.map(\.candidate.option).sorted(),
                distanceThousandths: first.distance, rivalDistanceThousandths: next)
        }
        var found = reading(first.candidate, .similarity)
        found.distanceThousandths = first.distance
        found.rivalDistanceThousandths = next
        return found
    }
}
