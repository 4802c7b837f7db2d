/// Meaning of a word or a figure inside a number.
indirect enum NumberWord: Sendable, Equatable {
    /// 0 to 9.
    case digit(Int)
    /// 10 to 19.
    case teen(Int)
    /// 20, 30 … 90.
    case tens(Int)
    case hundred
    /// A thousand and up.
    case scale(Int)
    /// Twelve, or as many as the number before it says.
    case dozen
    case half
    /// Two or more digits in figures.
    case figures(String)
    /// Figures with a decimal point.
    case decimal(String)
    /// Ordinal of the same number.
    case ordinal(NumberWord)
    case negative
    case positive
    case joiner
    case point
    case article
    case definiteArticle
    /// The next digit, repeated so many times.
    case repeats(Int)
}

/// The meanings of a language's words and of figures.
struct NumberWordTable: Sendable {
    /// Limit of words in one number: more than a caller says.
    static let wordLimit = 64
    /// Limit of characters in one number: more than such words have.
    static let characterLimit = 1_000

    private var meanings: [String: NumberWord] = [:]
    private let endings: [String]

    init(_ lexicon: NumberLexicon) {
        endings = lexicon.ordinalEndings
        for (value, word) in lexicon.small.enumerated() { meanings[word] = Self.small(value) }
        for (index, word) in lexicon.smallOrdinals.enumerated() {
            meanings[word] = .ordinal(Self.small(index + 1))
        }
        for (index, word) in lexicon.tens.enumerated() { meanings[word] = .tens(20 + 10 * index) }
        for (index, word) in lexicon.tensOrdinals.enumerated() {
            meanings[word] = .ordinal(.tens(20 + 10 * index))
        }
        meanings[lexicon.hundred] = .hundred
        meanings[lexicon.hundredOrdinal] = .ordinal(.hundred)
        for scale in lexicon.scales + lexicon.furtherScales {
            meanings[scale.word] = .scale(scale.value)
            meanings[scale.ordinal] = .ordinal(.scale(scale.value))
        }
        for word in lexicon.zeros { meanings[word] = .digit(0) }
        for word in lexicon.dozens { meanings[word] = .dozen }
        for word in lexicon.halves { meanings[word] = .half }
        for word in lexicon.negatives { meanings[word] = .negative }
        for word in lexicon.positives { meanings[word] = .positive }
        for word in lexicon.joiners { meanings[word] = .joiner }
        for word in lexicon.points { meanings[word] = .point }
        for word in lexicon.articles { meanings[word] = .article }
        for word in lexicon.definiteArticles { meanings[word] = .definiteArticle }
        for (word, count) in lexicon.repeats { meanings[word] = .repeats(count) }
    }

    private static func small(_ value: Int) -> NumberWord {
        value < 10 ? .digit(value) : .teen(value)
    }

    /// Returns the meanings of a text's words; nil where one has none, or there are too many.
    func meanings(of text: String) -> [NumberWord]? {
        guard text.utf8.count <= Self.characterLimit else { return nil }
        var found: [NumberWord] = []
        for (index, chunk) in text.lowercased().split(whereSeparator: \.isWhitespace).enumerated() {
            var rest = chunk
            if index == 0, let sign = rest.first, sign == "+" || Self.isHyphen(sign),
                Self.beginsFigures(rest.dropFirst())
            {
                rest = rest.dropFirst()
                found.append(sign == "+" ? .positive : .negative)
            }
            for piece in rest.split(whereSeparator: Self.isHyphen) {
                guard let meaning = meaning(of: piece) else { return nil }
                found.append(meaning)
            }
        }
        return found.isEmpty || found.count > Self.wordLimit ? nil : found
    }

    private static func isHyphen(_ character: Character) -> Bool {
        ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}"].contains(character)
    }

    /// Returns the meaning of a piece without the punctuation after it.
    private func meaning(of piece: Substring) -> NumberWord? {
        var piece = piece
        while let last = piece.last, ".,!?;:".contains(last) { piece.removeLast() }
        return meanings[String(piece)] ?? figures(String(piece))
    }

    private func figures(_ piece: String) -> NumberWord? {
        guard Self.beginsFigures(piece[...]) else { return nil }
        for ending in endings where piece.hasSuffix(ending) {
            return figures(String(piece.dropLast(ending.count))).flatMap { meaning in
                if case .decimal = meaning { nil } else { .ordinal(meaning) }
            }
        }
        if Self.isDigits(piece[...]) {
            return piece.count == 1 ? Int(piece).map { .digit($0) } : .figures(piece)
        }
        let parts = piece.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2, Self.isDigits(parts[1]), parts[0].isEmpty || Self.isDigits(parts[0]) {
            return .decimal(piece)
        }
        let groups = piece.split(separator: ",", omittingEmptySubsequences: false)
        guard groups.count > 1, groups.allSatisfy(Self.isDigits), groups[0].count <= 3,
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return .figures(groups.joined())
    }

    private static func beginsFigures(_ text: Substring) -> Bool {
        text.utf8.first.map { (0x30...0x39).contains($0) || $0 == 0x2e } ?? false
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
