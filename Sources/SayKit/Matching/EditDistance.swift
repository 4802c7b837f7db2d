/// Distance between texts by single letters, or words, inserted, removed and replaced.
///
/// Source: Levenshtein 1966, computed row by row.
enum EditDistance {
    /// Longer texts are not compared, in Unicode scalars or parts.
    static let lengthLimit = 200

    /// The distance of two texts in thousandths of the longer one's length, 0 through 1,000.
    ///
    /// 1,000 for a text that is empty or longer than ``lengthLimit``.
    static func thousandths(_ left: String, _ right: String) -> Int {
        thousandths(Array(left.unicodeScalars), Array(right.unicodeScalars))
    }

    /// The same of two rows of parts, as words.
    static func thousandths<Part: Equatable>(_ left: [Part], _ right: [Part]) -> Int {
        guard !left.isEmpty, !right.isEmpty, left.count <= lengthLimit, right.count <= lengthLimit
        else { return 1_000 }
        var row = Array(0...right.count)
        for (index, part) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (part == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
            }
        }
        return row[right.count] * 1_000 / max(left.count, right.count)
    }
}
