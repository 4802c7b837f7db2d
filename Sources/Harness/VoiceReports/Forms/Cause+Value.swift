internal import VoiceDiff
internal import VoiceJSON

extension Cause {
    /// Codec of a cause in every form for programs and every result: `{ "kind", "file"?, "line"?,
    /// "key"?, "what", "proven"? }`, see ``JSONReport``.
    static let codec = JSONCodec<Cause>(
        JSON.member("kind", JSON.name(of: Kind.self)), JSON.optional("file", JSON.text),
        JSON.optional("line", JSON.count(1...1 << 30)),
        JSON.member("key", JSON.text, absentFor: ""), JSON.member("what", JSON.text),
        JSON.optional("proven", JSON.flag),
        parts: { ($0.kind, $0.file, $0.line, $0.key, $0.what, $0.proven) },
        make: {
            var cause = Cause($0, file: $1, line: $2, key: $3, what: $4)
            cause.proven = $5
            return cause
        })
}
