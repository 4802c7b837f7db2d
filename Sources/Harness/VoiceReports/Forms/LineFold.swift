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
        for (blanks, word) in words(of: line, room: columns - margin.count) {
            if !isFresh, Self.width(current[...]) + blanks.count + Self.width(word) > columns {
                folded += current + "\n"
                current = margin
                isFresh = true
            }
            current += isFresh ? word : blanks + word
            isFresh = false
        }
        return folded + current
    }

    /// The words of a line, each with the blanks before it: columns stay as far as they fit.
    private func words(
        of line: Substring, room: Int
    ) -> [(blanks: Substring, word: Substring)] {
        var words: [(Substring, Substring)] = []
        var rest = line
        while true {
            let blanks = rest.prefix { $0 == " " }
            let word = rest[blanks.endIndex...].prefix { $0 != " " }
            guard !word.isEmpty else { return words }
            for (place, piece) in pieces(word, room: room).enumerated() {
                words.append((place == 0 ? blanks : " ", piece))
            }
            rest = rest[word.endIndex...]
        }
    }

    /// A word that is wider than a line, cut.
    private func pieces(_ word: Substring, room: Int) -> [Substring] {
        guard Self.width(word) > room, !word.contains("\u{1B}") else { return [word] }
        var pieces: [Substring] = []
        var rest = word
        while !rest.isEmpty {
            let piece = rest.count > room ? Self.piece(of: rest.prefix(room), in: rest) : rest
            pieces.append(piece)
            rest = rest[piece.endIndex...]
        }
        return pieces
    }

    /// The beginning of `head` up to the last end of a part of the name, as in `why.` or `play`;
    /// all of it where that would leave less than a third.
    private static func piece(of head: Substring, in text: Substring) -> Substring {
        for length in stride(from: head.count, to: head.count / 3, by: -1) {
            let piece = head.prefix(length)
            guard let last = piece.last, piece.endIndex < text.endIndex else { continue }
            let next = text[piece.endIndex]
            if "._-/".contains(last) || last.isLowercase && next.isUppercase { return piece }
        }
        return head
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
