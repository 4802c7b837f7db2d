internal import VoiceJSON
internal import VoiceTrace

/// Difference of two texts, word by word: `… or a large [pizza → pie]?`.
enum TextChange {
    /// Words that are shown beside a change, and changes that are shown.
    private static let (besides, changeLimit) = (4, 3)
    /// Words of a text that are compared at most, and characters of a change that are shown.
    private static let (wordLimit, lengthLimit) = (2_000, 80)

    /// The change; nil where the texts have no word in common, or are too long.
    static func text(_ before: String, _ now: String) -> String? {
        let (old, new) = (words(of: before), words(of: now))
        guard old.count + new.count <= wordLimit else { return nil }
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        guard removed.count < old.count, !removed.isEmpty || !inserted.isEmpty else { return nil }
        var text = ""
        var (left, right, shown, end) = (0, 0, 0, 0)
        /// The words from ``end`` up to the next change, or to the end of the text.
        func between(_ next: Int, isLast: Bool) -> String {
            let (head, tail) = (shown == 0 ? 0 : besides, isLast ? 0 : besides)
            guard next - end > head + tail else { return joined(new[end..<next]) }
            return joined(new[end..<(end + head)]) + "…" + joined(new[(next - tail)..<next])
        }
        while left < old.count || right < new.count {
            let (start, first) = (left, right)
            while removed.contains(left) { left += 1 }
            while inserted.contains(right) { right += 1 }
            if left > start || right > first {
                guard shown < changeLimit else { return text + "…" }
                text += between(first, isLast: false)
                text += change(old[start..<left], new[first..<right])
                (shown, end) = (shown + 1, right)
            }
            (left, right) = (left + 1, right + 1)
        }
        return text + between(new.count, isLast: true)
    }

    /// Returns both texts without what they share far from their first and their last change.
    static func sides(_ before: String, _ now: String) -> (before: String, now: String) {
        let (old, new) = (words(of: before), words(of: now))
        let most = min(old.count, new.count)
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = min(
            most - head, zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count)
        func side(_ words: [Word]) -> String {
            let (start, end) = (
                max(0, head - besides), min(words.count, words.count - tail + besides)
            )
            // A sign that ends the sentence before says nothing.
            let first = words[start..<end].firstIndex { $0.isOfLetters } ?? start
            let text = joined(words[(start > 0 ? first : start)..<end])
            let kept = text.count <= lengthLimit ? text : text.prefix(lengthLimit) + "…"
            return (start > 0 ? "…" : "") + kept + (end < words.count ? "…" : "")
        }
        return (side(old), side(new))
    }

    /// The words of the texts of two events that only one of both has.
    static func words(in event: TraceEvent, _ other: TraceEvent?) -> Set<String> {
        let sides = [event, other].map { event in
            (event?.fields.members ?? []).compactMap(\.value.string).reduce(into: Set<String>()) {
                $0.formUnion(plain($1))
            }
        }
        return sides[0].symmetricDifference(sides[1])
    }

    /// The words of a text, without its signs.
    static func plain(_ text: String) -> Set<String> {
        Set(words(of: text).filter(\.isOfLetters).map(\.text))
    }

    private static func change(_ old: ArraySlice<Word>, _ new: ArraySlice<Word>) -> String {
        func cut(_ words: ArraySlice<Word>) -> String {
            let text = joined(words.dropLast()) + (words.last?.text ?? "")
            return text.count <= lengthLimit ? text : text.prefix(lengthLimit) + "…"
        }
        let sides = [cut(old), "→", cut(new)].filter { !$0.isEmpty }
        return "[\(sides.joined(separator: " "))]" + ((new.last ?? old.last)?.blanks ?? "")
    }

    private static func joined(_ words: ArraySlice<Word>) -> String {
        words.map { $0.text + $0.blanks }.joined()
    }

    /// A word, or a sign, with the blanks behind it, which make no difference.
    private struct Word: Equatable {
        var text: String
        var blanks = ""

        var isOfLetters: Bool { text.contains { $0.isLetter || $0.isNumber } }

        static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    }

    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var isOpen = false
        for character in text {
            let isOfWord = character.isLetter || character.isNumber || character == "'"
            if character.isWhitespace, !words.isEmpty {
                words[words.count - 1].blanks.append(character)
                isOpen = false
            } else if isOfWord, isOpen {
                words[words.count - 1].text.append(character)
            } else {
                words.append(Word(text: String(character)))
                isOpen = isOfWord
            }
        }
        return words
    }
}
