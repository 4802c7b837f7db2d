import VoiceFiles

/// A file of a bot, read line by line as far as words of it are looked for.
struct SourceFile: Equatable, Sendable {
    /// Programming language of a bot.
    enum Language: Sendable { case python, node }

    /// Path, relative to the project.
    let path: String
    let language: Language
    /// The lines as they are.
    let lines: [String]
    /// The lines without comments and without texts in three quotes.
    let code: [String]

    init(path: String, language: Language, text: String) {
        self.path = path
        self.language = language
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.hasSuffix("\r") ? $0.dropLast() : $0)
        }
        code = Self.code(of: lines, language)
    }

    /// Name without the ending.
    var stem: String {
        let name = DiskFile.name(of: path)
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// Folder in the project, empty for the project's own.
    var folder: String { DiskFile.parent(of: path) }

    /// The place of a line, counted from 0.
    func place(_ line: Int) -> String { "\(path):\(line + 1)" }

    /// Returns the first line of the code that has one of `marks`.
    func line(withAny marks: [String]) -> Int? {
        code.firstIndex { line in marks.contains { line.contains($0) } }
    }

    /// Whether any line, comments and texts too, has `mark`, whatever its case.
    func mentions(_ mark: String) -> Bool {
        lines.contains { $0.lowercased().contains(mark) }
    }

    private static func code(of lines: [String], _ language: Language) -> [String] {
        var end: String?
        return lines.map { line in
            var rest = line[...]
            var kept = ""
            while !rest.isEmpty {
                if let mark = end {
                    guard let found = rest.firstRange(of: mark) else { return kept }
                    rest = rest[found.upperBound...]
                    end = nil
                    continue
                }
                guard let (start, mark) = opening(in: rest, language) else { return kept + rest }
                kept += rest[..<start.lowerBound]
                guard let mark else { return kept }
                rest = rest[start.upperBound...]
                end = mark
            }
            return kept
        }
    }

    /// Returns the mark of the first comment or text in three quotes, and its end, which is nil for
    /// the end of the line.
    private static func opening(
        in line: Substring, _ language: Language
    ) -> (Range<Substring.Index>, String?)? {
        let marks: [(String, String?)] =
            language == .python
            ? [("\"\"\"", "\"\"\""), ("'''", "'''"), ("#", nil)] : [("/*", "*/"), ("//", nil)]
        let found = marks.compactMap { mark, end -> (Range<Substring.Index>, String?)? in
            guard let range = line.firstRange(of: mark) else { return nil }
            // A mark within a text, as in "https://" or "#main", opens nothing.
            let before = line[..<range.lowerBound]
            let isInText = ["\"", "'", "`"].contains { quote in
                before.count { String($0) == quote } % 2 == 1
            }
            return isInText ? nil : (range, end)
        }
        return found.min { $0.0.lowerBound < $1.0.lowerBound }
    }
}

extension StringProtocol {
    /// The text between `start` and the next quote of the same kind behind it; nil without one.
    func quoted(after start: String) -> String? {
        guard let found = firstRange(of: start) else { return nil }
        let rest = self[found.upperBound...].drop { $0 == " " || $0 == "(" }
        guard let quote = rest.first, "\"'`".contains(quote) else { return nil }
        let inner = rest.dropFirst()
        return inner.firstIndex(of: quote).map { String(inner[..<$0]) }
    }

    /// The number behind `start`; nil without one.
    func number(after start: String) -> Int? {
        guard let found = firstRange(of: start) else { return nil }
        let digits = self[found.upperBound...].drop { " \"'".contains($0) }.prefix {
            $0.isASCII && $0.isNumber
        }
        return Int(digits)
    }

    /// The text without blanks at its ends.
    var trimmingSpaces: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
