internal import VoiceEngine
package import VoiceJSON
package import VoiceSession
internal import VoiceTrace

/// Place of a value in a project's file.
package struct ValuePlace: Sendable, Equatable {
    /// The line, from 1.
    package let line: Int
    /// The way to it, as in `overrides[0].fields.Next`.
    package let key: String
}

extension RunConfiguration {
    /// Returns a finding about the telephone's file, which a project does not have, at its place in
    /// the project's file; any other as it is.
    package func placed(_ finding: Finding) -> Finding {
        guard finding.file == TelephoneFile.name, let projectFile else { return finding }
        var placed = finding
        let key = telephonePlaces.keys.filter { finding.path == JSONPath.root.key($0) }.first ?? ""
        placed.file = projectFile
        placed.place = telephonePlaces[key] ?? finding.place
        placed.path = JSONPath.root.key("telephone")
        if !key.isEmpty { placed.path = placed.path.key(key) }
        return placed
    }

    /// The path that the project's file names by `key`; nil where it names none.
    package subscript(key: String) -> String? {
        get { keyedFiles.first { $0.key == key }.flatMap { files[$0.name] } }
        set {
            guard let file = keyedFiles.first(where: { $0.key == key }) else { return }
            files[file.name] = newValue
        }
    }

    /// Sets the value at `path` to one that an option says: it has no place in the project's file.
    package mutating func set<Value>(
        _ key: String, _ path: WritableKeyPath<RunConfiguration, Value>, to value: Value
    ) {
        self[keyPath: path] = value
        places[key] = nil
    }

    /// Sets another engine, whose `files` are named by the names that it gives them.
    package mutating func setEngine(_ engine: String, files: [String: String]) {
        self.engine = engine
        keyedFiles = []
        self.files = files
    }

    /// Sets a setting of a session, or its language, to what an earlier session had.
    mutating func set(_ name: String, to value: JSONValue) {
        if name == SessionManifest.languageKey {
            language = value.string ?? language
        } else if let value = value.integer {
            settings.removeAll { $0.name == name }
            settings.append(Setting(name: name, value: Int(clamping: value)))
        }
    }

    /// Adds `more`; a bound takes the place of one of the same measure.
    package mutating func expect(_ more: [TurnExpectation]) {
        expectations.removeAll { $0.isReplaced(by: more) }
        expectations += more
    }

    /// Adds `more`; a field that is set already takes the new value in its place.
    package mutating func set(_ more: [Field]) {
        for field in more {
            if let index = fields.firstIndex(where: { $0.name == field.name }) {
                fields[index] = field
            } else {
                fields.append(field)
            }
        }
    }
}
