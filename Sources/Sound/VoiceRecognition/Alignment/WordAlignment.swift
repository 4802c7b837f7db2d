package import VoiceHypothesis

/// The words of a hypothesis beside the words of a reference, with the fewest errors.
///
/// The distance is Levenshtein's (1966): substitutions, deletions and insertions count one error
/// each. Ties are decided in two steps: among the alignments with the fewest errors those with the
/// most matches are better; among these, from the left, an insertion goes before a pair and a pair
/// before a deletion, so that a word pairs with the earliest word of the reference that costs no
/// more. Memory is linear in the words (Hirschberg 1975); the decision of ties is the same.
package struct WordAlignment: Sendable, Equatable {
    /// One step from the left to the right; numbers are places among the words, from 0.
    package enum Step: Sendable, Hashable {
        /// The words are the same.
        case match(reference: Int, hypothesis: Int)
        /// Another word.
        case substitution(reference: Int, hypothesis: Int)
        /// A word of the reference that the hypothesis lacks.
        case deletion(reference: Int)
        /// A word of the hypothesis that the reference lacks.
        case insertion(hypothesis: Int)
    }

    /// Most words of either text.
    package static let wordLimit = 20_000

    /// Every word of both texts, each once, in order.
    package let steps: [Step]
    /// Words that are the same.
    package let matches: Int
    /// Words instead of others.
    package let substitutions: Int
    /// Words of the reference that are missing.
    package let deletions: Int
    /// Words that the reference does not have.
    package let insertions: Int

    /// Substitutions, deletions and insertions together.
    package var errors: Int { substitutions + deletions + insertions }
    /// Number of words of the reference.
    package var referenceWords: Int { matches + substitutions + deletions }

    /// Aligns words that are compared as they are spelled.
    ///
    /// - Throws: ``RecognitionError/textTooLong(words:limit:)`` past ``wordLimit``.
    package init(reference: [String], hypothesis: [String]) throws(RecognitionError) {
        try self.init(reference: reference, hypothesis: hypothesis, cellLimit: 1 << 16)
    }

    /// `cellLimit` is the number of places of a table that is made as a whole; larger ones are
    /// halved.
    init(
        reference: [String], hypothesis: [String], cellLimit: Int
    ) throws(RecognitionError) {
        for words in [reference, hypothesis] where words.count > Self.wordLimit {
            throw .textTooLong(words: words.count, limit: Self.wordLimit)
        }
        var numbers: [String: Int32] = [:]
        func number(_ word: String) -> Int32 {
            if let known = numbers[word] { return known }
            let next = Int32(numbers.count)
            numbers[word] = next
            return next
        }
        var aligner = LevenshteinTable(
            reference: reference.map(number), hypothesis: hypothesis.map(number),
            cellLimit: cellLimit)
        aligner.align(0..<reference.count, 0..<hypothesis.count)
        steps = aligner.steps
        var counts = (matches: 0, substitutions: 0, deletions: 0, insertions: 0)
        for step in steps {
            switch step {
            case .match: counts.matches += 1
            case .substitution: counts.substitutions += 1
            case .deletion: counts.deletions += 1
            case .insertion: counts.insertions += 1
            }
        }
        (matches, substitutions, deletions, insertions) = counts
    }
}

/// Finds the cheapest way through the table of two texts, by halves where the table is large.
private struct LevenshteinTable {
    let reference: [Int32]
    let hypothesis: [Int32]
    let cellLimit: Int
    /// Cost of a deletion or an insertion. A substitution costs one more, which decides between
    /// alignments with equally many errors and never outweighs an error.
    let unit: Int
    var steps: [WordAlignment.Step] = []

    init(reference: [Int32], hypothesis: [Int32], cellLimit: Int) {
        self.reference = reference
        self.hypothesis = hypothesis
        self.cellLimit = cellLimit
        unit = min(reference.count, hypothesis.count) + 1
        steps.reserveCapacity(max(reference.count, hypothesis.count))
    }

