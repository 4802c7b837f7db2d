internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Rules of a project for its program: what of calls is not compared, which escapes it allows, how
/// long work takes. A session keeps them.
struct ProgramRules: Equatable {
    /// The name of the file, and of the one in a session's `flow` folder.
    static let fileName = "rules.json"
    /// Text that replaces what is not compared.
    static let mark = "*"
    private static let limit = 1_000

    /// A part of calls that is not compared.
    struct Ignored: Equatable {
        /// Address of the calls; nil for all.
        let to: String?
        /// The way to a member of a JSON body.
        let member: [Step]
        /// A parameter of the address; empty for none.
        let parameter: String
    }

    /// A step on the way to a member.
    enum Step: Equatable {
        case name(String)
        case everyElement
        case element(Int)
    }

    /// Escapes that the project knows and allows.
    struct Allowed: Equatable {
        let what: String?
        let name: String?
        /// The file of the app.
        let file: String?
    }

    var ignored: [Ignored] = []
    /// Parts in which a call may differ and is answered all the same; the trace tells them.
    var answered: [Ignored] = []
    var allowed: [Allowed] = []
    /// Names of members, parameters, headers and cookies whose values are no secrets.
    var kept: [String] = []
    /// Work of threads and children, by function or program, and its milliseconds.
    var durations: [(name: String, milliseconds: Int64)] = []

    /// Creates an empty set of rules.
    init() {}

