internal import VoiceLanguage

/// Suggestions of names that a misspelled one may stand for.
///
/// The distance is Levenshtein's with swaps of two neighbours (optimal string alignment), letter
/// case ignored.
package enum NearMiss {
    /// Longest list of names that is searched: files come from anywhere.
    private static let nameLimit = 4_000
    /// Longest name that is compared, in bytes.
    private static let byteLimit = 200

    /// Returns at most three of `known` that are spelled most nearly as `wanted`, in their order;
    /// also one of which `wanted` is the last part, as `offsetMs` is of `endpoint.offsetMs`.
    package static func names(like wanted: String, in known: [String]) -> [String] {
        let name = Array(wanted.lowercased().utf8)
        guard !name.isEmpty, name.count <= byteLimit, known.count <= nameLimit else { return [] }
        let parts = known.filter { $0.hasSuffix(".\(wanted)") }
        if !parts.isEmpty { return Array(parts.prefix(3)) }
        var limit = min(max(2, name.count / 3), name.count / 2)
        var found: [(name: String, distance: Int)] = []
        for candidate in known {
            let other = Array(candidate.lowercased().utf8.prefix(byteLimit + 1))
            guard
                let distance = EditDistance.parts(
                    from: name, to: other, swaps: true, limit: limit)
            else { continue }
            limit = distance
            found.append((candidate, distance))
        }
        return found.filter { $0.distance == limit }.prefix(3).map(\.name)
    }

    /// Returns ` Did you mean "large"?`, with the blank before it; empty where no name is near.
    package static func hint(
        for wanted: String, in known: [String], quotes: Character = "'"
    ) -> String {
        let near = names(like: wanted, in: known).map { "\(quotes)\($0)\(quotes)" }
        return near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    }

    /// `Unknown command 'relpay'. Did you mean 'replay'?`
    ///
    /// Where no name is near, `otherwise` says what to do; nil lists the names.
    package static func unknown(
        _ what: String, _ name: String, among known: [String], quotes: Character = "'",
        otherwise: String? = nil
    ) -> String {
        let fault = "Unknown \(what) \(quotes)\(name)\(quotes)."
        let hint = hint(for: name, in: known, quotes: quotes)
        guard hint.isEmpty else { return fault + hint }
        if let otherwise { return otherwise.isEmpty ? fault : "\(fault) \(otherwise)" }
        return known.isEmpty ? fault : "\(fault) Use one of: \(known.joined(separator: ", "))."
    }
}
