/// Number of columns that a result for people may take.
enum TerminalWidth {
    /// Widths that are believed, in columns.
    private static let range = 20...10_000

    /// The width of the terminal, in columns.
    ///
    /// - Parameters:
    ///   - isTerminal: whether standard output is a terminal.
    ///   - variable: the variable `COLUMNS`, which wins over the terminal.
    ///   - window: what the terminal says.
    /// - Returns: nil where output is not cut: in a pipe, in a file, and where neither the variable
    ///   nor the terminal says how wide it is.
    static func columns(isTerminal: Bool, variable: String?, window: Int?) -> Int? {
        guard isTerminal else { return nil }
        let said = [variable.flatMap { Int($0) }, window].compactMap { $0 }
        return said.first(where: range.contains)
    }
}
