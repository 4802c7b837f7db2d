internal import VoiceJSON

/// Reads the words of a language from JSON.
struct LanguageFile {
    /// The longest file, in bytes.
    static let lengthLimit = 1_000_000

    let object: JSONObject
    let path: JSONPath
    private let known: [String]

    /// The words that `bytes` spell.
    static func words(of bytes: [UInt8]) throws(LanguageError) -> LanguageWords {
        guard bytes.count <= lengthLimit else { throw .tooLong(limit: lengthLimit) }
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes, dialect: .lenient)
        } catch {
            throw .json(error)
        }
        let file = try LanguageFile(
            root, path: .root,
            known: [
                "$schema", "language", "pronunciations", "contractions", "confirmation", "select",
                "numbers", "times", "dates", "durations", "money", "dialogue", "commands",
                "sentences",
            ])
        var words = LanguageWords()
        guard case .string(let code)? = file.object["language"], !code.isEmpty else {
            throw .missing(path: file.path.key("language"))
        }
        words.code = code
        words.pronunciations = try file.pronunciations()
        words.contractions = try file.contractions()
        words.confirmation = try file.confirmation()
        words.select = try file.select()
        words.numbers = try file.numbers()
        words.times = try file.times()
        words.dates = try file.dates()
        words.durations = try file.durations()
        words.money = try file.money()
        words.dialogue = try file.templates("dialogue", DialogueWord.allCases.map(\.rawValue))
        words.commands = try file.templates("commands", nil)
        words.sentences = try file.sentences()
        return words
    }

    /// Sections that do not change what is understood.
    private static let untoldSections = ["$schema", "language", "pronunciations", "sentences"]

    /// Returns the texts that a file of words makes understood, and those that stand as keys.
    static func understood(_ bytes: [UInt8]) -> [String] {
        let root = (try? JSONReader.value(of: bytes, dialect: .lenient))?.object ?? [:]
        return root.members.filter { !untoldSections.contains($0.key) }.flatMap { section in
            (section.value.object ?? [:]).members.flatMap { texts($0.value) }
        }
    }

    private static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(texts)
        case .object(let object): object.members.flatMap { [$0.key] + texts($0.value) }
        default: []
        }
    }

    private init(_ value: JSONValue, path: JSONPath, known: [String]?) throws(LanguageError) {
        guard var object = value.object else {
            throw .wrongKind(path: path, expected: "an object", found: value.kindName)
        }
        // Keys that begin with an underscore are comments.
        for member in object.members where member.key.hasPrefix("_") { object[member.key] = nil }
        self.object = object
        self.path = path
        self.known = known ?? object.members.map(\.key)
        for member in object.members where !self.known.contains(member.key) {
            throw .unknownKey(path: path.key(member.key), known: self.known)
        }
    }

    func section(_ key: String, _ known: [String]?) throws(LanguageError) -> LanguageFile {
        try LanguageFile(object[key] ?? .object(JSONObject()), path: path.key(key), known: known)
    }

    func text(_ value: JSONValue, _ path: JSONPath) throws(LanguageError) -> String {
        guard case .string(let text) = value else {
            throw .wrongKind(path: path, expected: "a string", found: value.kindName)
        }
        guard !text.isEmpty else { throw .emptyText(path: path) }
        return text
    }

    func texts(_ key: String) throws(LanguageError) -> [String] {
        guard let value = object[key] else { return [] }
        let place = path.key(key)
        guard let elements = value.array else {
            throw .wrongKind(path: place, expected: "an array of strings", found: value.kindName)
        }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            texts.append(try text(element, place.index(index)))
        }
        return texts
    }

    /// Reads an array of phrases in each of which one `…` stands for what is said there.
    func frames(_ key: String) throws(LanguageError) -> [String] {
        let texts = try texts(key)
        for (index, text) in texts.enumerated() where text.filter({ $0 == "…" }).count != 1 {
            throw .wrongKind(
                path: path.key(key).index(index), expected: "a phrase with one …",
                found: "\"\(text)\"")
        }
        return texts
    }

    /// An object of words and their numbers; the words are normalised.
    func values(
        _ key: String, _ range: ClosedRange<Int>
    ) throws(LanguageError) -> [String: Int] {
        let part = try section(key, nil)
        var values: [String: Int] = [:]
        for member in part.object.members {
            let place = part.path.key(member.key)
            guard case .integer(let number) = member.value else {
                throw .wrongKind(
                    path: place, expected: "a whole number", found: member.value.kindName)
            }
            guard let value = Int(exactly: number), range.contains(value) else {
                throw .outOfRange(path: place, found: Int(number), range: range)
            }
            values[SpokenText(member.key).normal] = value
        }
        return values
    }

    func number(
        _ key: String, _ range: ClosedRange<Int>, default preset: Int
    ) throws(LanguageError) -> Int {
        guard let value = object[key] else { return preset }
        guard case .integer(let found) = value, let number = Int(exactly: found) else {
            throw .wrongKind(
                path: path.key(key), expected: "a whole number", found: value.kindName)
        }
        guard range.contains(number) else {
            throw .outOfRange(path: path.key(key), found: number, range: range)
        }
        return number
    }

    func flag(_ key: String) throws(LanguageError) -> Bool {
        guard let value = object[key] else { return false }
        guard let flag = value.bool else {
            throw .wrongKind(
                path: path.key(key), expected: "true or false", found: value.kindName)
        }
        return flag
    }
}
