internal import VoiceJSON
internal import VoiceTrace

/// Meaning of the lines of a log, as a file of its user says it.
///
///     { "time": "ts", "unit": "ms", "kind": "event",
///       "events": { "tts_start": { "marks": "app begins" },
///                   "nlu": { "as": "understood", "role": "answer",
///                            "fields": { "name": "data.name" } } } }
struct LogMapping {
    /// Meaning of one kind of line.
    struct Entry {
        /// Name of the event in the trace.
        var kind: String
        /// Meaning of the event.
        var role: EventRole
        /// Edge of speech that the sound shows, too.
        var mark: SpeechEdge?
        /// Places of its fields in a line, by their names.
        var fields: [(name: String, path: [String])] = []
    }

    /// Place of the time in a line.
    private(set) var time: [String] = []
    /// Unit of the time.
    private(set) var unit = LogTime.Unit.milliseconds
    /// Place of the kind in a line.
    private(set) var kind: [String] = []
    /// Meanings of lines, by their kinds.
    private(set) var entries: [String: Entry] = [:]
    /// Faults of the file.
    var findings: [Finding] { survey.findings }

    private var survey: DocumentSurvey

    /// Roles that an event of a log may have: what plays and who listens, the sound says.
    static let roles: [EventRole] = [.other, .progress, .step, .answer]

    /// Reads `bytes`.
    ///
    /// - Throws: `JSONError` where they are no JSON at all.
    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        guard let root = survey.document.root.object else {
            survey.report(.error, .root, "found no object. A mapping is an object")
            return
        }
        survey.noteUnknownKeys(
            root, known: ["$schema", "time", "unit", "kind", "events"], at: .root,
            severity: .error)
        time = path(survey.requiredText(root, "time", at: .root))
        kind = path(survey.requiredText(root, "kind", at: .root))
        if let text = survey.text(root, "unit", at: .root) {
            guard let unit = LogTime.Unit(rawValue: text) else {
                let known = LogTime.Unit.allCases.map(\.rawValue)
                survey.report(
                    .error, JSONPath.root.key("unit"),
                    NearMiss.unknown("unit", text, among: known, quotes: "\""))
                return
            }
            self.unit = unit
        }
        readEvents(root)
    }

    private mutating func readEvents(_ root: JSONObject) {
        let place = JSONPath.root.key("events")
        let events = survey.object(root, "events", at: .root)
        if events.isEmpty { survey.report(.error, place, "names no event of the log") }
        if events.members.count > EventVocabulary.kindLimit {
            survey.report(.error, place, "names more than \(EventVocabulary.kindLimit) events")
            return
        }
        for member in events.members where !member.key.hasPrefix("_") {
            guard let object = member.value.object else {
                survey.report(.error, place.key(member.key), "found no object")
                continue
            }
            entries[member.key] = entry(member.key, object, at: place.key(member.key))
        }
    }

    private mutating func entry(
        _ name: String, _ object: JSONObject, at path: JSONPath
    ) -> Entry {
        survey.noteUnknownKeys(
            object, known: ["as", "role", "marks", "fields"], at: path, severity: .error)
        var entry = Entry(kind: survey.text(object, "as", at: path) ?? name, role: .other)
        checkName(entry.kind, at: object["as"] == nil ? path : path.key("as"))
        if let text = survey.text(object, "role", at: path) {
            if let role = Self.roles.first(where: { $0.rawValue == text }) {
                entry.role = role
            } else {
                survey.report(
                    .error, path.key("role"),
                    NearMiss.unknown(
                        "role", text, among: Self.roles.map(\.rawValue), quotes: "\""))
            }
        }
        if let text = survey.text(object, "marks", at: path) {
            entry.mark = SpeechEdge(text: text)
            if entry.mark == nil {
                survey.report(
                    .error, path.key("marks"),
                    NearMiss.unknown("mark", text, among: SpeechEdge.texts, quotes: "\""))
            }
        }
        let fields = survey.object(object, "fields", at: path)
        for member in fields.members.prefix(EventVocabulary.listLimit) {
            checkName(member.key, at: path.key("fields").key(member.key))
            entry.fields.append((member.key, self.path(member.value.string)))
        }
        return entry
    }

    private mutating func checkName(_ name: String, at path: JSONPath) {
        guard let fault = EventVocabulary(kinds: [EventKind(name)]).nameFault else { return }
        survey.report(.error, path, fault)
    }

    /// The keys of `data.name`, one in the other.
    private func path(_ text: String?) -> [String] {
        (text ?? "").split(separator: ".").map(String.init)
    }
}

extension JSONObject {
    /// The value that the keys of `path` lead to, outermost first; nil where a key is missing.
    func value(at path: [String]) -> JSONValue? {
        var value: JSONValue? = .object(self)
        for key in path { value = value?.object?[key] }
        return path.isEmpty ? nil : value
    }
}

extension EventVocabulary {
    /// Fault of the names of its kinds, in a sentence; nil for none.
    fileprivate var nameFault: String? {
        do throws(VocabularyFault) {
            _ = try EventVocabulary(value)
            return nil
        } catch { return error.what }
    }
}
