/// Folds letters for comparison: lower case, base letters instead of letters with marks.
///
/// Source: Latin-1 Supplement and Latin Extended-A of Unicode 15. Combining marks are dropped.
enum WordFolding {
    /// Letters with marks by their base letters.
    private static let bases: [(base: String, letters: String)] = [
        ("a", "àáâãäåāăą"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"),
        ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"),
        ("o", "òóôõöøōŏő"), ("r", "ŕŗř"), ("s", "śŝşš"), ("t", "ţťŧ"), ("u", "ùúûüũūŭůűų"),
        ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"), ("ss", "ß"), ("ae", "æ"), ("oe", "œ"),
        ("th", "þ"),
    ]

    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for (base, letters) in bases {
            for letter in letters.unicodeScalars { table[letter] = base }
        }
        return table
    }()

    /// Adds the folded form of `scalar` to `word`; a combining mark adds nothing.
    static func append(_ scalar: Unicode.Scalar, to word: inout String) {
        if scalar.isASCII {
            let isUpper = ("A"..."Z").contains(scalar)
            word.unicodeScalars.append(
                isUpper ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
            return
        }
        guard scalar.properties.generalCategory != .nonspacingMark else { return }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            if let base = table[lower] {
                word += base
            } else if lower.properties.generalCategory != .nonspacingMark {
                word.unicodeScalars.append(lower)
            }
        }
    }

    /// Whether `scalar` is dropped within a word, as apostrophes are.
    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2018}" || scalar == "\u{02BC}"
            || scalar == "`" || scalar == "\u{00B4}"
    }

    /// Whether `scalar` belongs to a word.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        }
        return scalar.properties.isAlphabetic
            || scalar.properties.generalCategory == .nonspacingMark
            || scalar.properties.numericType != nil
    }

    /// Whether `scalar` is one of the digits 0 to 9.
    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
