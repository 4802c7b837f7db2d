internal import VoiceLanguage
internal import VoiceSession
internal import VoiceTime

/// Numbers as they are said, in English and by further words, and as digits.
struct NumberWords {
    private static let lexicon = NumberLexicon.english
    /// Words that a caller says for a number beside those of the lexicon.
    private static let further = ["fourty": 40, "dozen": 12, "once": 1, "twice": 2]
    private static let powers = [lexicon.hundred: 100].merging(
        lexicon.scales.prefix { $0.value <= 1_000_000 }.map { ($0.word, $0.value) }
    ) { first, _ in first }
    private static let and = LetterFolding.letters(lexicon.joiners[0])
    /// Zero in a row of digits, and how often the next digit comes.
    private static let row = [LetterFolding.letters("o"): 0]
    private static let repeats = Dictionary(
        uniqueKeysWithValues: lexicon.repeats.merging(["quadruple": 4]) { first, _ in first }
            .map { (LetterFolding.letters($0), $1) })
    static let longestRun = 8

    /// English only.
    static let english = NumberWords([])

    private let values: [Letters: Int]
    /// Words that can stand for each other, list by list.
    private let lists: [[String: Int]]

    /// The words of English, and those of `further` lists.
    init(_ further: [[String: Int]]) {
        var values: [Letters: Int] = [:]
        func add(_ word: String, _ value: Int) {
            for ending in ["", "s", "th"] { values[LetterFolding.letters(word + ending)] = value }
        }
        let lexicon = Self.lexicon
        for (value, word) in lexicon.small.enumerated() { add(word, value) }
        for (place, word) in lexicon.smallOrdinals.enumerated() {
            values[LetterFolding.letters(word)] = place + 1
        }
        for (place, word) in lexicon.tens.enumerated() {
            add(word, 20 + 10 * place)
            values[LetterFolding.letters(word.dropLast() + "ieth")] = 20 + 10 * place
            values[LetterFolding.letters(word.dropLast() + "ies")] = 20 + 10 * place
        }
        // A single letter is a digit in a row of them only.
        let zeros = lexicon.zeros.filter { $0.count > 1 }
        for word in zeros { values[LetterFolding.letters(word)] = 0 }
        for (word, value) in Self.further { values[LetterFolding.letters(word)] = value }
        for (word, value) in Self.powers { add(word, value) }
        for (word, value) in further.flatMap({ $0 }) {
            let letters = LetterFolding.letters(word)
            if letters.count > 1 { values[letters] = values[letters] ?? value }
        }
        self.values = values
        let units = zip(lexicon.small, 0...).map { ($0, $1) } + zeros.map { ($0, 0) }
        let tens = zip(lexicon.tens, 2...).map { ($0, 10 * $1) }
        lists = further + [units, tens].map { Dictionary(uniqueKeysWithValues: $0) }
    }

    /// The number that a word says; nil for every other word.
    func value(of word: Letters) -> Int? { values[word] }

    /// Whether a word is a number, in words or in digits.
    func isNumber(_ word: Letters) -> Bool { values[word] != nil || Self.isDigits(word) }

    /// Whether a word may stand in a row of numbers.
    func continuesRow(_ word: Letters) -> Bool {
        isNumber(word) || word == Self.and || Self.row[word] != nil || Self.repeats[word] != nil
    }

