package import VoiceJSON

/// The beginning of a digest: the whole of it would take the width of a table.
package enum ShortDigest {
    /// Digits of the shortest digest, and of what is shown of one.
    private static let (digestLength, shownDigits) = (32, 12)

    /// The first digits of a text of hexadecimal digits and `…`; nil for any other value.
    package static func text(of value: JSONValue?) -> String? {
        guard let digest = value?.string, digest.count >= digestLength,
            digest.allSatisfy(\.isHexDigit)
        else { return nil }
        return "\(digest.prefix(shownDigits))…"
    }
}
