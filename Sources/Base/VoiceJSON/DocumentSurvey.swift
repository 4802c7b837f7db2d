/// Reads the members of a document's objects by the rules for files that people write, and collects
/// all faults instead of stopping at the first.
///
/// Booleans may be spelled `true`, `"true"` or `"yes"`; whole numbers may be decimal strings; keys
/// that begin with `_` are ignored at every depth.
package struct DocumentSurvey {
    /// Document that is surveyed, with the place of every value.
    package let document: JSONDocument
    /// The file's name, as findings spell it.
    package let file: String
    /// Findings so far, in order of discovery.
    package private(set) var findings: [Finding] = []

    /// Parses `bytes` in the lenient dialect.
    ///
    /// - Throws: ``JSONError`` when they are no JSON at all.
    package init(bytes: [UInt8], file: String) throws(JSONError) {
        document = try JSONReader.document(of: bytes, dialect: .lenient)
        self.file = file
        for path in document.repeatedKeys where !path.steps.contains(where: \.isIgnoredKey) {
            report(.warning, path, "the key stands twice; the last value counts")
        }
    }

    /// Adds a finding about the value at `path`.
    package mutating func report(_ severity: Finding.Severity, _ path: JSONPath, _ message: String)
    {
        findings.append(
            Finding(
                severity: severity, file: file, place: document.place(of: path), path: path,
                message: message))
    }

    /// Forgets the findings so far, because another survey reports them.
    package mutating func dropFindings() { findings.removeAll() }

    /// Returns the elements of the top-level array; a finding when it is none.
    package mutating func topLevelObjects() -> [(object: JSONObject, path: JSONPath)] {
        guard let elements = document.root.array else {
            report(.error, .root, "found \(document.root.kindName), expected an array of objects")
            return []
        }
        return objects(elements, at: .root)
    }

    /// The elements that are objects; a finding for every other.
    package mutating func objects(
        _ elements: [JSONValue], at path: JSONPath
    ) -> [(object: JSONObject, path: JSONPath)] {
        var found: [(JSONObject, JSONPath)] = []
        for (index, element) in elements.enumerated() {
            if let object = element.object {
                found.append((object, path.index(index)))
            } else {
                report(.error, path.index(index), "found \(element.kindName), expected an object")
            }
        }
        return found
    }

    /// The objects of the array at `key`; none when it is absent.
    package mutating func list(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> [(object: JSONObject, path: JSONPath)] {
        guard let value = object[key] else { return [] }
        guard let elements = value.array else {
            expected("an array", value, path.key(key))
            return []
        }
        return objects(elements, at: path.key(key))
    }

    /// The object at `key`; empty when it is absent.
    package mutating func object(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> JSONObject {
        guard let value = object[key] else { return [:] }
        guard let inner = value.object else {
            expected("an object", value, path.key(key))
            return [:]
        }
        return inner
    }

    /// The object at `key` and its path; empty when it is absent. Notes every key of it that is not
    /// in `known`.
    package mutating func object(
        _ object: JSONObject, _ key: String, known: Set<String>, at path: JSONPath,
        severity: Finding.Severity = .warning
    ) -> (object: JSONObject, path: JSONPath) {
        let inner = self.object(object, key, at: path)
        noteUnknownKeys(inner, known: known, at: path.key(key), severity: severity)
        return (inner, path.key(key))
    }

    /// The string at `key`, nil when it is absent.
    package mutating func text(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.string else {
            expected("a string", value, path.key(key))
            return nil
        }
        return text
    }

    /// The string at `key`; an error when it is absent or empty.
    package mutating func requiredText(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> String? {
        guard object[key] != nil else {
            report(.error, path, "\"\(key)\" is missing")
            return nil
        }
        guard let text = text(object, key, at: path) else { return nil }
        if text.isEmpty { report(.error, path.key(key), "\"\(key)\" is empty") }
        return text.isEmpty ? nil : text
    }

    /// The boolean at `key`, nil when it is absent.
    package mutating func flag(_ object: JSONObject, _ key: String, at path: JSONPath) -> Bool? {
        guard let value = object[key] else { return nil }
        if let flag = ScalarText.flag(value) { return flag }
        expected("true or false", value, path.key(key))
        return nil
    }

    /// The whole number from 0 at `key`, nil when it is absent; a negative one counts as 0.
    package mutating func count(_ object: JSONObject, _ key: String, at path: JSONPath) -> Int64? {
        guard let value = object[key] else { return nil }
        guard let number = ScalarText.integer(value) else {
            expected("a whole number", value, path.key(key))
            return nil
        }
        if number < 0 { report(.warning, path.key(key), "\(number) is negative and counts as 0") }
        return max(0, number)
    }

    /// The word at `key` as a case of `Word`, nil when it is absent; an unknown word is a fault.
    ///
    /// The fault says that `standard` applies instead, or the default where that is nil.
    package mutating func word<Word: RawRepresentable & CaseIterable>(
        _ object: JSONObject, _ key: String, standard: Word? = nil, at path: JSONPath
    ) -> Word? where Word.RawValue == String {
        guard let text = text(object, key, at: path) else { return nil }
        if let word = Word(rawValue: text) { return word }
        noteUnknownWord(
            text, key, among: Word.allCases.map(\.rawValue), standard: standard?.rawValue,
            at: path)
        return nil
    }

    /// Notes as a fault that `word` is not in `known`; `standard` applies instead, or the default
    /// where that is nil.
    package mutating func noteUnknownWord(
        _ word: String, _ key: String, among known: [String], standard: String? = nil,
        at path: JSONPath
    ) {
        let near = NearMiss.hint(for: word, in: known, quotes: "\"")
        let hint = near.isEmpty ? " Use one of: \(known.joined(separator: ", "))." : near
        let instead = standard.map { "\"\($0)\"" } ?? "the default"
        report(.fault, path.key(key), "Unknown \(key) \"\(word)\"; \(instead) applies.\(hint)")
    }

    /// Notes every key of `object` that is not in `known`.
    package mutating func noteUnknownKeys(
        _ object: JSONObject, known: Set<String>, at path: JSONPath,
        severity: Finding.Severity = .warning
    ) {
        for member in object.members where !known.contains(member.key) {
            guard !member.key.hasPrefix("_") else { continue }
            report(
                severity, path.key(member.key),
                NearMiss.unknown(
                    "key", member.key, among: known.sorted(), quotes: "\"",
                    otherwise: known.count > Self.listedKeys ? "" : nil))
        }
    }

    /// Largest number of keys that a message lists where none of them is spelled nearly as the
    /// unknown one.
    private static let listedKeys = 6

    private mutating func expected(_ what: String, _ value: JSONValue, _ path: JSONPath) {
        report(.error, path, "found \(value.kindName), expected \(what)")
    }
}

extension JSONPath.Step {
    /// Whether this is a key that the dialect ignores, with all that stands below it.
    fileprivate var isIgnoredKey: Bool {
        if case .key(let key) = self { key.hasPrefix("_") } else { false }
    }
}

/// Scalars as the files of apps and their runtime fields spell them.
package enum ScalarText {
    /// `true`, `"true"`, `"yes"` and their opposites, in any case.
    package static func flag(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let flag): return flag
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes": return true
            case "false", "no": return false
            default: return nil
            }
        default: return nil
        }
    }

    /// A whole number, or a string that spells one; `1000.0` is as whole as `1000`.
    package static func integer(_ value: JSONValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .string(let text), .decimal(let text): Int64(text) ?? wholeNumber(text)
        default: nil
        }
    }

    /// The whole number that decimal digits spell, with a fraction of zeros or an exponent; nil for
    /// any other text. No floating point is involved.
    private static func wholeNumber(_ text: String) -> Int64? {
        let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, mantissa.count <= 2, text.utf8.count <= digitLimit,
            let exponent = Int(parts.dropFirst().first ?? "0"),
            (-digitLimit...digitLimit).contains(exponent)
        else { return nil }
        let isNegative = mantissa[0].hasPrefix("-")
        let whole = mantissa[0].drop { $0 == "-" || $0 == "+" }
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        guard mantissa[0].count - whole.count <= 1, !whole.isEmpty || !fraction.isEmpty,
            (whole + fraction).utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        // The point goes `exponent` places to the right, and only zeros may stand behind it.
        var digits = Array((whole + fraction).utf8)
        let point = whole.count + exponent
        if point > digits.count {
            digits += [UInt8](repeating: 0x30, count: point - digits.count)
        }
        guard digits.dropFirst(max(0, point)).allSatisfy({ $0 == 0x30 }) else { return nil }
        let kept = String(decoding: digits.prefix(max(0, point)), as: UTF8.self)
        return Int64((isNegative ? "-" : "") + (kept.isEmpty ? "0" : kept))
    }

    /// Longer numbers, and greater exponents, are no counts.
    private static let digitLimit = 64

    /// A string, or a number or boolean by its JSON spelling.
    package static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer, .decimal, .bool: JSONWriter.text(value)
        case .null, .array, .object: nil
        }
    }
}
