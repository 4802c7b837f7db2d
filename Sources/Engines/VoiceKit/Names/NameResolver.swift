internal import VoiceLanguage

/// Finds the listed name that a transcript says.
public struct NameResolver: Sendable {
    /// Policy on which transcripts count as a listed name.
    public enum Policy: Sendable, Equatable {
        /// Only the same name counts, but for case, accents and punctuation.
        case strictExact
        /// The same name counts, else the nearest by ``NameMatch/stringDistanceScore(a:b:)`` of
        /// both keys if it is no farther than `distance` and the next one at least `margin`
        /// farther.
        case nearest(distance: Double = 0.35, margin: Double = usualMargin)
    }

    /// Least distance from the nearest name to the next one, unless a policy says otherwise.
    public static let usualMargin = 0.1

    /// Policy on which transcripts count as a listed name.
    public var policy: Policy

    /// A resolver; only exact names count unless another policy is given.
    public init(policy: Policy = .strictExact) { self.policy = policy }

    /// The listed name, as the list spells it; nil if none is meant.
    ///
    /// Without a list: the transcript without blanks and punctuation at its ends. Of several
    /// spellings of one name the transcript's own counts, else the first.
    public func resolve(transcript: String, allowed: [String] = []) -> String? {
        guard !allowed.isEmpty else { return Self.withoutEdges(transcript) }
        let key = Self.key(transcript)
        if let same = allowed.first(where: { $0 == transcript })
            ?? allowed.first(where: { Self.key($0) == key })
        {
            return same
        }
        guard case .nearest(let distance, let margin) = policy, !key.isEmpty else { return nil }
        let folded = NameMatch.normalizeKey(transcript)
        let scored = allowed.enumerated()
            .map {
                (
                    NameMatch.stringDistanceScore(
                        a: folded, b: NameMatch.normalizeKey($0.element)), $0.offset
                )
            }
            .sorted { $0 < $1 }
        guard let best = scored.first, best.0 <= distance else { return nil }
        let bestKey = Self.key(allowed[best.1])
        let next = scored.first { Self.key(allowed[$0.1]) != bestKey }
        if let next, next.0 - best.0 < margin { return nil }
        return allowed[best.1]
    }

    private static func withoutEdges(_ text: String) -> String {
        String(
            text.trimmed { $0.isWhitespace || $0.unicodeScalars.allSatisfy(NameText.isPunctuation) }
        )
    }

    /// Lower case without accents, dashes and punctuation as blanks, single blanks.
    static func key(_ name: String) -> String {
        var spaced = String.UnicodeScalarView()
        for scalar in NameText.folded(name).unicodeScalars where !NameText.isInvisible(scalar) {
            let isGap = NameText.isDash(scalar) || NameText.isPunctuation(scalar)
            spaced.append(isGap ? " " : scalar)
        }
        return String(spaced).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
