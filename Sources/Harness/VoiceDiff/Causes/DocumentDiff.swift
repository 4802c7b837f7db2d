package import VoiceJSON

/// Finds differences between two JSON documents, such as a flow before and after a change.
///
/// Objects of a list that have an `id` are matched by it. Elements of other lists are matched where
/// they are equal, and those between them by place. Keys that begin with `_` are comments.
package enum DocumentDiff {
    /// One value that is not the same.
    package struct Change: Sendable, Equatable {
        /// The way to it: identifiers, keys and places, as in `Ask.rules.first`.
        package let path: String
        /// Value as it was; nil where it is new.
        package let expected: JSONValue?
        /// Value as it is; nil where it is gone.
        package let found: JSONValue?
        /// Place in the document as it is now; for a value that is gone, its former place.
        package let place: JSONPath

        /// The change as a person reads it: `Ask.rules.first "Yes" -> "No"`.
        package var description: String { told(path.isEmpty ? "the document" : path) }

        /// The way to the value in a document called `name`: `speak.text`.
        package func key(in name: String) -> String {
            path.isEmpty ? name : path.hasPrefix("[") ? name + path : "\(name).\(path)"
        }

        /// The change in a document called `name`: `speak.text "Yes" -> "No"`.
        package func description(in name: String) -> String { told(key(in: name)) }

        private func told(_ name: String) -> String {
            guard let expected else { return "\(name) is new" + Self.value(found, " as ") }
            guard let found else { return "\(name) is gone" + Self.value(expected, ", was ") }
            return "\(name) \(Self.change(expected, found))"
        }

        private static func value(_ value: JSONValue?, _ before: String) -> String {
            guard let value else { return "" }
            guard value.object != nil || value.array != nil else { return before + text(value) }
            let whole = JSONWriter.text(value)
            return whole.count <= wholeLimit ? before + whole : ""
        }

        /// Objects and lists that are new or gone are shown up to this length.
        private static let wholeLimit = 80

        private static func change(_ expected: JSONValue, _ found: JSONValue) -> String {
            let isLong = [expected, found].contains { ($0.string?.count ?? 0) > textLimit }
            if isLong, let old = expected.string, let new = found.string,
                let change = TextChange.text(old, new)
            {
                return JSONWriter.text(.string(change))
            }
            return "\(text(expected)) -> \(text(found))"
        }

        /// Texts are shown whole up to this length.
        private static let textLimit = 46

        private static func text(_ value: JSONValue) -> String {
            if value.object != nil { return "an object" }
            if value.array != nil { return "a list" }
            let text = JSONWriter.text(value)
            return text.count <= 48 ? text : "\(text.prefix(46))…\""
        }
    }

    /// Returns the values that are not the same, in the order of the documents' keys.
    package static func changes(from expected: JSONValue, to found: JSONValue) -> [Change] {
        var walk = Walk { _ in true }
        _ = walk.merge(expected, found, "", .root)
        return walk.changes
    }

    /// Returns a document between both: with the changes for whose place in
    /// ``changes(from:to:)`` `isMade` is true, and without the others.
    package static func merge(
        _ expected: JSONValue, _ found: JSONValue, isMade: (Int) -> Bool
    ) -> JSONValue {
        withoutActuallyEscaping(isMade) { isMade in
            var walk = Walk(isMade: isMade)
            return walk.merge(expected, found, "", .root) ?? .null
        }
    }

    /// Walks through two documents at once.
    private struct Walk {
        /// Whether the change at a place is made.
        let isMade: (Int) -> Bool
        private(set) var changes: [Change] = []

        /// Notes the changes; returns the value with the changes that are made, nil for none.
        mutating func merge(
            _ expected: JSONValue?, _ found: JSONValue?, _ path: String, _ location: JSONPath
        ) -> JSONValue? {
            guard expected != found else { return found }
            if let before = expected?.object, let after = found?.object {
                return .object(merge(before, after, path, location))
            }
            if let before = expected?.array, let after = found?.array {
                return .array(merge(before, after, path, location))
            }
            changes.append(
                Change(path: path, expected: expected, found: found, place: location))
            return isMade(changes.count - 1) ? found : expected
        }

        private mutating func merge(
            _ before: JSONObject, _ after: JSONObject, _ path: String, _ location: JSONPath
        ) -> JSONObject {
            let keys = Set(before.members.map(\.key)).union(after.members.map(\.key))
            var merged = after
            for key in keys.sorted() where !key.hasPrefix("_") {
                let place = path.isEmpty ? key : "\(path).\(key)"
                merged[key] = merge(before[key], after[key], place, location.key(key))
            }
            return merged
        }

        private mutating func merge(
            _ expected: [JSONValue], _ found: [JSONValue], _ path: String, _ location: JSONPath
        ) -> [JSONValue] {
            guard let before = names(expected), let after = names(found) else {
                return pairs(expected, found).compactMap { pair in
                    // An element that is gone is named as it was, and placed where it stood.
                    let index = pair.isGone ? pair.before : pair.after
                    return merge(
                        pair.isNew ? nil : expected[pair.before],
                        pair.isGone ? nil : found[pair.after],
                        "\(path)[\(index)]", location.index(pair.after))
                }
            }
            let places = Dictionary(uniqueKeysWithValues: zip(after, found.indices))
            let known = Set(before)
            func way(_ name: String) -> String { path.isEmpty ? name : "\(path)[\(name)]" }
            var merged = [JSONValue?](repeating: nil, count: found.count)
            /// Elements that are gone and stay, behind the place of the one before them.
            var kept: [Int: [JSONValue]] = [:]
            var last = -1
            for (index, (name, value)) in zip(before, expected).enumerated() {
                let now = places[name]
                let element = merge(
                    value, now.map { found[$0] }, way(name), location.index(now ?? index))
                if let now {
                    merged[now] = element
                    last = now
                } else if let element {
                    kept[last, default: []].append(element)
                }
            }
            for (index, (name, value)) in zip(after, found).enumerated()
            where !known.contains(name) {
                merged[index] = merge(nil, value, way(name), location.index(index))
            }
            return (kept[-1] ?? [])
                + merged.enumerated().flatMap { index, element in
                    [element].compactMap { $0 } + (kept[index] ?? [])
                }
        }
    }

    /// An element before and after; one that is new or gone has a place on the other side too.
    private struct Pair {
        let before: Int
        let after: Int
        var isNew = false
        var isGone = false
    }

    /// Pairs the elements of two lists that belong together: equal ones in order, between them the
    /// first with the first, the second with the second.
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
