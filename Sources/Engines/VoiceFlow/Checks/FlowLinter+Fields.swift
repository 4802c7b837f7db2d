internal import VoiceEngine
internal import VoiceJSON

extension FlowLinter {
    /// One `$[Name]` of a file.
    private struct FieldUse {
        let name: String
        let path: JSONPath
        /// Name of the place that takes it as it stands; nil where the field is read.
        var literal: String?
    }

    /// Fields that the files read and no `process` module sets, and fields that nothing reads
    /// because their place is never resolved.
    mutating func checkFields() {
        var set = surroundings.values
        for case .process(let assignments) in modules.map(\.body) {
            set.formUnion(assignments.map(\.name))
        }
        check(in: &flowSurvey, &set)
        check(in: &promptSurvey, &set)
        if var survey = mapSurvey {
            check(in: &survey, &set, isMap: true)
            mapSurvey = survey
        }
    }

    /// Each field is told once: then it counts as known.
    private func check(
        in survey: inout DocumentSurvey, _ known: inout Set<String>, isMap: Bool = false
    ) {
        for var use in Self.uses(in: survey.document.root, at: .root) {
            if isMap, use.path.steps.last == .key(FlowKey.audioFile) {
                use.literal = "a map's audioFile"
            }
            if let literal = use.literal {
                survey.report(
                    .warning, use.path,
                    "\(literal) is never resolved: it is the text \"$[\(use.name)]\" itself")
            } else if known.insert(use.name).inserted {
                survey.report(
                    .warning, use.path,
                    "the field \"\(use.name)\" is read and nothing here sets it: the app has to")
            }
        }
    }

    /// The names of fields that a file with `root` reads.
    static func fields(readIn root: JSONValue) -> [String] {
        uses(in: root, at: .root).filter { $0.literal == nil }.map(\.name)
    }

    /// Every `$[Name]` below `value`, in the order of the keys.
    private static func uses(in value: JSONValue, at path: JSONPath) -> [FieldUse] {
        switch value {
        case .string(let text):
            guard let name = FlowText.fieldName(text) else { return [] }
            return use(of: name, at: path).map { [$0] } ?? []
        case .array(let elements):
            return elements.enumerated().flatMap { uses(in: $1, at: path.index($0)) }
        case .object(let object):
            return object.members.flatMap { member in
                member.key.hasPrefix("_") ? [] : uses(in: member.value, at: path.key(member.key))
            }
        case .null, .bool, .integer, .decimal: return []
        }
    }

    /// Returns the use of a field at `path`; nil for a name, which nothing takes for a field.
    private static func use(of name: String, at path: JSONPath) -> FieldUse? {
        let keys = path.steps.compactMap { step in
            if case .key(let key) = step { key } else { nil }
        }
        func use(_ literal: String?) -> FieldUse { .init(name: name, path: path, literal: literal) }
        if keys.contains(FlowKey.setValueForFieldNameCollection) {
            return keys.last == FlowKey.name ? nil : use("the value of an assignment")
        }
        switch (keys.first, keys.last) {
        case (FlowKey.id, _), (FlowKey.type, _), (FlowKey.name, _): return nil
        case (FlowKey.goTo, FlowKey.input): return use("the input of a rule")
        case (FlowKey.goTo, FlowKey.comparator), (FlowKey.goTo, FlowKey.enablePartialSRHypothsis):
            return nil
        default: return use(nil)
        }
    }
}
