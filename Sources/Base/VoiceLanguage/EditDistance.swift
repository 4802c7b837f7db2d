/// Distance of two rows of letters, or of words.
///
/// Source: Levenshtein 1966, computed row by row; with swaps of two neighbours it is the optimal
/// string alignment.
package enum EditDistance {
    /// Longer texts are not compared, in Unicode scalars or parts.
    static let lengthLimit = 200

    /// Returns the number of parts that have to be inserted, removed or replaced to make one row of
    /// the other; with `swaps` also of those exchanged with their neighbour. Nil where there are
    /// more than `limit`.
    package static func parts<Part: Equatable>(
        from left: [Part], to right: [Part], swaps: Bool = false, limit: Int = .max
    ) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var next = [row + 1]
            next.reserveCapacity(right.count + 1)
            for column in right.indices {
                let change = last[column] + (left[row] == right[column] ? 0 : 1)
                var least = min(change, last[column + 1] + 1, next[column] + 1)
                if swaps, row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            guard let least = next.min(), least <= limit else { return nil }
            before = last
            last = next
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }

    /// The distance of two texts in thousandths of the longer one's length, 0 through 1,000.
    ///
    /// 1,000 for a text that is empty or longer than 200 Unicode scalars.
    package static func thousandths(_ left: String, _ right: String) -> Int {
        thousandths(Array(left.unicodeScalars), Array(right.unicodeScalars))
    }

    /// Returns the distance of two rows of parts, such as words, in thousandths.
    package static func thousandths<Part: Equatable>(_ left: [Part], _ right: [Part]) -> Int {
        guard !left.isEmpty, !right.isEmpty, left.count <= lengthLimit, right.count <= lengthLimit,
            let parts = parts(from: left, to: right)
        else { return 1_000 }
        return parts * 1_000 / max(left.count, right.count)
    }
}
