/// The characters of an SSML text, and where its tags end.
struct MarkupText {
    /// Marks of what begins with one mark and goes on to another; the last one is a plain tag.
    private static let marks = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<", ">")]
        .map { (opening: Array($0.0), closing: Array($0.1)) }

    let letters: [Character]
    /// End of the last closing mark of each kind: behind it none is looked for, so that a long text
    /// takes no longer than it has characters.
    private let lastEnds: [Int]

    init(_ letters: [Character]) {
        self.letters = letters
        lastEnds = Self.marks.map { mark in
            let length = mark.closing.count
            let start = stride(from: letters.count - length, through: 0, by: -1).first { start in
                letters[start..<start + length].elementsEqual(mark.closing)
            }
            return start.map { $0 + length } ?? 0
        }
    }

    /// Returns the end of the tag, comment, section or declaration that begins at `start`; nil
    /// where none begins there, or it has no end.
    func tagEnd(from start: Int) -> Int? {
        for (mark, last) in zip(Self.marks, lastEnds)
        where letters[start...].starts(with: mark.opening) {
            let length = mark.closing.count
            var end = start + mark.opening.count + length
            while end <= last {
                if letters[end - length..<end].elementsEqual(mark.closing) { return end }
                end += 1
            }
            return nil
        }
        return nil
    }

    /// The tag at `place`.
    func tag(at place: Range<Int>) -> MarkupTag { MarkupTag(letters[place]) }

    /// Returns the tag that begins behind `place` and any blanks; nil for other text.
    func tag(behind place: Int) -> (tag: MarkupTag, end: Int)? {
        let start = letters[place...].firstIndex { !$0.isWhitespace } ?? letters.count
        guard start < letters.count, let end = tagEnd(from: start) else { return nil }
        return (tag(at: start..<end), end)
    }
}
