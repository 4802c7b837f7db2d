/// Writes rules of a grammar in JSGF. A part without words is left out, and with it every sequence
/// that needs it.
///
/// A part is the text of what may be said; nil where it has no words, empty for nothing.
struct RuleWriter {
    /// The rules so far, a line each.
    private(set) var text = ""

    /// Writes a rule, and returns its name as a part.
    mutating func define(_ name: String, _ part: String?) -> String? {
        guard let part, !part.isEmpty else { return nil }
        text += "<\(name)> = \(part) ;\n"
        return "<\(name)>"
    }

    /// The parts one after the other.
    static func sequence(_ parts: String?...) -> String? {
        let known = parts.compactMap(\.self)
        guard known.count == parts.count else { return nil }
        let said = known.filter { !$0.isEmpty }
        return said.isEmpty ? nil : said.joined(separator: " ")
    }

    /// One of the parts.
    static func choice(_ parts: String?...) -> String? { choice(parts) }

    static func choice(_ parts: [String?]) -> String? {
        let known = parts.compactMap(\.self).filter { !$0.isEmpty }
        guard known.count > 1 else { return known.first }
        return "( \(known.joined(separator: " | ")) )"
    }

    /// One of the parts, each with its weight from 0.001 through 1,000.
    static func weighted(_ parts: [(weight: String, part: String?)]) -> String? {
        let known = parts.compactMap { entry in
            entry.part.map { "/\(entry.weight)/ ( \($0) )" }
        }
        return known.isEmpty ? nil : "( \(known.joined(separator: " | ")) )"
    }

    /// The part, or nothing.
    static func optional(_ part: String?) -> String {
        part.map { $0.isEmpty ? "" : "[ \($0) ]" } ?? ""
    }

    /// The part once or more.
    static func repeated(_ part: String?) -> String? { part.map { "( \($0) )+" } }
}
