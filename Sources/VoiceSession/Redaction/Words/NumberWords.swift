/// Numbers as they are said, in English, and as digits.
enum NumberWords {
    private static let units = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let tens = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
    private static let ordinals = [
        "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12,
        "oh": 0, "nought": 0, "fourty": 40, "dozen": 12, "once": 1, "twice": 2,
    ]
    private static let powers = ["hundred": 100, "thousand": 1_000, "million": 1_000_000]
    private static let and = LetterFolding.letters("and")
    private static let longestRun = 8

    private static let values: [Letters: Int] = {
        var values: [Letters: Int] = [:]
        func add(_ word: String, _ value: Int) {
            for ending in ["", "s", "th"] { values[LetterFolding.letters(word + ending)] = value }
        }
        for (value, word) in units.enumerated() { add(word, value) }
        for (place, word) in tens.enumerated() {
            add(word, 20 + 10 * place)
            values[LetterFolding.letters(word.dropLast() + "ieth")] = 20 + 10 * place
            values[LetterFolding.letters(word.dropLast() + "ies")] = 20 + 10 * place
        }
        for (word, value) in ordinals { values[LetterFolding.letters(word)] = value }
        for (word, value) in powers { add(word, value) }
        return values
    }()

    /// The number that a word says; nil for every other word.
    static func value(of word: Letters) -> Int? { values[word] }

    /// The numbers that words in a row say, as digits: `twenty`, `three` are 20, 3 and 23. Only
    /// rows with a word that `isHidden` are looked at.
    static func numbers(
        in words: [Letters], where isHidden: (Letters) -> Bool
    ) -> Set<Letters> {
        var numbers: Set<Letters> = []
        for start in words.indices where values[words[start]] != nil {
            var end = start
            while end < words.count, end - start < longestRun,
                values[words[end]] != nil || words[end] == and
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
    private static func value(of run: ArraySlice<Letters>) -> Int? {
        var (total, current, isBegun) = (0, 0, false)
        for word in run where word != and {
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
                current += value
            }
            isBegun = true
        }
        return isBegun ? total + current : nil
    }

    /// What the words may be that say a number of these digits: its digits one by one, its tens,
    /// its teens.
    static func values(in digits: Letters) -> Set<Int> {
        let figures = digits.map { Int($0) - 0x30 }
        var values = Set(figures)
        for (first, second) in zip(figures, figures.dropFirst()) {
            values.insert(first == 1 ? 10 + second : 10 * first)
        }
        return values
    }
}
