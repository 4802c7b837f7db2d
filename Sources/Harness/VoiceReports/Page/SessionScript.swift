internal import VoiceJSON

/// A script that brings a page one part of a session: a call of the page's `bring` with JSON.
///
/// A browser reads no data from `file://`, but it runs scripts from there.
/// Source: HTML Standard, "Fetching scripts"; Chromium, `--allow-file-access-from-files`.
enum SessionScript {
    private static let opening = Array("bring(".utf8)
    private static let closing = Array(");\n".utf8)

    /// The file that brings `part`.
    static func bytes(_ part: JSONObject) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(.object(part))
        return opening + writer.bytes + closing
    }

    /// Returns the part that the file of `bytes` brings; nil where they are not what ``bytes(_:)``
    /// writes.
    static func part(_ bytes: [UInt8]) -> JSONObject? {
        guard bytes.starts(with: opening), bytes.suffix(closing.count).elementsEqual(closing)
        else { return nil }
        let text = Array(bytes[opening.count..<max(opening.count, bytes.count - closing.count)])
        return (try? JSONReader.value(of: text))?.object
    }

    /// The same call inside of a page: nothing in it ends a script element or begins a comment.
    static func embedded(_ part: JSONObject) -> String {
        var text = ""
        for scalar in String(decoding: bytes(part), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "<": text += "\\u003c"
            case ">": text += "\\u003e"
            case "\u{2028}": text += "\\u2028"
            case "\u{2029}": text += "\\u2029"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
