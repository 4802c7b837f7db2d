package import VoiceLanguage

/// Says numbers in words, for grammars of a recognizer and for prompts.
package struct SpokenNumberWriter: Sendable {
    private let lexicon: NumberLexicon

    /// A writer of the language whose words `lexicon` has.
    package init(_ lexicon: NumberLexicon = .english) { self.lexicon = lexicon }

    /// Largest number, plus one, that has cardinal words.
    package var limit: Int { 1_000 * (lexicon.scales.last?.value ?? 1) }

    /// A cardinal, such as "two hundred and six", or "two hundred six" without joiners.
    ///
    /// - Returns: nil outside -``limit``…``limit``, both exclusive.
    package func cardinal(_ value: Int, hasJoiners: Bool = true) -> String? {
        guard value > -limit, value < limit else { return nil }
        let sign = value < 0 ? [lexicon.negatives[0]] : []
        return (sign + words(of: abs(value), hasJoiners)).joined(separator: " ")
    }

    /// An ordinal, such as "twenty first"; nil below 1 and from ``limit`` on.
    package func ordinal(_ value: Int, hasJoiners: Bool = true) -> String? {
        guard value > 0, value < limit else { return nil }
        var words = words(of: value, hasJoiners)
        words[words.count - 1] = ordinal(of: words[words.count - 1])
        return words.joined(separator: " ")
    }

    /// Digits one by one, such as "two zero six" or, in colloquial speech, "two oh six"; nil where
    /// a character is no ASCII digit.
    package func digits(_ digits: String, isColloquial: Bool = false) -> String? {
        var words: [String] = []
        for character in digits {
            guard character.isASCII, let value = character.wholeNumberValue else { return nil }
            words.append(
                value == 0 && isColloquial ? lexicon.zeros[0] : lexicon.small[value])
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The ways in which callers say figures such as `-42.5`: as a cardinal with and without
    /// joiners, and digit by digit; each once, the usual one first. Empty where it is not a number.
    package func forms(of figures: String) -> [String] {
        let isNegative = figures.hasPrefix("-")
        let parts = figures.dropFirst(isNegative ? 1 : 0)
            .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), let plain = digits(parts[0]) else { return [] }
        var ends = [""]
        if parts.count == 2 {
            guard let fraction = digits(parts[1]) else { return [] }
            ends = [fraction, digits(parts[1], isColloquial: true) ?? fraction]
                .map { " \(lexicon.points[0]) \($0)" }
        }
        var wholes: [String] = []
        if parts[0].first != "0" || parts[0] == "0", let value = Int(parts[0]) {
            wholes += [true, false].compactMap { cardinal(value, hasJoiners: $0) }
        }
        wholes += [plain, digits(parts[0], isColloquial: true) ?? plain]
        let sign = isNegative ? lexicon.negatives[0] + " " : ""
        var found: [String] = []
        for form in wholes.flatMap({ whole in ends.map { sign + whole + $0 } })
        where !found.contains(form) { found.append(form) }
        return found
    }

    private func ordinal(of word: String) -> String {
        if let index = lexicon.small.firstIndex(of: word), index > 0 {
            return lexicon.smallOrdinals[index - 1]
        }
        if let index = lexicon.tens.firstIndex(of: word) { return lexicon.tensOrdinals[index] }
        if word == lexicon.hundred { return lexicon.hundredOrdinal }
        return lexicon.scales.first { $0.word == word }?.ordinal ?? word
    }

    private func words(of value: Int, _ hasJoiners: Bool) -> [String] {
        guard value > 0 else { return [lexicon.small[0]] }
        var words: [String] = []
        var rest = value
        for scale in lexicon.scales.reversed() where rest >= scale.value {
            words += belowThousand(rest / scale.value, hasJoiners) + [scale.word]
            rest %= scale.value
        }
        guard rest > 0 else { return words }
        if !words.isEmpty, rest < 100, hasJoiners { words.append(lexicon.joiners[0]) }
        return words + belowThousand(rest, hasJoiners)
    }

    private func belowThousand(_ value: Int, _ hasJoiners: Bool) -> [String] {
        var words: [String] = []
        if value >= 100 {
            words += [lexicon.small[value / 100], lexicon.hundred]
            if value % 100 > 0, hasJoiners { words.append(lexicon.joiners[0]) }
        }
        let rest = value % 100
        guard rest > 0 else { return words }
        guard rest >= 20 else { return words + [lexicon.small[rest]] }
        words.append(lexicon.tens[rest / 10 - 2])
        return rest % 10 == 0 ? words : words + [lexicon.small[rest % 10]]
    }
}
