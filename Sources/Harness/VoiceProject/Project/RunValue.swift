internal import VoiceJSON
internal import VoiceTrace

/// A value of runs that has a key of its own in a project's file.
///
/// `all` lists them beside ``RunConfiguration``: the reader, overrides and the causes of a changed
/// file take them from there.
struct RunValue: Sendable {
    typealias Setter = @Sendable (inout RunConfiguration) -> Void

    /// Name in a project's file, as in `sampleRate`.
    let key: String
    /// Whether an override may say it.
    var isOverridable = false
    /// Returns what sets the value that an object at a path has; nil where it has none. Faults of
    /// the value become findings of the reader.
    let read: @Sendable (inout ProjectReader, JSONObject, JSONPath) -> Setter?
    /// Returns the change from the session of a golden to one of now; nil without a change, and for
    /// a value that no session remembers.
    var change: @Sendable (SessionManifest, SessionManifest) -> Change? = { _, _ in nil }

    /// A change of the value: what the cause says of it, and what undoes it.
    struct Change: Sendable {
        let what: String
        let undo: Setter
    }

    /// The path of a file, which no session remembers.
    static func file(
        _ key: String, _ set: @escaping @Sendable (inout RunConfiguration, String) -> Void
    ) -> RunValue {
        RunValue(
            key: key,
            read: { reader, object, path -> Setter? in
                guard let file = reader.file(in: object, key, at: path) else { return nil }
                return { set(&$0, file) }
            })
    }
}

extension ProjectReader {
    /// Returns the path of the file that `object` names by `key`; nil where it names none.
    mutating func file(in object: JSONObject, _ key: String, at path: JSONPath) -> String? {
        guard object[key] != nil else { return nil }
        return survey.requiredText(object, key, at: path).map(project.path)
    }
}
