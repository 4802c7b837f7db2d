internal import Synchronization
package import VoiceJSON

/// Fault of a declared vocabulary, and its place.
package struct VocabularyFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The way to the value, as in `vocabulary.kinds[3].fields[0].name`.
    package let place: String
    /// Fault of the value.
    package let what: String

    /// Place and fault in one: `vocabulary.kinds[3].role is "x". Use one of …`.
    package var description: String { "\(place) \(what)" }
}

extension EventVocabulary {
    /// Kinds of one vocabulary at most.
    public static let kindLimit = 200
    /// Entries of any list inside of a kind at most.
    public static let listLimit = 100
    /// Characters of a name at most.
    public static let nameLimit = 64
    /// Characters of a sentence or value at most.
    public static let textLimit = 200

    /// Keys of every event, which no field may have.
    static let reservedKeys: Set<String> = ["kind", "seq", "t", "tap", "why"]

    /// Reads the form that ``value`` writes; keys that are not known are left alone.
    ///
    /// - Throws: ``VocabularyFault`` where something is missing, too long or contradicts itself.
    package init(_ value: JSONValue, at place: String = "vocabulary") throws(VocabularyFault) {
        let reader = VocabularyReader(value: value, place: place)
        let word = try reader.member("scope", as: VocabularyReader.name)
        guard let word else { throw reader.fault("has no scope") }
        let list = try reader.member("kinds", as: VocabularyReader.itself)
        guard let list else { throw reader.fault("has no kinds") }
        var kinds: [EventKind] = []
        for kind in try list.elements(limit: Self.kindLimit) {
            kinds.append(try VocabularyReader.kind(kind))
        }
        let evidence = try reader.member("evidence", as: VocabularyReader.units) ?? [:]
        self.init(scopeWord: word, kinds: kinds, evidence: evidence)
        if let fault = fault(at: place) { throw fault }
    }

    /// The same as reading `value`; the last one read is kept, because a session is read more than
    /// once.
    ///
    /// - Throws: as reading does.
    static func cached(_ value: JSONValue) throws(VocabularyFault) -> EventVocabulary {
        if let known = latest.withLock({ $0?.value == value ? $0?.vocabulary : nil }) {
            return known
        }
        let vocabulary = try EventVocabulary(value)
        latest.withLock { $0 = (value, vocabulary) }
        return vocabulary
    }

    private static let latest = Mutex<(value: JSONValue, vocabulary: EventVocabulary)?>(nil)

    /// Fault that keeps the vocabulary from being one; nil for none.
    package var fault: VocabularyFault? { fault(at: "vocabulary") }

    private func fault(at place: String) -> VocabularyFault? {
        var known = Set(CoreKind.allCases.map(\.rawValue) + ["traceEnd"])
        for (index, kind) in kinds.enumerated() {
            let place = "\(place).kinds[\(index)]"
            guard known.insert(kind.name).inserted else {
                return VocabularyFault(
                    place: place, what: "declares \"\(kind.name)\", which is declared already")
            }
            var names: Set<String> = []
            for field in kind.fields {
                guard names.insert(field.name).inserted else {
                    return VocabularyFault(
                        place: place, what: "has two fields called \"\(field.name)\"")
                }
                guard !Self.reservedKeys.contains(field.name) else {
                    return VocabularyFault(
                        place: place,
                        what: "has a field \"\(field.name)\", which every event has already")
                }
            }
        }
        return nil
    }
}

/// A value of a vocabulary, and the way to it.
private struct VocabularyReader {
    let value: JSONValue
    let place: String

    func fault(_ what: String) -> VocabularyFault { VocabularyFault(place: place, what: what) }

    static func itself(_ reader: Self) throws(VocabularyFault) -> Self { reader }

    func member<Value>(
        _ key: String, as read: (VocabularyReader) throws(VocabularyFault) -> Value
    ) throws(VocabularyFault) -> Value? {
        guard let object = value.object else { throw fault("is not an object") }
        guard let found = object[key] else { return nil }
        return try read(VocabularyReader(value: found, place: "\(place).\(key)"))
    }

    func elements(limit: Int) throws(VocabularyFault) -> [VocabularyReader] {
        guard let list = value.array else { throw fault("is not a list") }
        guard list.count <= limit else { throw fault("has more than \(limit) entries") }
        return list.enumerated().map { VocabularyReader(value: $1, place: "\(place)[\($0)]") }
    }

    func list<Value>(
        _ key: String, of read: (VocabularyReader) throws(VocabularyFault) -> Value
    ) throws(VocabularyFault) -> [Value] {
        guard let list = try member(key, as: Self.itself) else { return [] }
        var values: [Value] = []
        for element in try list.elements(limit: EventVocabulary.listLimit) {
            values.append(try read(element))
        }
        return values
    }