    static func isDigits(_ word: Letters) -> Bool {
        !word.isEmpty && word.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The numbers that words in a row say, as digits: `twenty`, `three` are 20, 3 and 23. Only
    /// rows with a word that `isHidden` are looked at.
    func numbers(in words: [Letters], where isHidden: (Letters) -> Bool) -> Set<Letters> {
        var numbers: Set<Letters> = []
        for start in words.indices where values[words[start]] != nil {
            var end = start
            while end < words.count, end - start < Self.longestRun,
                values[words[end]] != nil || words[end] == Self.and
            {
                end += 1
                let run = words[start..<end]
                guard run.contains(where: isHidden), let value = value(of: run) else { continue }
                numbers.insert(LetterFolding.letters(String(value)))
            }
        }
        return numbers
    }

    /// The number that words in a row are; nil where they are several.
    func value(of run: ArraySlice<Letters>) -> Int? {
        var (total, current, isBegun) = (0, 0, false)
        for word in run where word != Self.and {
            guard let value = values[word] else { return nil }
            switch value {
            case 100:
                guard current < 100 else { return nil }
                current = max(1, current) * 100
            case 1_000, 1_000_000:
                guard current < 1_000 else { return nil }
                total += max(1, current) * value
                current = 0
            case 0:
                guard !isBegun else { return nil }
            case 1...9:
                guard current % 10 == 0, current % 100 == 0 || current % 100 >= 20,
                    !isBegun || current > 0 || total > 0
                else { return nil }
                current += value
            default:
                guard current % 100 == 0, !isBegun || current > 0 || total > 0 else { return nil }
                guard value < 1_000 else { return run.count == 1 ? value : nil }
                current += value
            }
            isBegun = true
        }
        return isBegun ? total + current : nil
    }

    /// Returns the values of the words that may say a number of these digits: its digits one by
    /// one, its tens, its teens.
    static func values(in digits: Letters) -> Set<Int> {
        let figures = digits.map { Int($0) - 0x30 }
        var values = Set(figures)
        for (first, second) in zip(figures, figures.dropFirst()) {
            values.insert(first == 1 ? 10 + second : 10 * first)
        }
        return values
    }

    /// The digits that numbers in a row are: word by word (`twenty`, `three` is 203), and with as
    /// many words as one number has (23). `double` and the like repeat the next digits.
    func readings(of run: ArraySlice<Letters>) -> [DigitRow] {
        [reading(of: run, longest: 1), reading(of: run, longest: Self.longestRun)]
    }

    private func reading(of run: ArraySlice<Letters>, longest: Int) -> DigitRow {
        var row = DigitRow()
        var index = run.startIndex
        var times = 1
        var first = index
        while index < run.endIndex {
            let word = run[index]
            if let repeats = Self.repeats[word] {
                (times, first) = (repeats, index)
                index += 1
                continue
            }
            let (digits, count) = digits(at: index, of: run, longest: longest)
            if !digits.isEmpty {
                for _ in 0..<times { row.add(digits, from: min(first, index)..<index + count) }
            }
            index += count
            (times, first) = (1, index)
        }
        return row
    }

    /// The digits of the number that begins at `index`, and how many words it has.
    private func digits(
        at index: Int, of run: ArraySlice<Letters>, longest: Int
    ) -> (digits: Letters, count: Int) {
        let word = run[index]
        if Self.isDigits(word) { return (word, 1) }
        if Self.row[word] != nil { return ([0x30], 1) }
        for count in stride(from: min(longest, run.endIndex - index), to: 1, by: -1) {
            guard run[index + count - 1] != Self.and,
                let value = value(of: run[index..<index + count])
            else { continue }
            return (LetterFolding.letters(String(value)), count)
        }
        guard let value = values[word] else { return ([], 1) }
        let digits = LetterFolding.letters(String(value))
        // Five hundred is 500.
        let isPower = longest == 1 && value >= 100
        return (isPower ? Letters(digits.dropFirst()) : digits, 1)
    }

    /// Returns another word that can stand for `word`: of the same list and of as many digits,
    /// never zero; none that was `said`, and of as many letters where it `keepsLength`, if there
    /// are such. Nil where the list has no other word of its kind.
    func other(
        than word: Letters, keepsLength: Bool, said: Set<Letters>, chance: inout ChanceStream
    ) -> String? {
        if Self.isDigits(word) {
            let digits = word.indices.map { index in
                let own = Int(word[index]) - 0x30
                let others = (1...9).filter { $0 != own }
                return String(others[chance.below(others.count)])
            }
            return digits.joined()
        }
        guard let value = values[word],
            let list = lists.first(where: { list in
                list.contains { LetterFolding.letters($0.key) == word }
            })
        else { return nil }
        let places = String(max(1, value)).count
        let all = list.filter {
            $0.value > 0 && $0.value != value && String($0.value).count == places && value < 100
                && ($0.value < 20) == (value < 20)
        }.keys.sorted()
        let unsaid = all.filter { !said.contains(LetterFolding.letters($0)) }
        let others = unsaid.isEmpty ? all : unsaid
        let alike = others.filter { LetterFolding.letters($0).count == word.count }
        let pool = keepsLength && !alike.isEmpty ? alike : others
        return pool.isEmpty ? nil : pool[chance.below(pool.count)]
    }
}

/// Digits in a row, and the words of a run that each comes from.
struct DigitRow {
    private(set) var digits: Letters = []
    private(set) var origins: [Range<Int>] = []

    fileprivate mutating func add(_ digits: Letters, from origin: Range<Int>) {
        self.digits += digits
        origins += Array(repeating: origin, count: digits.count)
    }

    /// Number of digits in common with a number that was said that tell something.
    static let tellingCount = 3

    /// Whether two rows have so many digits in common as tell something.
    static func shareWindow(_ left: Letters, _ right: Letters) -> Bool {
        func windows(_ row: Letters) -> Set<ArraySlice<UInt32>> {
            guard row.count >= tellingCount else { return [] }
            return Set((0...row.count - tellingCount).map { row[$0..<$0 + tellingCount] })
        }
        return !windows(left).isDisjoint(with: windows(right))
    }

    /// Every piece of so many digits; a shorter row as a whole.
    var windows: [Range<Int>] {
        guard digits.count > Self.tellingCount else {
            return digits.count > 1 ? [digits.indices] : []
        }
        return (0...digits.count - Self.tellingCount).map { $0..<$0 + Self.tellingCount }
    }
}
