internal import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Inputs that the engine of a replay is made from: the session's own, and those that an app under
/// test hands over in their place.
struct HandedInputs {
    /// The files of the engine.
    let files: [String: [UInt8]]
    /// The folder name of the language.
    let language: String
    /// Values that the app hands over otherwise than it was recorded.
    let changes: [Cause]

    /// The values, as differences of the app.
    var differences: [AnswerDifference] {
        changes.map { AnswerDifference(handed: $0.description) }
    }

    /// The inputs of an app that replays `parts`, whose files are `files`; nil for no app.
    init(_ inputs: AppInputs?, besides parts: SessionParts, files: [String: [UInt8]]) {
        let recorded = parts.manifest.language
        guard let inputs else {
            (self.files, language, changes) = (files, recorded, [])
            return
        }
        self.files = inputs.replacing(files)
        language = inputs.language
        var changes = inputs.names.sorted().flatMap { name in
            Self.changes(
                of: name, from: files[name], to: inputs.documents[name],
                LoadedSources(inputs.sources[name] ?? []))
        }
        func compare(_ name: String, _ before: JSONValue, _ now: JSONValue) {
            changes += Self.changes(in: name, from: before, to: now)
        }
        compare("language", .string(recorded), .string(inputs.language))
        // Where no app was, as in a scenario, the session says nothing of devices.
        if let wanted = Self.audioSession(of: parts.inputs) {
            compare("audioSession", .object(wanted), .object(inputs.audioSession))
        }
        self.changes = changes
    }

    /// Returns what the app wanted of the devices before its run; nil where that is not known.
    private static func audioSession(of inputs: [InputEvent]) -> JSONObject? {
        for input in inputs {
            if input.input == .run { break }
            if case .audioSession(.configured(let setup), _) = input.input { return setup.others }
        }
        return nil
    }

    /// Returns values of one name that are not the same, in words.
    static func changes(in name: String, from before: JSONValue, to now: JSONValue) -> [Cause] {
        DocumentDiff.changes(from: before, to: now).map { change in
            Cause(
                .input, key: change.key(in: name), what: change.description(in: name))
        }
    }

    /// Compares a document with that of the session, and names what differs by the files that it
    /// was loaded from.
    private static func changes(
        of name: String, from before: [UInt8]?, to now: [UInt8]?, _ sources: LoadedSources
    ) -> [Cause] {
        guard let before, let now, let old = try? JSONReader.value(of: before, dialect: .lenient),
            let new = try? JSONReader.value(of: now, dialect: .lenient)
        else { return Cause.changes(before: before, now: now, file: name) }
        return DocumentDiff.changes(from: old, to: new).map { change in
            let place = change.found == nil ? nil : sources.place(of: change.place, in: new)
            return Cause(
                .file, file: place?.file ?? sources.onlyFile ?? name, line: place?.line,
                key: change.path, what: change.description)
        }
    }
}

/// The files and texts that one document was loaded from.
private struct LoadedSources {
    private let sources: [(file: String?, document: JSONDocument)]
    /// The file, where there is one only.
    let onlyFile: String?

    init(_ sources: [AppInputs.Source]) {
        self.sources = sources.compactMap { source in
            (try? JSONReader.document(of: source.bytes, dialect: .lenient)).map {
                (source.file, $0)
            }
        }
        onlyFile = sources.count == 1 ? sources[0].file : nil
    }

    /// Returns where the value at `path` of `document` was loaded from: the list that was loaded
    /// last and has an element of the same id. Nil where that is not known; the file is nil for a
    /// text.
    func place(of path: JSONPath, in document: JSONValue) -> (file: String?, line: Int)? {
        guard case .index(let index)? = path.steps.first, let elements = document.array,
            elements.indices.contains(index)
        else { return nil }
        let id = elements[index].object?["id"]
        for (file, source) in sources.reversed() {
            let own =
                id == nil && sources.count == 1
                ? index : source.root.array?.firstIndex { id != nil && $0.object?["id"] == id }
            guard let own else { continue }
            let place = JSONPath(steps: [.index(own)] + path.steps.dropFirst())
            return (file, source.place(of: place).line)
        }
        return nil
    }
}
