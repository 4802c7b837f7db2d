internal import VoiceLanguage

/// Finds the option that an answer takes.
public struct SelectMatcher: Sendable {
    /// A label or an alias as words.
    struct Candidate: Sendable {
        var option: Int
        var text: SpokenText
        var normal: String
        var numbered: NumberedText
    }

    /// Largest number of labels and aliases that are compared; the rest counts for nothing.
    public static let candidateLimit = 10_000
    /// The largest distance of a similar option, in thousandths.
    public static let distanceLimit = 250
    /// The least distance between the best and the next best option, in thousandths.
    public static let distanceLead = 150

    let candidates: [Candidate]
    let optionCount: Int
    let language: SpokenLanguage
    /// Whether a label is or has a number: places in the list are not taken then.
    let hasNumericLabel: Bool

    /// Prepares to choose from `options`: for each its label, then its aliases.
    ///
    /// Of several options with one label it chooses the first. A label counts as an
    /// alias of no other option. An alias that several options share chooses none of them.
    public init(_ options: [[String]], language: SpokenLanguage) {
        var candidates: [Candidate] = []
        var labels: [String: Int] = [:]
        for (index, names) in options.enumerated() {
            guard let label = names.first.map(SpokenText.init), !label.isCut else { continue }
            if labels[label.normal] == nil { labels[label.normal] = index }
        }
        for (index, names) in options.enumerated() {
            var known: Set<String> = []
            for name in names where candidates.count < Self.candidateLimit {
                let text = SpokenText(name)
                guard !text.words.isEmpty, !text.isCut,
                    labels[text.normal, default: index] == index,
                    known.insert(text.normal).inserted
                else { continue }
                candidates.append(
                    Candidate(
                        option: index, text: text, normal: text.normal,
                        numbered: NumberedText(text, language: language)))
            }
        }
        self.candidates = candidates
        self.language = language
        optionCount = options.count
        hasNumericLabel = candidates.contains { !$0.numbered.numbers.isEmpty }
    }

    /// Judges one sentence by five rules in their order.
    ///
    /// Numbers are compared in figures, however they are said.
    public func read(_ text: SpokenText) -> SelectReading {
        guard !text.words.isEmpty else { return SelectReading(rule: .silent) }
        guard !text.isCut else { return SelectReading(rule: .unknown) }
        let normal = text.normal
        let numbered = NumberedText(text, language: language)
        if let equal = only(candidates.filter { $0.normal == normal }, .equality)
            ?? only(candidates.filter { $0.numbered.tokens == numbered.tokens }, .equality)
        {
            return equal
        }
        let places = places(in: text, numbered)
        if isDeclined(text, places) { return SelectReading(rule: .declined) }
        let negations = ClauseNegations(text, language: language)
        let content = contentWords(text, numbered)
        return contained(places, negations) ?? byContent(content) ?? position(text)
            ?? (negations.isEmpty
                ? similar(content.joined(separator: " "), normal, numbered.numbers) : nil)
            ?? SelectReading(rule: .unknown)
    }

    /// Whether a phrase takes no option; not where it is a part of one, as of "None".
    private func isDeclined(_ text: SpokenText, _ places: [Place]) -> Bool {
        text.words.indices.contains { start in
            guard let found = language.selectNone.longest(in: text.words, at: start) else {
                return false
            }
            let words = start..<start + found.count
            return !places.contains { $0.words.overlaps(words) }
        }
    }

    private func reading(_ candidate: Candidate, _ rule: SelectReading.Rule) -> SelectReading {
        SelectReading(index: candidate.option, rule: rule, candidate: candidate.text.original)
    }

    /// Returns the option of all that fits where it is one, else the rivals.
    private func only(_ fitting: [Candidate], _ rule: SelectReading.Rule) -> SelectReading? {
        guard let first = fitting.first else { return nil }
        let options = Set(fitting.map(\.option)).sorted()
        guard options.count > 1 else { return reading(first, rule) }
        return SelectReading(rule: .ambiguous, rivals: options)
    }

    /// Returns the words with content, numbers in figures. Beside a number that is a label,
    /// "number" has no content.
    private func contentWords(_ text: SpokenText, _ numbered: NumberedText) -> [String] {
        let isNumber = hasNumericLabel && !numbered.numbers.isEmpty
        return zip(numbered.tokens, numbered.words).compactMap { token, words in
            let word = text.words[words.lowerBound].normal
            let isQuiet =
                language.selectFiller.contains(word)
                || isNumber && language.selectNumberWords.contains(word)
            return words.count == 1 && isQuiet ? nil : token
        }
    }

    /// Place of a label or an alias in the sentence.
    private struct Place {
        var candidate: Candidate
        var words: Range<Int>
    }

    private func places(in text: SpokenText, _ numbered: NumberedText) -> [Place] {
        candidates.flatMap { candidate in
            var places = Self.places(of: candidate.text.words, in: text.words)
            if !candidate.numbered.numbers.isEmpty, !numbered.numbers.isEmpty {
                places += numbered.places(of: candidate.numbered).filter { !places.contains($0) }
            }
            return places.map { Place(candidate: candidate, words: $0) }
        }
    }

    /// A candidate within a longer one that is said does not count, nor does one that a negation
    /// rejects.
    private func contained(_ places: [Place], _ negations: ClauseNegations) -> SelectReading? {
        let longest = places.filter { place in
            !places.contains {
                $0.words.count > place.words.count && $0.words.lowerBound <= place.words.lowerBound
                    && $0.words.upperBound >= place.words.upperBound
            }
        }.sorted { $0.words.lowerBound < $1.words.lowerBound }
        let others = Set(longest.flatMap { Array($0.words) })
        var rejected: Set<Int> = []
        var taken: [Candidate] = []
        var isDoubtful = false
        var isCorrected = false
        for place in longest {
            let beside = others.subtracting(place.words)
            switch negations.verdict(on: place.words, beside: beside, rejected: rejected) {
            case .taken: taken.append(place.candidate)
            case .doubtful: isDoubtful = true
            case .rejected:
                rejected.formUnion(place.words)
                isCorrected = isCorrected || negations.isDirect(before: place.words)
            }
        }
        if taken.isEmpty, !longest.isEmpty {
            return SelectReading(rule: isDoubtful ? .unknown : .declined)
        }
        // "Cash no credit" may mean either.
        if isCorrected {
            return SelectReading(
                rule: .ambiguous, rivals: Set(longest.map(\.candidate.option)).sorted())
        }
        return only(
            taken.sorted { $0.text.words.count > $1.text.words.count }, .contained)
    }

    /// Returns the places where `needle` is in `words`, one after the other.
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
                content.allSatisfy { candidate.numbered.tokens.contains($0) }
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

    /// Finds similar labels. Numbers must be the same: a candidate with other numbers is left out.
    private func similar(
        _ content: String, _ normal: String, _ numbers: [String]
    ) -> SelectReading? {
        var best: [Int: (distance: Int, candidate: Candidate)] = [:]
        for candidate in candidates where candidate.numbered.numbers == numbers {
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
