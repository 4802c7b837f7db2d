/// A row of numbers as a row of blocks.
enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let width = 40

    /// At most 40 blocks, from the smallest number to the largest; more numbers are gathered by
    /// their largest. Numbers that are all the same are a level line.
    static func text(_ values: [Int64]) -> String {
        guard let most = values.max(), let least = values.min(), most > 0 else { return "" }
        let span = max(1, most - least)
        let columns = min(width, values.count)
        return String(
            (0..<columns).map { column in
                let first = column * values.count / columns
                let last = max(first + 1, (column + 1) * values.count / columns)
                let value = (values[first..<last].max() ?? least) - least
                return blocks[min(blocks.count - 1, Int(value * 8 / span))]
            })
    }
}
