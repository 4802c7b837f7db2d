/// A row of numbers as a row of blocks.
enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let width = 40

    /// At most 40 blocks, from 0 to the largest; more numbers are gathered by their largest.
    static func text(_ values: [Int64]) -> String {
        guard let most = values.max(), most > 0 else { return "" }
        let columns = min(width, values.count)
        return String(
            (0..<columns).map { column in
                let first = column * values.count / columns
                let last = max(first + 1, (column + 1) * values.count / columns)
                let value = max(0, values[first..<last].max() ?? 0)
                return blocks[min(blocks.count - 1, Int(value * 8 / most))]
            })
    }
}
