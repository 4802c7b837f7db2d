internal import VoiceJSON
package import VoiceTrace

/// Identifiers that have another name in all places since a golden session was recorded.
///
/// An identifier is the `id` of an object in a list, or the key of an object below `nodes`. It is
/// renamed where the old name stands nowhere in the files as they are, the new one stood nowhere in
/// the files as they were, and more than half of what the object says is as it was.
package struct Renames: Sendable, Equatable {
    /// Causes that give the new names, one for each.
    package let causes: [Cause]
    private let names: [String: String]

    /// Compares the files by their names in a session's `flow` folder; `paths` are those that the
    /// user knows.
    package init(
        before: [String: [UInt8]], now: [String: [UInt8]], paths: [String: String] = [:]
    ) {
        var causes: [Cause] = []
        var names: [String: String] = [:]
        let (old, new) = (Self.documents(before), Self.documents(now))
        let (oldTexts, newTexts) = (Self.texts(of: old), Self.texts(of: new))
        for file in old.keys.sorted() {
            guard let document = new[file], before[file] != now[file] else { continue }
            let gone = Self.declared(in: old[file]?.root).filter { !newTexts.contains($0.name) }
            var free = Self.declared(in: document.root).filter { !oldTexts.contains($0.name) }
            guard !gone.isEmpty, !free.isEmpty else { continue }
            let changed = Set(gone.map(\.name)).union(free.map(\.name))
            for one in gone {
                let fits = free.map { one.likeness(to: $0, besides: changed) }
                guard let best = fits.max(), best > Self.leastLikeness,
                    let place = fits.firstIndex(of: best)
                else { continue }
                let other = free.remove(at: place)
                names[one.name] = other.name
                let words = [one.name, other.name].map { JSONWriter.text(.string($0)) }
                causes.append(
                    Cause(
                        .file, file: paths[file] ?? file,
                        line: document.place(of: other.place).line, key: one.name,
                        what: "\(words[0]) is renamed \(words[1]) in all places"))
            }
        }
        (self.causes, self.names) = (causes, names)
    }

    /// No renames.
    package static let none = Renames(before: [:], now: [:])

    /// Whether nothing is renamed.
    package var isEmpty: Bool { names.isEmpty }

    /// Returns what makes a session differ whose events are those of `diff`: the new names alone,
    /// where there are no others.
    package func sentences(besides diff: TraceDiff) -> [String] {
        diff.isEmpty ? causes.map(\.what) : []
    }

    /// Returns the files of the golden with the new names.
    package func files(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
        files.mapValues { bytes in
            guard let document = try? JSONReader.value(of: bytes, dialect: .lenient) else {
                return bytes
            }
            let renamed = value(document)
            return renamed == document ? bytes : JSONWriter.prettyBytes(renamed)
        }
    }

    /// Returns the event of the golden with the new names; words that were understood stay.
    package func event(_ event: TraceEvent) -> TraceEvent {
        var renamed = event
        for member in event.fields.members where member.key != CoreKey.text {
            renamed.fields[member.key] = value(member.value)
        }
        for member in event.why.members where member.key != TraceEvent.settingsKey {
            renamed.why[member.key] = value(member.value)
        }
        return renamed
    }

    private func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(names[text] ?? text)
        case .array(let elements): return .array(elements.map(self.value))
        case .object(let object):
            var renamed = JSONObject()
            for member in object.members {
                renamed[names[member.key] ?? member.key] = self.value(member.value)
            }
            return .object(renamed)
        default: return value
        }
    }

    /// Least share of an object's values that have to stay the same, in thousandths.
    private static let leastLikeness = 500

    /// The key of an object whose keys are identifiers.
    private static let nodesKey = "nodes"

    private struct Declared {
        let name: String
        let value: JSONValue
        let place: JSONPath

        /// Equal values of both, in thousandths of those of the larger; the names in `changed`
        /// count as equal.
        func likeness(to other: Declared, besides changed: Set<String>) -> Int {
            func neutral(_ value: JSONValue) -> JSONValue {
                value.string.map { .string(changed.contains($0) ? "" : $0) } ?? value
            }
            let (own, others) = (
                value.leaves.mapValues(neutral), other.value.leaves.mapValues(neutral)
            )
            let equal = own.count { others[$0.key] == $0.value }
            return 1_000 * equal / max(1, own.count, others.count)
        }
    }

    /// The identifiers that files have.
    package static func identifiers(in files: [String: [UInt8]]) -> Set<String> {
        Set(documents(files).values.flatMap { declared(in: $0.root).map(\.name) })
    }

    private static func documents(_ files: [String: [UInt8]]) -> [String: JSONDocument] {
        files.compactMapValues { try? JSONReader.document(of: $0, dialect: .lenient) }
    }

    private static func texts(of documents: [String: JSONDocument]) -> Set<String> {
        var texts: Set<String> = []
        func collect(_ value: JSONValue) {
            if let text = value.string { texts.insert(text) }
            for element in value.array ?? [] { collect(element) }
            for member in value.object?.members ?? [] {
                texts.insert(member.key)
                collect(member.value)
            }
        }
        for document in documents.values { collect(document.root) }
        return texts
    }

    private static func declared(in root: JSONValue?) -> [Declared] {
        var found: [Declared] = []
        func collect(_ value: JSONValue, _ place: JSONPath) {
            for (index, element) in (value.array ?? []).enumerated() {
                let place = place.index(index)
                if let name = element.object?["id"]?.string {
                    found.append(Declared(name: name, value: element, place: place.key("id")))
                }
                collect(element, place)
            }
            for member in value.object?.members ?? [] {
                let place = place.key(member.key)
                if member.key == nodesKey {
                    for node in member.value.object?.members ?? [] {
                        found.append(
                            Declared(name: node.key, value: node.value, place: place.key(node.key)))
                    }
                }
                collect(member.value, place)
            }
        }
        if let root { collect(root, .root) }
        return found
    }
}

extension JSONValue {
    /// The values that are no objects and no lists, by the way to them.
    fileprivate var leaves: [String: JSONValue] {
        var leaves: [String: JSONValue] = [:]
        func collect(_ value: JSONValue, _ way: String) {
            if let array = value.array {
                for (index, element) in array.enumerated() { collect(element, "\(way)/\(index)") }
            } else if let object = value.object {
                for member in object.members { collect(member.value, "\(way)/\(member.key)") }
            } else {
                leaves[way] = value
            }
        }
        collect(self, "")
        return leaves
    }
}
