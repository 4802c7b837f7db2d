/// A pronunciation in the International Phonetic Alphabet, as espeak-ng's phoneme names.
///
/// The names are those of its English voices; a sound that English has not takes the nearest it
/// has. Source: the phoneme tables of espeak-ng 1.51 and its document "Phonemes".
package enum PhoneticSpelling {
    /// Characters of phoneme names in one pronunciation at most. Past some 200 names espeak-ng
    /// 1.51 says nothing at all, and further on it crashes.
    package static let nameLimit = 198

    /// The names for `[[…]]` in the engine's text; nil when `ipa` has a sound without a name or
    /// no vowel or is too long, so that the caller can use other spellings.
    package static func names(ipa: String) -> String? {
        spelled(ipa).flatMap { $0.utf8.count <= nameLimit ? $0 : nil }
    }

    /// Whether `ipa` has a name for every sound and is too long for the engine.
    package static func isTooLong(ipa: String) -> Bool {
        spelled(ipa).map { $0.utf8.count > nameLimit } ?? (ipa.utf8.count > Lexicon.lineLimit)
    }

    private static func spelled(_ ipa: String) -> String? {
        guard ipa.utf8.count <= Lexicon.lineLimit else { return nil }
        // One spelling of each sound: letters apart from their marks, ties and breaks left out.
        let scalars = Array(ipa.unicodeScalars).flatMap { plain[$0] ?? [$0] }
            .filter { !ignored.contains($0) }
        var words: [String] = []
        var word = ""
        var index = 0
        var hasVowel = false
        while index < scalars.count {
            if scalars[index].properties.isWhitespace {
                if !word.isEmpty { words.append(word) }
                word = ""
                index += 1
                continue
            }
            guard let (name, count, isVowel) = sound(at: index, in: scalars) else { return nil }
            word += name
            hasVowel = hasVowel || isVowel
            index += count
        }
        if !word.isEmpty { words.append(word) }
        // Two bars end a word; none stands at the end.
        return hasVowel ? words.joined(separator: "||") : nil
    }

    /// The longest sound that begins at `index`.
    private static func sound(
        at index: Int, in scalars: [Unicode.Scalar]
    ) -> (name: String, count: Int, isVowel: Bool)? {
        for count in stride(from: min(longest, scalars.count - index), through: 1, by: -1) {
            var key = ""
            key.unicodeScalars.append(contentsOf: scalars[index..<index + count])
            if let name = vowels[key] {
                // Before another vowel an r is a sound of its own.
                let isOpen = "ɹr".unicodeScalars.contains(scalars[index + count - 1])
                if isOpen, count > 1, startsVowel(index + count, in: scalars) { continue }
                return (name, count, true)
            }
            if let name = others[key] { return (name, count, false) }
        }
        return nil
    }

    private static func startsVowel(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let rest = scalars[index...].drop { "ˈˌ.".unicodeScalars.contains($0) }
        return rest.first.map { vowels[String($0)] != nil } ?? false
    }

    private static let longest = 4

    /// Ties, brackets, and marks of sounds that English does not tell apart.
    private static let ignored: Set<Unicode.Scalar> = [
        "\u{361}", "\u{35C}", "/", "[", "]", "(", ")", "\u{32F}", "\u{325}",
        "\u{30A}", "\u{32A}", "\u{2B0}", "\u{2B2}", "\u{2E0}", "\u{303}", "\u{31A}", "\u{2D1}",
        "\u{203F}", "\u{200D}", "\u{FEFF}",
    ]

    /// Letters that replace others.
    private static let plain: [Unicode.Scalar: [Unicode.Scalar]] = [
        "'": ["ˈ"], "’": ["ˈ"], ",": ["ˌ"], ":": ["ː"], "g": ["ɡ"], "-": [" "], "ã": ["a"],
        "õ": ["o"], "ɫ": ["l"], "ʦ": ["t", "s"], "ʧ": ["t", "ʃ"], "ʤ": ["d", "ʒ"],
    ]

    private static let vowels = [
        // Diphthongs, with and without their r.
        "eɪ": "eI", "aɪ": "aI", "ɔɪ": "OI", "aʊ": "aU", "oʊ": "oU", "əʊ": "oU", "ei": "eI",
        "ai": "aI", "ɑɪ": "aI", "oi": "OI", "ɔi": "OI", "au": "aU", "ou": "oU", "ɑʊ": "aU",
        "ɪə": "i@", "eə": "e@", "ɛə": "e@", "ʊə": "U@", "aɪə": "aI@", "aɪɚ": "aI3", "iə": "i@",
        "ɪɹ": "i@3", "ɪr": "i@3", "ɛɹ": "e@", "ɛr": "e@", "ʊɹ": "U@", "ʊr": "U@",
        "ɑːɹ": "A@", "ɑɹ": "A@", "ɑr": "A@", "ɑːr": "A@", "ɔːɹ": "O@", "ɔɹ": "O@", "ɔr": "O@",
        "ɔːr": "O@", "oːɹ": "o@", "oɹ": "o@", "or": "o@", "oːr": "o@",
        "ɜːɹ": "3:", "ɜɹ": "3:", "ɜr": "3:", "ɜːr": "3:", "əɹ": "3", "ər": "3",
        // Long, then short ones.
        "iː": "i:", "uː": "u:", "ɑː": "A:", "ɔː": "O:", "ɜː": "3:", "ɝ": "3:", "ɝː": "3:",
        "aː": "A:", "oː": "O:", "eː": "eI", "ɛː": "e@", "ɒː": "O:", "æː": "a", "yː": "u:",
        "øː": "3:", "œː": "3:",
        "i": "i", "ɪ": "I", "e": "E", "ɛ": "E", "æ": "a", "a": "a", "ɑ": "A:", "ɒ": "0",
        "ɔ": "O", "o": "oU", "ʊ": "U", "u": "u:", "ʌ": "V", "ə": "@", "ɚ": "3", "ɜ": "3:",
        "ɐ": "a#", "ᵻ": "I#", "ɨ": "I#", "ʉ": "u:", "y": "u:", "ø": "3:", "œ": "3:", "ɵ": "U",
        "ɘ": "@", "ɤ": "V", "ɯ": "U", "əl": "@L", "l\u{329}": "@L", "n\u{329}": "n-", "ɛʊ": "oU",
    ]

    private static let others = [
        "ˈ": "'", "ˌ": ",", "ː": "", ".": "", "\u{329}": "",
        "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "ɡ": "g", "f": "f", "v": "v", "θ": "T",
        "ð": "D", "s": "s", "z": "z", "ʃ": "S", "ʒ": "Z", "h": "h", "ɦ": "h", "m": "m", "n": "n",
        "ŋ": "N", "l": "l", "r": "r", "ɹ": "r", "ɻ": "r", "ʁ": "r", "ʀ": "r", "w": "w", "ʍ": "w",
        "j": "j", "tʃ": "tS", "dʒ": "dZ", "x": "x", "χ": "x", "ç": "h", "ɾ": "t#", "ʔ": "?",
        "ɲ": "nj", "ʎ": "lj", "c": "k", "q": "k", "β": "v", "ɸ": "f", "ɣ": "g", "ʋ": "v",
        "ɕ": "S", "ʑ": "Z", "ʂ": "S", "ʐ": "Z", "ɭ": "l", "ɬ": "l", "ɳ": "n", "ʈ": "t", "ɖ": "d",
        "ɱ": "m", "ɥ": "w",
    ]
}
