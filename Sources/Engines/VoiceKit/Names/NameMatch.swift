internal import VoiceLanguage

/// Compares names without regard to case, accents and punctuation.
public enum NameMatch {
    /// The key that spellings of one name share: "O’Connor" and "oconnor" have `oconnor`.
    ///
    /// Dashes become `-`; soft hyphens, zero-width characters, apostrophes and punctuation go; case
    /// and accents go; runs of blanks and of hyphens become one; both go at the ends. Texts are cut
    /// at 1,000 characters.
    public static func normalizeKey(_ name: String) -> String {
        var key: [Character] = []
        for scalar in NameText.folded(name).unicodeScalars where !NameText.isIgnored(scalar) {
            let character: Character
            if NameText.isDash(scalar) {
                character = "-"
            } else if scalar.properties.isWhitespace {
                character = " "
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                character = Character(scalar)
            } else {
                continue
            }
            if character == " " || character == "-", key.last == character { continue }
            key.append(character)
        }
        return String(key.trimmed { $0 == " " || $0 == "-" })
    }

    /// Returns how far two names are apart: 0 for the same, 1 for nothing in common or one of them
    /// empty.
    ///
    /// They are compared as they are: take their ``normalizeKey(_:)`` where case and accents do not
    /// matter. Each word of `a` takes the nearest unused word of `b`, by Levenshtein distance over
    /// the longer length, unless that is 1; the result is 0.8 times their mean plus 0.2 times the
    /// share of words of `b` that no word took, 1 at most. Words of a name beyond 32 do not count,
    /// nor characters beyond 1,000.
    public static func stringDistanceScore(a: String, b: String) -> Double {
        let (first, second) = (words(a), words(b))
        guard !first.isEmpty, !second.isEmpty else {
            return first.isEmpty && second.isEmpty ? 0 : 1
        }
        var unused = second
        var sum = 0.0
        for word in first {
            let distances = unused.map { distance(word, $0) }
            guard let least = distances.min(), least < 1,
                let index = distances.firstIndex(of: least)
            else {
                sum += 1
                continue
            }
            sum += least
            unused.remove(at: index)
        }
        let share = Double(unused.count) / Double(second.count)
        return min(1, 0.8 * sum / Double(first.count) + 0.2 * share)
    }

    private static func words(_ name: String) -> [[Character]] {
        name.prefix(NameText.lengthLimit).split(whereSeparator: \.isWhitespace).prefix(32)
            .map(Array.init)
    }

    /// Levenshtein distance over the longer length, 0 to 1. Neither word is empty.
    private static func distance(_ first: [Character], _ second: [Character]) -> Double {
        let longer = max(first.count, second.count)
        return Double(EditDistance.parts(from: first, to: second) ?? longer) / Double(longer)
    }
}