    /// A name: letters, digits and `_ - .`, the first a letter.
    static func name(_ reader: Self) throws(VocabularyFault) -> String {
        guard let text = reader.value.string else { throw reader.fault("is not text") }
        let isPlain = text.utf8.allSatisfy { byte in
            byte < 0x80
                && (Character(UnicodeScalar(byte)).isLetter || byte >= 0x30 && byte <= 0x39
                    || [0x5F, 0x2D, 0x2E].contains(byte))
        }
        guard isPlain, text.first?.isLetter == true, text.utf8.count <= EventVocabulary.nameLimit
        else {
            throw reader.fault(
                "is not a name. Use a letter, then up to \(EventVocabulary.nameLimit - 1) letters,"
                    + " digits, '_', '-' or '.'.")
        }
        return text
    }

    static func text(_ reader: Self) throws(VocabularyFault) -> String {
        guard let text = reader.value.string else { throw reader.fault("is not text") }
        guard text.utf8.count <= EventVocabulary.textLimit else {
            throw reader.fault("is longer than \(EventVocabulary.textLimit) bytes")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw reader.fault("has a control character")
        }
        return text
    }

    static func choice<Choice: RawRepresentable & CaseIterable>(
        _ reader: Self
    ) throws(VocabularyFault) -> Choice where Choice.RawValue == String {
        let text = try text(reader)
        guard let choice = Choice(rawValue: text) else {
            let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.fault("is \"\(text)\". Use one of \(all).")
        }
        return choice
    }

    static func kind(_ reader: Self) throws(VocabularyFault) -> EventKind {
        guard let name = try reader.member("kind", as: Self.name) else {
            throw reader.fault("has no kind")
        }
        return EventKind(
            name, try reader.member("role", as: Self.choice) ?? .other,
            fields: try reader.list("fields", of: Self.field),
            lane: try reader.member("lane", as: Self.choice),
            sentence: try reader.member("sentence", as: Self.text),
            cases: try reader.list("cases", of: Self.eventCase),
            detail: try reader.list("detail", of: Self.names),
            shared: try reader.list("shared", of: Self.text))
    }

    /// Reads the units of evidence, by its name.
    static func units(_ reader: Self) throws(VocabularyFault) -> [String: EventUnit] {
        var units: [String: EventUnit] = [:]
        for member in try reader.members() {
            units[member.name] = try choice(member.value)
        }
        return units
    }

    /// The members of an object, whose keys are names.
    private func members() throws(VocabularyFault) -> [(name: String, value: Self)] {
        guard let object = value.object else { throw fault("is not an object") }
        guard object.members.count <= EventVocabulary.listLimit else {
            throw fault("has more than \(EventVocabulary.listLimit) entries")
        }
        var members: [(name: String, value: Self)] = []
        for member in object.members {
            let place = "\(place).\(member.key.prefix(EventVocabulary.nameLimit))"
            let key = try Self.name(Self(value: .string(member.key), place: place))
            members.append((key, Self(value: member.value, place: place)))
        }
        return members
    }

    private static func names(_ reader: Self) throws(VocabularyFault) -> [String] {
        var names: [String] = []
        for element in try reader.elements(limit: EventVocabulary.listLimit) {
            names.append(try name(element))
        }
        return names
    }

    private static func field(_ reader: Self) throws(VocabularyFault) -> EventField {
        guard let name = try reader.member("name", as: Self.name) else {
            throw reader.fault("has no name")
        }
        let isIdentity = try reader.member("identity", as: Self.flag)
        return EventField(
            name, try reader.member("role", as: Self.choice), isIdentity: isIdentity ?? false,
            word: try reader.member("word", as: Self.text),
            unit: try reader.member("unit", as: Self.choice))
    }

    private static func flag(_ reader: Self) throws(VocabularyFault) -> Bool {
        guard let flag = reader.value.bool else { throw reader.fault("is neither true nor false") }
        return flag
    }

    private static func eventCase(_ reader: Self) throws(VocabularyFault) -> EventCase {
        guard let when = try reader.member("when", as: Self.conditions) else {
            throw reader.fault("has no when")
        }
        guard let role: EventRole = try reader.member("role", as: Self.choice) else {
            throw reader.fault("has no role")
        }
        return EventCase(
            when, role, lane: try reader.member("lane", as: Self.choice),
            sentence: try reader.member("sentence", as: Self.text))
    }

    private static func conditions(_ reader: Self) throws(VocabularyFault) -> [EventCase.Condition]
    {
        var conditions: [EventCase.Condition] = []
        for member in try reader.members() {
            var texts: [String] = []
            for element in try member.value.elements(limit: EventVocabulary.listLimit) {
                texts.append(try text(element))
            }
            conditions.append(EventCase.Condition(member.name, texts))
        }
        return conditions
    }
}
