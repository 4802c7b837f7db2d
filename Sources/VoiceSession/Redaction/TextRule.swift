internal import VoiceTrace

/// A rule by which text of a session is replaced.
public struct TextRule {
    /// What is replaced.
    let pattern: Regex<AnyRegexOutput>
    /// By what, word for word.
    let replacement: String

    private static let countLimit = 1_000

    /// Reads a list of `{"match", "replace"}`.
    ///
    /// - Throws: ``SessionError/trace(_:)`` where it is none or an expression cannot be read.
    public static func list(bytes: [UInt8], path: String) throws(SessionError) -> [TextRule] {
        func bad(_ what: String) -> SessionError { .trace(.damaged(path: path, what: what)) }
        let root: JSONValue
        do { root = try JSONReader.value(of: bytes) } catch { throw bad(error.description) }
        guard let list = root.array, list.count <= countLimit else {
            throw bad("it is no array of up to \(countLimit) rules")
        }
        var rules: [TextRule] = []
        for (index, value) in list.enumerated() {
            guard let match = value.object?["match"]?.string, !match.isEmpty,
                let replacement = value.object?["replace"]?.string
            else { throw bad("rule \(index + 1) lacks match or replace, as texts") }
            guard let pattern = try? Regex(match) else {
                throw bad("rule \(index + 1): \"\(match)\" is no regular expression")
            }
            rules.append(TextRule(pattern: pattern, replacement: replacement))
        }
        return rules
    }
}
