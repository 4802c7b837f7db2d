package import VoiceJSON

/// What is not the same in two JSON documents, such as a flow before and after a change.
///
/// Objects of a list that have an `id` are matched by it. Elements of other lists are matched where
/// they are equal, and those between them by place. Keys that begin with `_` are comments.
package enum DocumentDiff {
    /// One value that is not the same.
    package struct Change: Sendable, Equatable {
        /// The way to it: identifiers, keys and places, as in `Ask.rules.first`.
        package let path: String
        /// What it was; nil where it is new.
        package let expected: JSONValue?
        /// What it is; nil where it is gone.
        package let found: JSONValue?
        /// Where it stands in the document as it is now; for a value that is gone, where it stood.
        package let place: JSONPath

        /// As a person reads it: `Ask.rules.first "Yes" -> "No"`.
        package var description: String {
            let name = path.isEmpty ? "the document" : path
            guard let expected else { return "\(name) is new" + Self.value(found, " as ") }
            guard let found else { return "\(name) is gone" + Self.value(expected, ", was ") }
            return "\(name) \(Self.text(expected)) -> \(Self.text(found))"
        }

        private static func value(_ value: JSONValue?, _ before: String) -> String {
            guard let value else { return "" }
            guard value.object != nil || value.array != nil else { return before + text(value) }
            let whole = JSONWriter.text(value)
            return whole.count <= wholeLimit ? before + whole : ""
        }

        /// Objects and lists that are new or gone are shown up to this length.
        private static let wholeLimit = 80

        private static func text(_ value: JSONValue) -> String {
            if value.object != nil { return "an object" }
            if value.array != nil { return "a list" }
            let text = JSONWriter.text(value)
            return text.count <= 48 ? text : "\(text.prefix(46))…\""
        }
    }

    /// The values that are not the same, in the order of the documents' keys.
    package static func changes(from expected: JSONValue, to found: JSONValue) -> [Change] {
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
            for pair in pairs(expected, found) {
                // An element that is gone is named as it was, and placed where it stood.
                let index = pair.isGone ? pair.before : pair.after
                compare(
                    pair.isNew ? nil : expected[pair.before], pair.isGone ? nil : found[pair.after],
                    "\(path)[\(index)]", location.index(pair.after), into: &changes)
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

    /// An element before and after; one that is new or gone has a place on the other side too.
    private struct Pair {
        let before: Int
        let after: Int
        var isNew = false
        var isGone = false
    }

    /// Which elements of two lists belong together: equal ones in order, between them the first
    /// with the first, the second with the second.
    private static func pairs(_ expected: [JSONValue], _ found: [JSONValue]) -> [Pair] {
        var gone: Set<Int> = []
        var new: Set<Int> = []
        if max(expected.count, found.count) <= alignmentLimit {
            for change in found.difference(from: expected) {
                switch change {
                case .remove(let offset, _, _): gone.insert(offset)
                case .insert(let offset, _, _): new.insert(offset)
                }
            }
        } else {
            gone = Set(expected.indices)
            new = Set(found.indices)
        }
        var pairs: [Pair] = []
        var (before, after) = (0, 0)
        while before < expected.count || after < found.count {
            switch (gone.contains(before), new.contains(after)) {
            case (true, false):
                pairs.append(Pair(before: before, after: after, isGone: true))
            case (false, true): pairs.append(Pair(before: before, after: after, isNew: true))
            default: pairs.append(Pair(before: before, after: after))
            }
            if !(pairs.last?.isNew ?? false) { before += 1 }
            if !(pairs.last?.isGone ?? false) { after += 1 }
        }
        return pairs
    }

    /// Lists of more elements than this are compared by place.
    private static let alignmentLimit = 1_000

    /// The `id` of every element; nil where one has none or shares it.
    private static func names(_ elements: [JSONValue]) -> [String]? {
        let names = elements.compactMap { $0.object?["id"]?.string }
        return names.count == elements.count && Set(names).count == names.count ? names : nil
    }
}
