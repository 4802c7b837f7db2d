package import VoiceJSON
internal import VoiceTrace

extension Tolerance {
    /// Largest time that a tolerance may name: the longest session, in milliseconds.
    package static let timeLimitMs: Int64 = 48 * 3_600_000

    /// Reads the JSON of a tolerance file.
    ///
    /// Shape: `{"default": {"timeMs": 0}, "rules": [{"kind": "final", "fields": ["confidence"],
    /// "within": 50}, {"tap": "actions", "timeMs": 20}, {"kind": "partial", "ignore": true}]}`.
    /// Everything in a rule but `timeMs`, `fields`, `within` and `ignore` is a value the event must
    /// have; a `kind` is one of `kinds`. Keys that begin with `_` are remarks. Errors call
    /// the file `file`.
    ///
    /// - Throws: ``DiffError`` with line, column and path of what cannot be used.
    package init(
        json bytes: [UInt8], kinds: [String], file: String = "tolerance"
    ) throws(DiffError) {
        let document: JSONDocument
        do {
            document = try JSONReader.document(of: bytes, dialect: .lenient)
        } catch {
            throw .notJSON(file: file, error)
        }
        let reader = ToleranceReader(document: document, kinds: kinds, file: file)
        self = try reader.tolerance()
    }
}

/// Turns a document into a tolerance, or names the place that cannot be used.
private struct ToleranceReader {
    let document: JSONDocument
    /// The kinds that a rule may be about.
    let kinds: [String]
    let file: String

    func tolerance() throws(DiffError) -> Tolerance {
        if let path = document.repeatedKeys.first {
            throw fault(path, "a key that stands twice", "it once")
        }
        var tolerance = Tolerance.exact
        for member in try members(document.root, at: .root) {
            let path = JSONPath.root.key(member.key)
            switch member.key {
            case "$schema": continue
            case "default": tolerance.defaultTimeMs = try defaultTime(member.value, at: path)
            case "rules":
                guard let rules = member.value.array else {
                    throw fault(path, member.value.kindName, "an array of rules")
                }
                for (index, rule) in rules.enumerated() {
                    tolerance.rules.append(try self.rule(rule, at: path.index(index)))
                }
            default: throw unknown("key", member.key, path, among: ["default", "rules"])
            }
        }
        return tolerance
    }

    private func defaultTime(_ value: JSONValue, at path: JSONPath) throws(DiffError) -> Int64 {
        var time: Int64 = 0
        for member in try members(value, at: path) {
            guard member.key == "timeMs" else {
                throw unknown("key", member.key, path.key(member.key), among: ["timeMs"])
            }
            time = try number(member.value, at: path.key(member.key), limit: Tolerance.timeLimitMs)
        }
        return time
    }

    private func rule(_ value: JSONValue, at path: JSONPath) throws(DiffError) -> Tolerance.Rule {
        var rule = Tolerance.Rule()
        for member in try members(value, at: path) {
            let path = path.key(member.key)
            switch member.key {
            case "timeMs":
                rule.timeMs = try number(member.value, at: path, limit: Tolerance.timeLimitMs)
            case "within": rule.within = try number(member.value, at: path, limit: .max)
            case "fields": rule.fields = try names(member.value, at: path)
            case "ignore":
                guard let ignore = member.value.bool else {
                    throw fault(path, member.value.kindName, "true or false")
                }
                rule.ignore = ignore
            default: rule.matches.append(try match(member, at: path))
            }
        }
        try check(rule, at: path)
        return rule
    }

    /// A rule that allows nothing is a slip of the pen.
    private func check(_ rule: Tolerance.Rule, at path: JSONPath) throws(DiffError) {
        if rule.within != nil, rule.fields.isEmpty {
            throw fault(path.key("within"), "'within' without 'fields'", "the fields it is for")
        }
        if !rule.fields.isEmpty, rule.within == nil, rule.ignore == nil {
            throw fault(
                path.key("fields"), "'fields' without an allowance", "'within' or 'ignore' too")
        }
        if rule.timeMs == nil, rule.fields.isEmpty, rule.ignore == nil {
            throw fault(
                path, "a rule that allows nothing", "'timeMs', 'fields' with 'within', or 'ignore'")
        }
    }

