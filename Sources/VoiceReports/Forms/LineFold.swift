/// Breaks a line that is too wide for a terminal at its spaces.
struct LineFold {
    let columns: Int

    /// The line, or several with line ends between them: what follows is indented by two more.
    func text(_ line: Substring) -> String {
        guard Self.width(line) > columns else { return String(line) }
        let indent = min(line.prefix { $0 == " " }.count, columns / 2)
        let margin = String(repeating: " ", count: min(indent + 2, columns / 2))
        var folded = ""
        var current = String(repeating: " ", count: indent)
        var isFresh = true
        for word in line.split(separator: " ").flatMap({ pieces($0, room: columns - margin.count) })
        {
            let width = Self.width(word)
            if !isFresh, Self.width(current[...]) + 1 + width > columns {
                folded += current + "\n"
                current = margin
                isFresh = true
            }
            current += isFresh ? word : " " + word
            isFresh = false
        }
        return folded + current
    }

    /// A word that is wider than a line, cut.
    private func pieces(_ word: Substring, room: Int) -> [Substring] {
        guard Self.width(word) > room, !word.contains("\u{1B}") else { return [word] }
        var pieces: [Substring] = []
        var rest = word
        while !rest.isEmpty {
            pieces.append(rest.prefix(room))
            rest = rest.dropFirst(room)
        }
        return pieces
    }

    /// Columns that `text` takes: colours take none.
    private static func width(_ text: Substring) -> Int {
        var width = 0
        var isColor = false
        for character in text {
            if character == "\u{1B}" { isColor = true }
            if !isColor { width += 1 }
            if character == "m" { isColor = false }
        }
        return width
    }
}
