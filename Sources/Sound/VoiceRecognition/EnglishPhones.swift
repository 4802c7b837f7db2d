/// The sounds of espeak-ng's English, written in IPA, as phones of the CMU dictionary.
///
/// The phones have no marks of stress, as in pocketsphinx-en-us. Source: the phoneme tables of
/// espeak-ng 1.51 for "en-us"; which phone a sound becomes between which neighbours was counted on
/// 4,000 words of the dictionary.
enum EnglishPhones {
    /// Returns the pronunciations of a word, likeliest first, each once: as it is written, with
    /// unstressed vowels reduced, and with the open back vowels the other way round, which speakers
    /// do not tell apart. Empty where `ipa` has no sound that English has.
    static func pronunciations(ipa: String) -> [[String]] {
        let sounds = sounds(in: ipa)
        let reduced = sounds.map { sound in
            isReducible(sound) ? Sound(letters: "ə", isStressed: false) : sound
        }
        let swapped = sounds.map { sound in
            Sound(letters: openVowels[sound.letters] ?? sound.letters, isStressed: sound.isStressed)
        }
        var found: [[String]] = []
        for phones in [sounds, reduced, swapped].map(joined) {
            if !phones.isEmpty, !found.contains(phones) { found.append(phones) }
        }
        return found
    }

    /// A sound that has a phone, and whether its syllable is stressed.
    private struct Sound {
        let letters: String
        let isStressed: Bool
    }

    /// The longest sounds, from left to right; marks and letters that mean nothing are left out.
    private static func sounds(in ipa: String) -> [Sound] {
        let letters = withoutLanguages(ipa)
        var sounds: [Sound] = []
        var isStressed = false
        var place = 0
        while place < letters.count {
            if letters[place] == "ˈ" || letters[place] == "ˌ" { isStressed = true }
            var width = min(longest, letters.count - place)
            while width > 0, table[text(letters[place..<place + width])] == nil { width -= 1 }
            let name = text(letters[place..<place + width])
            if width > 0 {
                sounds.append(Sound(letters: name, isStressed: isVowel(name) && isStressed))
                if isVowel(name) { isStressed = false }
            }
            place += max(1, width)
        }
        return sounds
    }

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters)
        return String(text)
    }

    /// Returns the letters without those in brackets: the engine's notes that it changes its
    /// language.
    private static func withoutLanguages(_ ipa: String) -> [Unicode.Scalar] {
        var isNote = false
        return ipa.unicodeScalars.filter { letter in
            if letter == "(" { isNote = true }
            defer { if letter == ")" { isNote = false } }
            return !isNote
        }
    }

    private static func isVowel(_ sound: String) -> Bool {
        sound == "juː" || table[sound]?.first?.first.map { "AEIOU".contains($0) } == true
    }

    private static func isReducible(_ sound: Sound) -> Bool {
        sound.letters == "ᵻ" || sound.letters == "ɪ" && !sound.isStressed
    }

    /// The phones of sounds among each other.
    private static func joined(_ sounds: [Sound]) -> [String] {
        sounds.indices.flatMap { place in
            let next = place + 1 < sounds.count ? sounds[place + 1].letters : ""
            let before = place > 0 ? sounds[place - 1].letters : ""
            return exception(sounds[place].letters, place, before: before, next: next)
                ?? table[sounds[place].letters] ?? []
        }
    }

    /// The phones of a sound that its neighbours change; nil where they do not.
    private static func exception(
        _ sound: String, _ place: Int, before: String, next: String
    ) -> [String]? {
        switch sound {
        case "ɪ" where isVowel(next) && next != "juː", "ᵻ" where isVowel(next) && next != "juː":
            ["IY"]
        // In later syllables reduced further, but for the endings "-ed" and "-es".
        case "ᵻ" where place > 2 && next != "d" && next != "z": ["AH"]
        case "ɔ" where next == "n": ["AA"]
        case "æ" where next == "ɹ": ["EH"]
        case "ʊɹ" where before == "j": ["ER"]
        case "h" where !isVowel(next) && next != "j" && next != "w": []
        case "ɹ" where before.hasSuffix("ɹ"): []
        case before where !isVowel(sound): []
        default: nil
        }
    }

    private static let longest = 3

    private static let openVowels = ["ɑː": "ɔː", "ɑ": "ɔː", "ɔː": "ɑː", "ɔ": "ɑː"]

    private static let table: [String: [String]] = consonants.merging(vowels) { first, _ in first }

    private static let consonants: [String: [String]] = [
        "p": ["P"], "b": ["B"], "t": ["T"], "d": ["D"], "k": ["K"], "ɡ": ["G"], "g": ["G"],
        "f": ["F"], "v": ["V"], "θ": ["TH"], "ð": ["DH"], "s": ["S"], "z": ["Z"], "ʃ": ["SH"],
        "ʒ": ["ZH"], "h": ["HH"], "m": ["M"], "n": ["N"], "ŋ": ["NG"], "l": ["L"], "ɹ": ["R"],
        "w": ["W"], "j": ["Y"], "tʃ": ["CH"], "dʒ": ["JH"], "ɾ": ["T"], "ʔ": ["T"],
        // Of other languages, for names.
        "r": ["R"], "ʁ": ["R"], "x": ["K"], "ç": ["HH"], "ɬ": ["L"], "ʎ": ["L", "Y"],
        "ɲ": ["N", "Y"], "ʋ": ["V"], "β": ["V"], "ɣ": ["G"], "c": ["K"],
        "ɕ": ["SH"], "ʑ": ["ZH"], "q": ["K"], "ʍ": ["W"],
    ]

    private static let vowels: [String: [String]] = [
        "iː": ["IY"], "i": ["IY"], "ɪ": ["IH"], "ɛ": ["EH"], "e": ["EH"], "æ": ["AE"],
        "a": ["AE"], "ɑː": ["AA"], "ɑ": ["AA"], "ɔː": ["AO"], "ɔ": ["AO"], "oː": ["AO"],
        "o": ["OW"], "ʊ": ["UH"], "uː": ["UW"], "u": ["UW"], "ʌ": ["AH"], "ɐ": ["AH"],
        "ə": ["AH"], "ᵻ": ["IH"], "ɚ": ["ER"], "ɜː": ["ER"], "ɜ": ["ER"], "ɒ": ["AA"],
        "aː": ["AA"], "eː": ["EY"], "ɛː": ["EH"], "y": ["UW"], "yː": ["UW"], "ø": ["ER"],
        "øː": ["ER"], "œ": ["ER"], "ɛ̃": ["AE", "N"], "ɑ̃": ["AA", "N"], "ɔ̃": ["AO", "N"],
        "eɪ": ["EY"], "aɪ": ["AY"], "ɔɪ": ["OY"], "aʊ": ["AW"], "oʊ": ["OW"], "əʊ": ["OW"],
        "iə": ["IY", "AH"], "juː": ["Y", "UW"], "əl": ["AH", "L"], "n̩": ["AH", "N"],
        "l̩": ["AH", "L"], "m̩": ["AH", "M"], "aɪɚ": ["AY", "ER"], "ɪɹ": ["IH", "R"],
        "ɛɹ": ["EH", "R"], "ʊɹ": ["UH", "R"], "ɑːɹ": ["AA", "R"], "ɔːɹ": ["AO", "R"],
        "oːɹ": ["AO", "R"], "ɔɹ": ["AO", "R"], "ɜːɹ": ["ER"], "ɚɹ": ["ER"], "əɹ": ["ER"],
    ]
}
