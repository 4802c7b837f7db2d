import Testing

@testable import VoiceRecognition

/// Words drawn by a seed: the same on every machine.
struct RandomWords {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// A number from 0 up to `bound`; xorshift64 by Marsaglia (2003).
    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % bound
    }

    /// Up to `most` words of the first `kinds` letters.
    mutating func words(_ most: Int, kinds: Int) -> [String] {
        (0..<below(most + 1)).map { _ in String("abcdefgh".dropFirst(below(kinds)).prefix(1)) }
    }
}

/// The whole table of costs from every place to the end, and the way through it, in plain steps.
private struct PlainAlignment {
    private let reference: [String]
    private let hypothesis: [String]

    init(_ reference: [String], _ hypothesis: [String]) {
        self.reference = reference
        self.hypothesis = hypothesis
    }

    /// Fewest errors, then most matches.
    private struct Cost: Comparable {
        var errors = 0
        var matches = 0
        static func < (left: Self, right: Self) -> Bool {
            (left.errors, -left.matches) < (right.errors, -right.matches)
        }
    }

    var steps: [WordAlignment.Step] {
        let (rows, columns) = (reference.count, hypothesis.count)
        var costs = [[Cost]](
            repeating: [Cost](repeating: Cost(), count: columns + 1), count: rows + 1)
        func after(_ row: Int, _ column: Int, isMatch: Bool) -> Cost {
            var cost = costs[row][column]
            if isMatch { cost.matches += 1 } else { cost.errors += 1 }
            return cost
        }
        func choices(_ row: Int, _ column: Int) -> [(WordAlignment.Step, Cost)] {
            var found: [(WordAlignment.Step, Cost)] = []
            if column < columns {
                found.append(
                    (.insertion(hypothesis: column), after(row, column + 1, isMatch: false)))
            }
            if row < rows, column < columns {
                let isMatch = reference[row] == hypothesis[column]
                let step: WordAlignment.Step =
                    isMatch
                    ? .match(reference: row, hypothesis: column)
                    : .substitution(reference: row, hypothesis: column)
                found.append((step, after(row + 1, column + 1, isMatch: isMatch)))
            }
            if row < rows {
                found.append((.deletion(reference: row), after(row + 1, column, isMatch: false)))
            }
            return found
        }
        for row in (0...rows).reversed() {
            for column in (0...columns).reversed() where row < rows || column < columns {
                costs[row][column] = choices(row, column).map(\.1).min() ?? Cost()
            }
        }
        var steps: [WordAlignment.Step] = []
        var (row, column) = (0, 0)
        while row < rows || column < columns {
            let best = choices(row, column).first { $0.1 == costs[row][column] }
            guard let step = best?.0 else { return [] }
            steps.append(step)
            switch step {
            case .match, .substitution: (row, column) = (row + 1, column + 1)
            case .deletion: row += 1
            case .insertion: column += 1
            }
        }
        return steps
    }
}

@Suite("Alignment of words")
struct WordAlignmentTests {
    @Test(
        "counts errors and rates them by the words of the reference",
        arguments: [
            ("", "", 0, 0, 0, 0), ("a b", "a b", 2, 0, 0, 0), ("a b c", "a x c", 2, 1, 0, 0),
            ("a b c", "a c", 2, 0, 1, 0), ("a c", "a b c", 2, 0, 0, 1), ("a b", "", 0, 0, 2, 0),
            ("", "a b", 0, 0, 0, 2), ("a b", "x", 0, 1, 1, 0), ("a", "x y", 0, 1, 0, 1),
            ("a b c d", "b c d a", 3, 0, 1, 1),
        ])
    func counts(
        reference: String, hypothesis: String, matches: Int, substitutions: Int, deletions: Int,
        insertions: Int
    ) throws {
        let found = try WordAlignment(referenceText: reference, hypothesisText: hypothesis)
        #expect(found.matches == matches && found.substitutions == substitutions)
        #expect(found.deletions == deletions && found.insertions == insertions)
        let words = reference.split(separator: " ").count
        #expect(found.referenceWords == words)
        #expect(found.errors == substitutions + deletions + insertions)
    }

