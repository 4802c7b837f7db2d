internal import Foundation

/// Forms of a text that names are compared by. They are the same on every machine: no locale takes
/// part.
enum NameText {
    /// Longest text that is compared, in characters; the rest is cut off.
    static let lengthLimit = 1_000

    /// Lower case without accents; the ligatures of French and Old English become two letters.
    static func folded(_ text: String) -> String {
        let ligatures: [Character: String] = ["æ": "ae", "œ": "oe", "ǽ": "ae", "ǣ": "ae"]
        let lower = text.prefix(lengthLimit).lowercased()
            .map { ligatures[$0] ?? String($0) }.joined()
        var scalars = String.UnicodeScalarView()
        for scalar in lower.decomposedStringWithCanonicalMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark { scalars.append(scalar) }
        return String(scalars)
    }

    /// Whether the scalar is a soft hyphen or has no width.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        [0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff].contains(scalar.value)
    }

    static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "\u{2212}" || (0x2010...0x2015).contains(scalar.value)
    }

    /// Whether the scalar does not count in a key: it cannot be seen, or is an apostrophe.
    static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        isInvisible(scalar) || isApostrophe(scalar)
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        ["'", "`", "\u{b4}", "\u{2018}", "\u{2019}", "\u{201b}", "\u{2bc}"].contains(scalar)
    }

    static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}