    /// Reads the file.
    ///
    /// - Throws: ``ProgramFault``, which says what cannot be used.
    init(bytes: [UInt8]) throws(ProgramFault) {
        let root: JSONObject
        do {
            guard let object = try JSONReader.value(of: bytes, dialect: .lenient).object else {
                throw ProgramFault("is no object")
            }
            root = object
        } catch let fault as ProgramFault { throw fault } catch { throw ProgramFault("\(error)") }
        let known: Set<String> = [
            "$schema", "ignore", "answer", "escapes", "durationsMs", "keep",
        ]
        if let key = root.members.map(\.key).first(where: { !known.contains($0) && $0.first != "_" }
        ) {
            throw ProgramFault("has the unknown key \(ProgramLineReader.quoted(key))")
        }
        for rule in try Self.list(root, "ignore") {
            ignored.append(try Self.ignoring(rule, of: "ignore"))
        }
        for rule in try Self.list(root, "answer") {
            answered.append(try Self.ignoring(rule, of: "answer"))
        }
        for rule in try Self.list(root, "escapes") { allowed.append(try Self.allowing(rule)) }
        if let value = root["keep"] {
            kept = value.array?.compactMap(\.string) ?? []
            guard let list = value.array, list.count == kept.count, kept.count <= Self.limit else {
                throw ProgramFault("gives \"keep\" no list of at most \(Self.limit) names")
            }
        }
        for member in root["durationsMs"]?.object?.members ?? [] {
            guard let value = member.value.integer, (0...600_000).contains(value) else {
                throw ProgramFault(
                    "has a duration \(ProgramLineReader.quoted(member.key)) that is none."
                        + " Write 0 to 600000 milliseconds")
            }
            durations.append((member.key, value))
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.ignored == right.ignored && left.answered == right.answered
            && left.allowed == right.allowed && left.kept == right.kept
            && left.durations.elementsEqual(right.durations) { $0 == $1 }
    }

    private static func list(
        _ root: JSONObject, _ key: String
    ) throws(ProgramFault) -> [JSONObject] {
        guard let value = root[key] else { return [] }
        let rules = value.array?.compactMap(\.object) ?? []
        guard let list = value.array, list.count == rules.count, rules.count <= limit else {
            throw ProgramFault("gives \"\(key)\" no list, or one of more than \(limit) rules")
        }
        return rules
    }

    /// The texts of a rule that has some of `keys`, and no other member.
    private static func texts(
        _ rule: JSONObject, _ keys: Set<String>
    ) throws(ProgramFault) -> [String: String] {
        var texts: [String: String] = [:]
        for member in rule.members where member.key.first != "_" {
            guard keys.contains(member.key), let text = member.value.string, !text.isEmpty else {
                throw ProgramFault(
                    "has a rule with \(ProgramLineReader.quoted(member.key)). A rule has texts as"
                        + " \(keys.sorted().joined(separator: ", "))")
            }
            texts[member.key] = text
        }
        return texts
    }

    private static func ignoring(
        _ rule: JSONObject, of list: String
    ) throws(ProgramFault) -> Ignored {
        let texts = try texts(rule, ["to", "member", "parameter"])
        guard (texts["member"] == nil) != (texts["parameter"] == nil) else {
            throw ProgramFault("has a rule of \"\(list)\" without one of member and parameter")
        }
        let way = (texts["member"] ?? "").split(separator: ".").flatMap { part -> [Step] in
            let name = part.prefix { $0 != "[" }
            let elements = part[name.endIndex...].split(separator: "[").map { element -> Step in
                Int(element.prefix { $0 != "]" }).map(Step.element) ?? .everyElement
            }
            return (name.isEmpty ? [] : [.name(String(name))]) + elements
        }
        return Ignored(to: texts["to"], member: way, parameter: texts["parameter"] ?? "")
    }

    private static func allowing(_ rule: JSONObject) throws(ProgramFault) -> Allowed {
        let texts = try texts(rule, ["what", "name", "file"])
        guard texts["name"] != nil || texts["file"] != nil else {
            throw ProgramFault("has a rule of \"escapes\" without one of name and file")
        }
        return Allowed(what: texts["what"], name: texts["name"], file: texts["file"])
    }

    // MARK: What they say

    /// Returns the question without the parts that are not compared.
    func compared(_ question: CallQuestion) -> CallQuestion { without(ignored, question) }

    /// Returns the question by which its answer is found, where some parts may differ.
    func matched(_ question: CallQuestion) -> CallQuestion { without(ignored + answered, question) }

    private func without(_ rules: [Ignored], _ question: CallQuestion) -> CallQuestion {
        var to = question.to
        var json = question.body.json
        for rule in rules where rule.to.map({ Self.fits($0, question.to) }) ?? true {
            if !rule.parameter.isEmpty { to = Self.without(rule.parameter, to) }
            if !rule.member.isEmpty { json = json.map { Self.without(rule.member[...], $0) } }
        }
        var compared = question
        compared.to = to
        if json != question.body.json, let json { compared.body = CallBody(json, .json) }
        return compared
    }

    /// Whether the project allows an escape that the app's `line` made.
    func allows(_ what: String, _ name: String, _ line: String?) -> Bool {
        allowed.contains { rule in
            (rule.what.map { $0 == what } ?? true)
                && (rule.name.map { Self.fits($0, name) } ?? true)
                && (rule.file.map { line?.hasPrefix($0 + ":") == true } ?? true)
        }
    }

    /// The durations in frames, for `hello`.
    func durations(at rate: SampleRate) -> JSONObject {
        durations.reduce(into: [:]) {
            $0[$1.name] = .integer(rate.frames(milliseconds: $1.milliseconds))
        }
    }

    /// Whether `text` is `pattern`, in which `*` stands for anything.
    static func fits(_ pattern: String, _ text: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return pattern == text
        }
        guard text.hasPrefix(first) else { return false }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    private static func without(_ parameter: String, _ address: String) -> String {
        guard let question = address.firstIndex(of: "?") else { return address }
        let parameters = address[address.index(after: question)...].split(
            separator: "&", omittingEmptySubsequences: false
        ).map { $0.hasPrefix(parameter + "=") ? "\(parameter)=\(mark)" : String($0) }
        return address[...question] + parameters.joined(separator: "&")
    }

    private static func without(_ way: ArraySlice<Step>, _ value: JSONValue) -> JSONValue {
        let rest = way.dropFirst()
        switch way.first {
        case nil: return .string(mark)
        case .everyElement:
            guard let elements = value.array else { return value }
            return .array(elements.map { without(rest, $0) })
        case .element(let index):
            guard var elements = value.array, elements.indices.contains(index) else {
                return value
            }
            elements[index] = without(rest, elements[index])
            return .array(elements)
        case .name(let name):
            guard var object = value.object, let member = object[name] else { return value }
            object[name] = without(rest, member)
            return .object(object)
        }
    }
}