    private func pairCost(_ row: Int, _ column: Int) -> Int {
        reference[row] == hypothesis[column] ? 0 : unit + 1
    }

    /// Appends the steps through a part of the table.
    mutating func align(_ rows: Range<Int>, _ columns: Range<Int>) {
        guard rows.count > 1, (rows.count + 1) * (columns.count + 1) > cellLimit else {
            return walk(rows, columns)
        }
        let middle = rows.lowerBound + rows.count / 2
        let before = costsFromStart(rows.lowerBound..<middle, columns)
        let after = costsToEnd(middle..<rows.upperBound, columns)
        // The last of the cheapest places: insertions go first.
        var best = 0
        for place in before.indices
        where before[place] + after[place] <= before[best] + after[best] { best = place }
        let cut = columns.lowerBound + best
        align(rows.lowerBound..<middle, columns.lowerBound..<cut)
        align(middle..<rows.upperBound, cut..<columns.upperBound)
    }

    /// Returns the costs of all of `rows` beside the first 0, 1, 2 … of `columns`.
    private func costsFromStart(_ rows: Range<Int>, _ columns: Range<Int>) -> [Int] {
        var costs = (0...columns.count).map { $0 * unit }
        for row in rows {
            var diagonal = costs[0]
            costs[0] += unit
            for column in 0..<columns.count {
                let pair = diagonal + pairCost(row, columns.lowerBound + column)
                diagonal = costs[column + 1]
                costs[column + 1] = min(pair, min(diagonal, costs[column]) + unit)
            }
        }
        return costs
    }

    /// Returns the costs of all of `rows` beside what is left of `columns` from the place 0, 1, 2 …
    /// on.
    private func costsToEnd(_ rows: Range<Int>, _ columns: Range<Int>) -> [Int] {
        let count = columns.count
        var costs = (0...count).map { (count - $0) * unit }
        for row in rows.reversed() {
            var diagonal = costs[count]
            costs[count] += unit
            for column in (0..<count).reversed() {
                let pair = diagonal + pairCost(row, columns.lowerBound + column)
                diagonal = costs[column]
                costs[column] = min(pair, min(diagonal, costs[column + 1]) + unit)
            }
        }
        return costs
    }

    /// Appends the steps through a table that is made as a whole.
    private mutating func walk(_ rows: Range<Int>, _ columns: Range<Int>) {
        let width = columns.count + 1
        var costs = [Int](repeating: 0, count: (rows.count + 1) * width)
        for row in (0...rows.count).reversed() {
            for column in (0..<width).reversed() {
                costs[row * width + column] = cost(row, column, rows, columns, costs, width)
            }
        }
        var (row, column) = (0, 0)
        while row < rows.count || column < columns.count {
            let (word, said) = (rows.lowerBound + row, columns.lowerBound + column)
            let here = costs[row * width + column]
            if column < columns.count, here == costs[row * width + column + 1] + unit {
                steps.append(.insertion(hypothesis: said))
                column += 1
            } else if row < rows.count, column < columns.count,
                here == costs[(row + 1) * width + column + 1] + pairCost(word, said)
            {
                let isSame = reference[word] == hypothesis[said]
                steps.append(
                    isSame
                        ? .match(reference: word, hypothesis: said)
                        : .substitution(reference: word, hypothesis: said))
                row += 1
                column += 1
            } else {
                steps.append(.deletion(reference: word))
                row += 1
            }
        }
    }

    private func cost(
        _ row: Int, _ column: Int, _ rows: Range<Int>, _ columns: Range<Int>, _ costs: [Int],
        _ width: Int
    ) -> Int {
        let below = row < rows.count ? costs[(row + 1) * width + column] + unit : Int.max
        let right = column < columns.count ? costs[row * width + column + 1] + unit : Int.max
        guard row < rows.count, column < columns.count else {
            return below == Int.max && right == Int.max ? 0 : min(below, right)
        }
        let pair = pairCost(rows.lowerBound + row, columns.lowerBound + column)
        return min(costs[(row + 1) * width + column + 1] + pair, min(below, right))
    }
}
