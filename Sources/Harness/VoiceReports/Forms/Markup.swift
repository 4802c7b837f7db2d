/// A piece of HTML, SVG or XML, in which every text and every attribute is escaped.
///
/// Reports build their markup from elements; nothing else puts brackets around text. Templates of
/// whole pages escape what they are given in the same way.
/// Source: Extensible Markup Language 1.0, section 2.2, for characters that no document can hold.
struct Markup {
    /// The piece as it stands in a document.
    let text: String

    private init(verbatim text: String) { self.text = text }

    /// Characters of a document.
    init(_ text: String) { self.text = Self.escaped(text) }

    /// An element with its attributes, of which nil ones are left out, around `content`.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?>, _ content: [Markup]) {
        text = Self.opening(name, attributes) + ">" + content.map(\.text).joined() + "</\(name)>"
    }

    /// An element without attributes around `content`.
    init(_ name: String, _ content: [Markup]) { self.init(name, [:], content) }

    /// An element around characters.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        self.init(name, attributes, [Markup(text)])
    }

    /// An element that holds nothing.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
        text = Self.opening(name, attributes) + "/>"
    }

    /// An element each part of whose content begins a line, by so many spaces; so many stand before
    /// its end.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], lines: [Markup],
        indent: Int
    ) {
        let margin = "\n" + String(repeating: " ", count: indent)
        let inner = lines.map { margin + "  " + $0.text }.joined()
        text = Self.opening(name, attributes) + ">\(inner)\(margin)</\(name)>"
    }

    /// Markup of this program's own, which holds no text of anybody else: a style, a void element.
    static func own(_ text: StaticString) -> Markup { Markup(verbatim: "\(text)") }

    /// `pieces`, one behind the other.
    static func joined(_ pieces: [Markup], by separator: Markup = .own("")) -> Markup {
        Markup(verbatim: pieces.map(\.text).joined(separator: separator.text))
    }

    private static func opening(
        _ name: String, _ attributes: KeyValuePairs<String, String?>
    ) -> String {
        attributes.reduce("<\(name)") { opening, attribute in
            attribute.value.map { "\(opening) \(attribute.key)=\"\(escaped($0))\"" } ?? opening
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in PrintableText.page(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.value & 0xFFFE == 0xFFFE: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