    @Test("with equally many errors prefers matches, then insertions before pairs before deletions")
    func ties() throws {
        // Two errors either way: two substitutions, or a deletion, a match and an insertion.
        let moved = try WordAlignment(reference: ["a", "b"], hypothesis: ["b", "c"])
        #expect(
            moved.steps == [
                .deletion(reference: 0), .match(reference: 1, hypothesis: 0),
                .insertion(hypothesis: 1),
            ])
        let twice = try WordAlignment(reference: ["a"], hypothesis: ["a", "a"])
        #expect(twice.steps == [.insertion(hypothesis: 0), .match(reference: 0, hypothesis: 1)])
        let short = try WordAlignment(reference: ["a", "b", "a"], hypothesis: ["a"])
        #expect(
            short.steps == [
                .match(reference: 0, hypothesis: 0), .deletion(reference: 1),
                .deletion(reference: 2),
            ])
    }

    @Test("is the plain table's way for any words, made as a whole or by halves")
    func plain() throws {
        for seed in 1...600 {
            var random = RandomWords(seed: UInt64(seed))
            let kinds = 1 + random.below(5)
            let reference = random.words(14, kinds: kinds)
            let hypothesis = random.words(14, kinds: kinds)
            let expected = PlainAlignment(reference, hypothesis).steps
            for cells in [0, 20, 1 << 16] {
                let found = try WordAlignment(
                    reference: reference, hypothesis: hypothesis, cellLimit: cells)
                #expect(found.steps == expected, "\(reference) \(hypothesis) \(cells)")
            }
        }
    }

    @Test("errors are symmetric, and no more than the words that differ by replacing all")
    func symmetric() throws {
        for seed in 1...200 {
            var random = RandomWords(seed: UInt64(seed))
            let (left, right) = (random.words(30, kinds: 4), random.words(30, kinds: 4))
            let one = try WordAlignment(reference: left, hypothesis: right)
            let other = try WordAlignment(reference: right, hypothesis: left)
            #expect(one.errors == other.errors && one.matches == other.matches)
            #expect(one.errors <= max(left.count, right.count))
            #expect(one.errors >= abs(left.count - right.count))
        }
    }

    @Test("refuses more words than the limit, and leaves tags and false starts out of the count")
    func limits() throws {
        let many = [String](repeating: "a", count: WordAlignment.wordLimit + 1)
        let error = RecognitionError.textTooLong(
            words: many.count, limit: WordAlignment.wordLimit)
        #expect(throws: error) { _ = try WordAlignment(reference: many, hypothesis: []) }
        #expect(throws: error) { _ = try WordAlignment(reference: [], hypothesis: many) }
        let read = try WordAlignment(
            referenceText: "The cold cat.", hypothesisText: "THE COLD#DROP CA#INC CAT")
        #expect(read.errors == 0)
    }
}

@Suite("Normalisation of texts for scoring")
struct ScoringTextTests {
    @Test(
        "makes texts comparable",
        arguments: [
            ("The cat, sat.", "the cat sat"),
            ("DON’T stop!", "don't stop"),
            ("'tis the dogs' home", "tis the dogs home"),
            ("ice-cream and/or tea", "ice cream and or tea"),
            ("A.M. radio, e.g. this", "am radio eg this"),
            ("1,000 or 3.5 or v2.", "1000 or 3.5 or v2"),
            ("<s> yes <spoken_noise> [NOISE] ++UM++ no </s>", "yes no"),
            ("read(2) the(3)", "read the"),
            ("a — b … c", "a b c"),
            ("  \n\t ", ""),
            ("«Ça va?»", "ça va"),
            ("rock 'n' roll", "rock n roll"),
            ("a (b) c(d)", "a b cd"),
            ("don't do not", "don't do not"),
            ("half_past", "half past"),
        ])
    func normalises(text: String, expected: String) {
        #expect(ScoringText.words(of: text).map(\.text).joined(separator: " ") == expected)
    }

    @Test("keeps tags of pronunciations and false starts, and the word as it was written")
    func tags() {
        let words = ScoringText.words(of: "COLD#DROP Cat#INC # #x twenty-one#tag \"Hi\"")
        #expect(
            words == [
                ScoringWord(text: "cold", source: "COLD", tag: "drop"),
                ScoringWord(text: "cat", source: "Cat", tag: "inc"),
                ScoringWord(text: "x", source: "#x"),
                ScoringWord(text: "twenty"), ScoringWord(text: "one", tag: "tag"),
                ScoringWord(text: "hi", source: "\"Hi\""),
            ])
        #expect(words.map(\.isFalseStart) == [false, true, false, false, false, false])
    }

    @Test("a text that was normalised stays as it is")
    func stable() {
        for text in ["The cat's A.M. 3.5 ice-cream", "‘quoted’ don’t", "x--y 1,2,3"] {
            let once = ScoringText.words(of: text).map(\.text).joined(separator: " ")
            let again = ScoringText.words(of: once).map(\.text).joined(separator: " ")
            #expect(once == again)
        }
    }
}

extension WordAlignment {
    /// Aligns two texts by the rules of ``ScoringText``, as `voicetest listen` does: words begun
    /// falsely are left out of the hypothesis.
    fileprivate init(referenceText: String, hypothesisText: String) throws(RecognitionError) {
        try self.init(
            reference: ScoringText.words(of: referenceText).map(\.text),
            hypothesis: ScoringText.words(of: hypothesisText).filter { !$0.isFalseStart }
                .map(\.text))
    }
}
