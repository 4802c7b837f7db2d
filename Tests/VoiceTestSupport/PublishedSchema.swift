import VoiceFiles
package import VoiceJSON

/// A schema of the sources, for tests that hold it to the code. Of an engine's scenarios it is the
/// neutral schema with the engine's part over it, as `scripts/lib/schemas.py` makes it.
package struct PublishedSchema: Sendable {
    /// A keyword of one key.
    package struct Entry: Sendable {
        /// The way to the key; `[]` stands for every element of a list.
        package let path: [String]
        /// What the keyword says.
        package let value: JSONValue
    }

    private let root: JSONValue
    private let definitions: JSONObject

    /// Reads the schema `name` of the target called `target`.
    package init(_ name: String, of target: String) throws {
        if let part = try Self.file("\(name).part.json", of: target) {
            root = try PublishedSchema("Scenario", of: "VoiceSession").root.patched(by: part)
        } else if let whole = try Self.file("\(name).schema.json", of: target) {
            root = whole
        } else {
            throw DiskError.missing(path: "\(target)/Schemas/\(name).schema.json")
        }
        definitions = root.object?["$defs"]?.object ?? [:]
    }

    /// Reads a file of a target's schemas; nil where there is none of that name.
    private static func file(_ name: String, of target: String) throws -> JSONValue? {
        let steps = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let places = try DiskFile.names(in: "/\(steps)/Sources").map { folder in
            "/\(steps)/Sources/\(folder)/\(target)/Schemas/\(name)"
        }
        guard let place = places.first(where: DiskFile.exists) else { return nil }
        return try JSONReader.value(of: try DiskFile.read(place, limit: 1 << 20))
    }

    /// Kinds of event that a scenario can name in `after` or `expect` and that are not among
    /// `declared`, or the other way round, each as `expect: kind`.
    package func unequalKinds(_ declared: [String]) -> [String] {
        let enums = entries(of: "enum")
        return [["caller", "[]", "after", "kind"], ["expect", "[]", "kind"]].flatMap { path in
            let named = enums.first { $0.path == path }?.value.array?.compactMap(\.string) ?? []
            return Set(named).symmetricDifference(declared).sorted().map { "\(path[0]): \($0)" }
        }
    }

    /// Every key that has `keyword`, with what it says.
    package func entries(of keyword: String) -> [Entry] {
        var found: [Entry] = []
        collect(keyword, root, [], into: &found)
        return found
    }

    /// `open` are the definitions around `schema`: one inside itself is not followed again.
    private func collect(
        _ keyword: String, _ schema: JSONValue, _ path: [String], open: Set<String> = [],
        into found: inout [Entry]
    ) {
        guard let own = schema.object else { return }
        let name = own["$ref"]?.string?.split(separator: "/").last.map(String.init)
        let shared = name.flatMap { open.contains($0) ? nil : definitions[$0]?.object }
        let open = name.map { open.union([$0]) } ?? open
        if let value = own[keyword], !path.isEmpty { found.append(Entry(path: path, value: value)) }
        for member in (own["properties"] ?? shared?["properties"])?.object?.members ?? [] {
            collect(keyword, member.value, path + [member.key], open: open, into: &found)
        }
        if let items = own["items"] ?? shared?["items"] {
            collect(keyword, items, path + ["[]"], open: open, into: &found)
        }
    }
}

extension JSONValue {
    /// Returns the value with a JSON merge patch (RFC 7386) over it.
    fileprivate func patched(by patch: JSONValue) -> JSONValue {
        guard let members = patch.object?.members else { return patch }
        var result = object ?? [:]
        for member in members {
            let old = result[member.key] ?? .null
            result[member.key] = member.value == .null ? nil : old.patched(by: member.value)
        }
        return .object(result)
    }

    /// The document with `value` at `path` wherever the objects around it are there, and how often
    /// that is; nil takes the key away.
    package func setting(_ path: some Collection<String>, to value: JSONValue?) -> (JSONValue, Int)
    {
        guard let step = path.first else { return (value ?? self, 1) }
        let rest = path.dropFirst()
        if step == "[]", let elements = array {
            let set = elements.map { $0.setting(rest, to: value) }
            return (.array(set.map(\.0)), set.map(\.1).reduce(0, +))
        }
        guard var object else { return (self, 0) }
        if rest.isEmpty {
            object[step] = value
            return (.object(object), 1)
        }
        guard let inner = object[step] else { return (self, 0) }
        let (set, count) = inner.setting(rest, to: value)
        object[step] = set
        return (.object(object), count)
    }
}
