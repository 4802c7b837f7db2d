/// The end of a sentence, where its last words come from a file or a message.
package enum Sentence {
    private static let marks: Set<Character> = [".", "!", "?", "…"]
    private static let quotes: Set<Character> = ["\"", "'", "”", "’", ")"]

    /// `text` with a full stop, unless it ends a sentence already, also inside quotation marks.
    package static func closed(_ text: String) -> String {
        let last = text.last { !quotes.contains($0) }
        return last.map { marks.contains($0) } ?? true ? text : text + "."
    }

    /// `text` as a clause of a longer sentence, without the full stop at its end.
    package static func clause(_ text: String) -> String {
        text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
    }
}