    private func match(
        _ member: JSONObject.Member, at path: JSONPath
    ) throws(DiffError) -> Tolerance.Match {
        // Any field may be asked for, so only what looks like an allowance can be caught.
        let lowered = member.key.lowercased()
        let settings = ["time", "toleran", "within", "ignor", "field"]
        guard !settings.contains(where: { lowered.hasPrefix($0) }) else {
            throw unknown(
                "key", member.key, path, among: ["timeMs", "fields", "within", "ignore"])
        }
        switch member.value {
        case .string(let text):
            if member.key == "tap", Tap(rawValue: text) == nil {
                throw unknown("tap", text, path, among: Tap.allCases.map(\.rawValue))
            }
            if member.key == "kind", !kinds.contains(text) {
                throw unknown(
                    "kind", text, path, among: kinds,
                    otherwise: "`voicetest dump` shows the kinds of a session's events.")
            }
        case .integer, .bool:
            guard member.key != "kind", member.key != "tap" else { fallthrough }
        default:
            throw fault(path, member.value.kindName, "the value that the event must have")
        }
        return Tolerance.Match(name: member.key, value: member.value)
    }

    private func names(_ value: JSONValue, at path: JSONPath) throws(DiffError) -> [String] {
        guard let elements = value.array, !elements.isEmpty else {
            let found = value.array == nil ? value.kindName : "an empty array"
            throw fault(path, found, "an array of field names")
        }
        var names: [String] = []
        for (index, element) in elements.enumerated() {
            guard let name = element.string else {
                throw fault(path.index(index), element.kindName, "the name of a field")
            }
            names.append(name)
        }
        return names
    }

    private func number(
        _ value: JSONValue, at path: JSONPath, limit: Int64
    ) throws(DiffError) -> Int64 {
        guard let number = value.integer, (0...limit).contains(number) else {
            let found = value.integer == nil ? value.kindName : JSONWriter.text(value)
            let most = limit == .max ? "0 or more" : "0 through \(limit)"
            throw fault(path, found, "a whole number, \(most)")
        }
        return number
    }

    private func members(
        _ value: JSONValue, at path: JSONPath
    ) throws(DiffError) -> [JSONObject.Member] {
        guard let object = value.object else { throw fault(path, value.kindName, "an object") }
        return object.members.filter { !$0.key.hasPrefix("_") }
    }

    private func fault(_ path: JSONPath, _ found: String, _ expected: String) -> DiffError {
        .tolerance(
            file: file, place: document.place(of: path), path: path,
            what: "found \(found). Write \(expected).")
    }

    private func unknown(
        _ what: String, _ name: String, _ path: JSONPath, among known: [String],
        otherwise: String? = nil
    ) -> DiffError {
        .tolerance(
            file: file, place: document.place(of: path), path: path,
            what: NearMiss.unknown(
                what, name, among: known, quotes: "\"", otherwise: otherwise))
    }
}

/// Reason why a tolerance file, or a baseline or a budget of latencies, cannot be used.
package enum DiffError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The tolerance file is not JSON.
    case notJSON(file: String, JSONError)
    /// A value of a tolerance file cannot be used; `what` is a whole sentence.
    case tolerance(file: String, place: TextPlace, path: JSONPath, what: String)
    /// The baseline's text is not JSON.
    case baselineNotJSON(path: String, JSONError)
    /// The file is no baseline that this program can use.
    case baseline(path: String, what: String)
    /// A budget of a latency cannot be used; the sentence says why and what can stand there.
    case budget(String)

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .notJSON(let file, let error):
            "\(file): not JSON: \(error). Correct the text there."
        case .tolerance(let file, let place, let path, let what):
            "\(file):\(place.line):\(place.column): \(what) (\(path))"
        case .baselineNotJSON(let path, let error):
            "\(path): not JSON: \(error). Write it again with --write-baseline."
        case .baseline(let path, let what):
            "\(path): \(what). Write one with voicetest latency --write-baseline."
        case .budget(let sentence): sentence
        }
    }
}
