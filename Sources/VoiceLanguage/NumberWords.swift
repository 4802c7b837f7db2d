public import VoiceJSON

/// The words of numbers of one language as data, which every reader and writer of numbers shares.
///
/// Shape: an object of lists and of words with their values, as the section `numbers` of a language
/// file of SayKit has it. Of several words for one value the first is the usual one.
public enum NumberWords {
    /// English of Britain and America.
    public static let english = builtIn(PackageResources.english_numbers_json)

    /// The words of a language by BCP 47; nil where the package has none.
    public static func words(of language: String) -> JSONObject? {
        language == "en" ? english : nil
    }

    private static func builtIn(_ bytes: [UInt8]) -> JSONObject {
        do {
            guard let object = try JSONReader.value(of: bytes, dialect: .strict).object else {
                preconditionFailure("the numbers of the package are no object")
            }
            return object
        } catch {
            preconditionFailure("the numbers of the package are wrong: \(error)")
        }
    }
}

extension NumberLexicon {
    /// English of Britain and America.
    public static let english = NumberLexicon(language: "en", NumberWords.english)

    /// Scales beyond this power of ten are left out, so that all values stay within 64 bits.
    private static let greatestExponent = 15

    /// The lexicon of `words`, which have every digit, teen and ten as cardinal and as ordinal.
    init(language: String, _ words: JSONObject) {
        func values(_ key: String) -> [(word: String, value: Int)] {
            (words[key]?.object?.members ?? []).compactMap { member in
                member.value.integer.map { (member.key, Int($0)) }
            }
        }
        func texts(_ key: String) -> [String] {
            (words[key]?.array ?? []).compactMap(\.string)
        }
        func usual(_ key: String, _ value: Int) -> String {
            guard let word = values(key).first(where: { $0.value == value })?.word else {
                preconditionFailure("the numbers of the package have no \(value) in \(key)")
            }
            return word
        }
        let tens = Array(stride(from: 20, through: 90, by: 10))
        let zeros = (values("rowDigits") + values("digits")).filter { $0.value == 0 }.map(\.word)
        let small = (0...9).map { usual("digits", $0) } + (10...19).map { usual("teens", $0) }
        self.init(
            language: language, small: small,
            smallOrdinals: (1...19).map { usual("ordinals", $0) },
            tens: tens.map { usual("tens", $0) },
            tensOrdinals: tens.map { usual("ordinals", $0) },
            hundred: texts("hundreds")[0], hundredOrdinal: usual("ordinals", 100),
            scales: values("scales").filter { $0.value <= Self.greatestExponent }.map {
                let value = (0..<$0.value).reduce(1) { product, _ in product * 10 }
                return Scale(word: $0.word, ordinal: usual("ordinals", value), value: value)
            },
            zeros: zeros.filter { $0 != small[0] }, negatives: texts("minuses"),
            joiners: texts("connectors"), points: texts("points"), articles: texts("articles"),
            definiteArticles: texts("leads"),
            repeats: Dictionary(values("repeats").map { ($0.word, $0.value) }) { first, _ in first
            },
            ordinalEndings: texts("figureEndings"))
    }
}
