/// Finds the names that someone may have meant.
public enum NearMiss {
    /// At most three of `known` that are spelled nearly as `wanted`, in their order.
    public static func names(like wanted: String, in known: [String]) -> [String] {
        let range = 0...0
        return names(like: wanted, in: known.map { (name: $0, range: range) })
    }

    static func names(
        like wanted: String, in known: [(name: String, range: ClosedRange<Int>)]
    ) -> [String] {
        let limit = max(2, wanted.count / 3)
        let scored = known.map { (name: $0.name, distance: distance(wanted, $0.name)) }
        let shortest = scored.map(\.distance).min() ?? 0
        guard shortest <= limit else { return [] }
        return scored.filter { $0.distance <= shortest + 1 }.prefix(3).map(\.name)
    }

    /// Levenshtein's distance, letter case ignored.
    static func distance(_ first: String, _ second: String) -> Int {
        let left = Array(first.lowercased())
        let right = Array(second.lowercased())
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let change = diagonal + (letter == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
