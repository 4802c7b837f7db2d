/// Text in columns.
struct TextTable {
    private var rows: [[String]]
    private let rightAligned: Set<Int>
    private let whole: Set<Int>

    /// A cell longer than this is cut, in characters.
    static let cellLimit = 48

    /// A table with these columns. The last one goes on in full, and so do those of `whole`.
    init(head: [String], rightAligned: Set<Int> = [], whole: Set<Int> = []) {
        rows = [head]
        self.rightAligned = rightAligned
        self.whole = whole.union([head.count - 1])
    }

    mutating func add(_ cells: [String]) {
        precondition(cells.count == rows[0].count, "a row has a cell for every column")
        rows.append(
            cells.enumerated().map { whole.contains($0) ? $1 : Self.cut($1) })
    }

    /// Every row as a line, without spaces at its end; columns in which no row says anything are
    /// left out.
    func lines() -> [String] {
        let columns = rows[0].indices.filter { column in
            rows.dropFirst().contains { !$0[column].isEmpty }
        }
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(columns, widths).map { column, width in
                let space = String(repeating: " ", count: width - row[column].count)
                return rightAligned.contains(column) ? space + row[column] : row[column] + space
            }
            var line = cells.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    private static func cut(_ text: String) -> String {
        text.count <= cellLimit ? text : text.prefix(cellLimit - 1) + "…"
    }
}
