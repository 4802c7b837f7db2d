internal import VoiceJSON
package import VoiceSession
internal import VoiceTrace

/// A rule by which text of a session is replaced.
package struct TextRule: Sendable {
    /// Pattern of the text that is replaced.
    let pattern: TextPattern
    /// Replacement, word for word.
    let replacement: String

    private static let countLimit = 1_000

    /// Reads a list of `{"match", "replace"}`.
    ///
    /// - Throws: ``SessionError/trace(_:)`` where it is none or an expression cannot be read.
    package static func list(bytes: [UInt8], path: String) throws(SessionError) -> [TextRule] {
        func bad(_ what: String) -> SessionError { .trace(.damaged(path: path, what: what)) }
        let root: JSONValue
        do { root = try JSONReader.value(of: bytes) } catch { throw bad(error.description) }
        guard let list = root.array, list.count <= countLimit else {
            throw bad("it is not an array of up to \(countLimit) rules")
        }
        var rules: [TextRule] = []
        for (index, value) in list.enumerated() {
            guard let match = value.object?["match"]?.string, !match.isEmpty,
                let replacement = value.object?["replace"]?.string
            else { throw bad("rule \(index + 1) lacks match or replace, as texts") }
            do throws(TextPatternError) {
                rules.append(
                    TextRule(pattern: try TextPattern(match), replacement: replacement))
            } catch {
                throw bad(
                    "rule \(index + 1): \"\(match.prefix(80))\" is not a regular expression that"
                        + " can be used: \(error)")
            }
        }
        return rules
    }
}
