public import VoiceTrace

/// What is not the same in two JSON documents, such as a flow before and after a change.
///
/// Objects of a list that have an `id` are matched by it, all else by key and place; keys that
/// begin with `_` are comments.
public enum DocumentDiff {
    /// One value that is not the same.
    public struct Change: Sendable, Equatable {
        /// The way to it: identifiers, keys and places, as in `Ask.goTo.DEFAULT`.
        public let path: String
        /// What it was; nil where it is new.
        public let expected: JSONValue?
        /// What it is; nil where it is gone.
        public let found: JSONValue?
        /// Where it stands in the document as it is now; for a value that is gone, where it stood.
        public let place: JSONPath

        /// As a person reads it: `Ask.goTo.DEFAULT "Yes" -> "No"`.
        public var description: String {
            let name = path.isEmpty ? "the document" : path
            guard let expected else { return "\(name) is new" + Self.value(found, " as ") }
            guard let found else { return "\(name) is gone" + Self.value(expected, ", was ") }
            return "\(name) \(Self.text(expected)) -> \(Self.text(found))"
        }

        private static func value(_ value: JSONValue?, _ before: String) -> String {
            guard let value, value.object == nil, value.array == nil else { return "" }
            return before + text(value)
        }

        private static func text(_ value: JSONValue) -> String {
            if value.object != nil { return "an object" }
            if value.array != nil { return "a list" }
            let text = JSONWriter.text(value)
            return text.count <= 48 ? text : "\(text.prefix(46))…\""
        }
    }

    /// The values that are not the same, in the order of the documents' keys.
    public static func changes(from expected: JSONValue, to found: JSONValue) -> [Change] {
        var changes: [Change] = []
        compare(expected, found, "", .root, into: &changes)
        return changes
    }

    private static func compare(
        _ expected: JSONValue, _ found: JSONValue, _ path: String, _ location: JSONPath,
        into changes: inout [Change]
    ) {
        guard expected != found else { return }
        if let before = expected.object, let after = found.object {
            let keys = Set(before.members.map(\.key)).union(after.members.map(\.key))
            for key in keys.sorted() where !key.hasPrefix("_") {
                let place = path.isEmpty ? key : "\(path).\(key)"
                compare(before[key], after[key], place, location.key(key), into: &changes)
            }
        } else if let before = expected.array, let after = found.array {
            compare(before, after, path, location, into: &changes)
        } else {
            changes.append(
                Change(path: path, expected: expected, found: found, place: location))
        }
    }

    private static func compare(
        _ expected: JSONValue?, _ found: JSONValue?, _ path: String, _ location: JSONPath,
        into changes: inout [Change]
    ) {
        if let expected, let found {
            compare(expected, found, path, location, into: &changes)
        } else if expected != nil || found != nil {
            changes.append(
                Change(path: path, expected: expected, found: found, place: location))
        }
    }

    private static func compare(
        _ expected: [JSONValue], _ found: [JSONValue], _ path: String, _ location: JSONPath,
        into changes: inout [Change]
    ) {
        guard let before = names(expected), let after = names(found) else {
            for index in 0..<max(expected.count, found.count) {
                compare(
                    index < expected.count ? expected[index] : nil,
                    index < found.count ? found[index] : nil, "\(path)[\(index)]",
                    location.index(index), into: &changes)
            }
            return
        }
        let places = Dictionary(uniqueKeysWithValues: zip(after, found.indices))
        let known = Set(before)
        func way(_ name: String) -> String { path.isEmpty ? name : "\(path)[\(name)]" }
        for (index, (name, value)) in zip(before, expected).enumerated() {
            let now = places[name]
            compare(
                value, now.map { found[$0] }, way(name), location.index(now ?? index),
                into: &changes)
        }
        for (index, (name, value)) in zip(after, found).enumerated() where !known.contains(name) {
            compare(nil, value, way(name), location.index(index), into: &changes)
        }
    }

    /// The `id` of every element; nil where one has none or shares it.
    private static func names(_ elements: [JSONValue]) -> [String]? {
        let names = elements.compactMap { $0.object?["id"]?.string }
        return names.count == elements.count && Set(names).count == names.count ? names : nil
    }
}
