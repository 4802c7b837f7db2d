internal import VoiceDiff
internal import VoiceJSON

extension Cause {
    /// Shape: `{ "kind", "file"?, "line"?, "key"?, "what" }`, see ``JSONReport``.
    var value: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue), "what": .string(what)]
        object["file"] = file.map { .string($0) }
        object["line"] = line.map { .integer(Int64($0)) }
        if !key.isEmpty { object["key"] = .string(key) }
        if isProven { object["proven"] = true }
        return .object(object)
    }

    /// Largest line that is read.
    private static let lineLimit: Int64 = 1 << 30

    /// Reads what ``value`` holds; nil when something is not what should stand there.
    init?(_ value: JSONValue?) {
        guard let object = value?.object,
            let kind = object["kind"]?.string.flatMap(Cause.Kind.init),
            let what = object["what"]?.string,
            (object["file"] == nil) == (object["file"]?.string == nil),
            (object["line"] == nil) == (object["line"]?.integer == nil)
        else { return nil }
        let line = object["line"]?.integer
        guard line.map({ (1...Self.lineLimit).contains($0) }) ?? true else { return nil }
        self.init(
            kind, file: object["file"]?.string, line: line.map { Int($0) },
            key: object["key"]?.string ?? "", what: what)
        isProven = object["proven"]?.bool ?? false
    }
}
