/// Text in columns.
package struct TextTable {
    private var rows: [[String]]
    private let rightAligned: Set<Int>
    private let whole: Set<Int>

    /// A cell longer than this is cut, in characters.
    static let cellLimit = 48
    /// The width below which no column is narrowed, in characters.
    private static let leastWidth = 8
    private static let gap = 2
    /// The room that remarks need beside the other columns, in characters.
    private static let remarkWidth = 24

    /// A table with these columns. The last one goes on in full, and so do those of `whole`.
    package init(head: [String], rightAligned: Set<Int> = [], whole: Set<Int> = []) {
        rows = [head]
        self.rightAligned = rightAligned
        self.whole = whole.union([head.count - 1])
    }

    /// Adds a row, with a cell for every column.
    package mutating func add(_ cells: [String]) {
        precondition(cells.count == rows[0].count, "a row has a cell for every column")
        rows.append(
            cells.enumerated().map { whole.contains($0) ? $1 : Self.cut($1) })
    }

    /// Every row as a line, without spaces at its end. Columns in which no row says anything are
    /// left out.
    ///
    /// Where a row is wider than `limit` characters, the widest columns are narrowed and their
    /// cells go on in further lines. Numbers, which stand on the right, stay in one line. Nil
    /// leaves the table as wide as it is. A last column without a head holds remarks: where they
    /// have less room than 24 characters, each goes on a line of its own below its row.
    package func lines(columns limit: Int? = nil) -> [String] {
        var columns = rows[0].indices.filter { column in
            rows.dropFirst().contains { !$0[column].isEmpty }
        }
        var remarks: Int?
        if let limit, let last = columns.last, rows[0][last].isEmpty,
            remarkRoom(in: columns, limit: limit) < Self.remarkWidth
        {
            remarks = columns.removeLast()
        }
        let widths = widths(of: columns, limit: limit)
        let indent = (widths.first ?? 0) + 2 * Self.gap
        return rows.flatMap { row in
            lines(of: row, columns, widths)
                + (remarks.map { Self.remark(row[$0], indent: indent, limit: limit ?? 0) } ?? [])
        }
    }

    /// Whether the table fits `limit` columns without a word that is cut.
    func keepsWords(columns limit: Int) -> Bool {
        let columns = rows[0].indices.filter { column in
            (!rows[0][column].isEmpty || column < rows[0].count - 1)
                && rows.dropFirst().contains { !$0[column].isEmpty }
        }
        let gaps = Self.gap * max(0, columns.count - 1)
        return widths(of: columns, limit: nil).enumerated().reduce(gaps) { sum, entry in
            let column = columns[entry.offset]
            return sum
                + (rightAligned.contains(column)
                    ? entry.element
                    : min(entry.element, leastWidth(of: column, keepsWords: true)))
        } <= limit
    }

    /// The room that the last of `columns` has beside the others; unlimited where it needs less.
    private func remarkRoom(in columns: [Int], limit: Int) -> Int {
        let widths = widths(of: columns, limit: nil)
        let others = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
        return others + (widths.last ?? 0) <= limit ? .max : limit - others
    }

    private static func remark(_ text: String, indent: Int, limit: Int) -> [String] {
        guard !text.isEmpty else { return [] }
        return lines(of: text, width: max(leastWidth, limit - indent)).map {
            String(repeating: " ", count: indent) + $0
        }
    }

    /// The lines of one row.
    private func lines(of row: [String], _ columns: [Int], _ widths: [Int]) -> [String] {
        let cells = zip(columns, widths).map { column, width in
            Self.lines(of: row[column], width: width)
        }
        let height = cells.map(\.count).max() ?? 1
        return (0..<height).map { line in
            let parts = zip(zip(columns, widths), cells).map { place, cell in
                let text = line < cell.count ? cell[line] : ""
                let space = String(repeating: " ", count: max(0, place.1 - text.count))
                return rightAligned.contains(place.0) ? space + text : text + space
            }
            return Self.trimmed(parts.joined(separator: String(repeating: " ", count: Self.gap)))
        }
    }

    /// The width of each of `columns`: as wide as its widest cell, or narrower to fit `limit`.
    private func widths(of columns: [Int], limit: Int?) -> [Int] {
        var widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        guard let limit else { return widths }
        let room = limit - Self.gap * max(0, columns.count - 1)
        // Words stay whole as long as that is possible.
        for keepsWords in [true, false] {
            let floors = columns.enumerated().map { place, column in
                rightAligned.contains(column)
                    ? widths[place]
                    : min(widths[place], leastWidth(of: column, keepsWords: keepsWords))
            }
            Self.narrow(&widths, to: floors, room: room)
        }
        return widths
    }

    /// Narrows the widest columns one by one until all fit into `room`, none below its floor.
    private static func narrow(_ widths: inout [Int], to floors: [Int], room: Int) {
        while widths.reduce(0, +) > room {
            let places = widths.indices.filter { widths[$0] > floors[$0] }
            guard let widest = places.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private func leastWidth(of column: Int, keepsWords: Bool) -> Int {
        let head = max(Self.leastWidth, rows[0][column].count)
        guard keepsWords else { return head }
        // Further lines of a cell stand two columns in.
        let words = rows.flatMap { $0[column].split(separator: " ").map { $0.count + 2 } }
        return max(head, words.max() ?? 0)
    }

    private static func lines(of cell: String, width: Int) -> [String] {
        guard cell.count > width else { return [cell] }
        return LineFold(columns: width).text(cell[...]).split(separator: "\n").map(String.init)
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }

    private static func cut(_ text: String) -> String {
        text.count <= cellLimit ? text : text.prefix(cellLimit - 1) + "…"
    }
}
