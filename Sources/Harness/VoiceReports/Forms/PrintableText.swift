package import VoiceJSON

/// Makes text of files safe for a terminal and for the log of a build.
///
/// Names and texts in sessions, flows and file names are not trusted: in a terminal an escape
/// sequence moves the cursor or changes what stands there, a mark of writing direction hides what
/// is written, and in a build's log a line that begins with `::` is a command.
/// Sources: ECMA-48; Unicode Standard Annex 9; GitHub Docs, "Workflow commands for GitHub Actions";
/// Microsoft Learn, "Logging commands" (Azure Pipelines); TeamCity, "Service Messages".
package enum PrintableText {
    /// Mark in the place of a character that is not shown.
    private static let mark: Unicode.Scalar = "\u{FFFD}"
    /// Texts that make a line a command wherever they stand in it.
    private static let commands = ["##[", "##vso[", "##teamcity["]

    /// Makes `text` a part of a line: a mark in the place of every control character, line ends
    /// too.
    package static func part(_ text: String) -> String { marked(text, keeping: []) }

    /// Makes `text` a whole line, which no log takes for a command.
    package static func line(_ text: String) -> String { withoutCommand(part(text)) }

    /// `text` with its line ends and tabs, every line of it as ``line(_:)`` makes it.
    package static func lines(_ text: String) -> String {
        let lines = marked(text, keeping: ["\n", "\t"])
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { withoutCommand(String($0)) }.joined(separator: "\n")
    }

    /// `text` of a page with a mark in the place of every control character but line ends and tabs.
    /// A page goes to a terminal as well, and characters that HTML does not allow stay out of it.
    static func page(_ text: String) -> String { marked(text, keeping: ["\n", "\t"]) }

    /// `bytes` of JSON with every such character in its texts written as `\u` and four digits.
    /// What they say stays the same.
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        // JSON's own writer leaves ASCII's control characters to no text, but for DEL.
        guard bytes.contains(where: { $0 == 0x7F || $0 >= 0xC2 }) else { return bytes }
        let text = String(decoding: bytes, as: UTF8.self)
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isHidden(scalar), scalar.value >= 0x7F else {
                escaped.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            let zeros = String(repeating: "0", count: 4 - digits.count)
            escaped.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
        }
        return Array(String(escaped).utf8)
    }

    /// `value` as a document laid out for people, as ``json(_:)`` makes it.
    package static func bytes(of value: JSONValue) -> [UInt8] {
        json(JSONWriter.prettyBytes(value))
    }

    /// `value` as one line of JSON with its end, as ``json(_:)`` makes it.
    package static func jsonLine(_ value: JSONValue) -> String {
        String(decoding: json(Array(JSONWriter.text(value).utf8)), as: UTF8.self) + "\n"
    }

    /// `line` so that it is no command of a build's log: with a backslash in the command's mark.
    static func withoutCommand(_ line: String) -> String {
        var line = line
        let start = line.prefix { $0.isWhitespace }
        if line.dropFirst(start.count).hasPrefix("::") {
            line = start + "\\" + line.dropFirst(start.count)
        }
        guard line.contains("##") else { return line }
        for command in commands {
            let broken = "#\\" + command.dropFirst()
            line = line.replacing(command, with: broken)
        }
        return line
    }

    private static func marked(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
        func isMarked(_ scalar: Unicode.Scalar) -> Bool {
            isHidden(scalar) && !kept.contains(scalar)
        }
        guard text.unicodeScalars.contains(where: isMarked) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(isMarked(scalar) ? mark : scalar) }
        return String(result)
    }

    /// Whether a character steers what shows it, or changes the direction of writing.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
