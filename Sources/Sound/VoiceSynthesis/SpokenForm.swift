internal import VoiceLanguage

/// Spoken form of one word or phrase: an alias, such as "Dr" for "doctor".
///
/// Source: one line `word: replacement` of an alias file.
public struct SpokenForm: Sendable, Hashable {
    /// The word or phrase as it is written; matched whole and without regard to case.
    public var word: String
    /// Text that is spoken in its place.
    package var replacement: String
}

/// Alias file, or a dictionary of them, as data: its forms, and its faults.
///
/// Shape: one `word: replacement` a line, split at the first colon, blanks trimmed at both ends;
/// empty lines and lines that start with `#` are skipped; of two lines for a word the later wins.
public struct Lexicon: Sendable, Hashable {
    /// Forms, one a word, in the order in which the words first appear.
    package private(set) var forms: [SpokenForm] = []
    /// One sentence for every line that was skipped.
    package private(set) var diagnostics: [String] = []
    /// First line that is longer than ``lineLimit``, from 1; nil where none is.
    package private(set) var overlongLine: Int?
    /// Place of the form of a word, by the word in lower case.
    private var places: [String: Int] = [:]

    /// Bytes of a line, and of a word with what is spoken for it, at most.
    package static let lineLimit = 4_096

    /// Reads the text of a file; a malformed line is skipped and named in ``diagnostics``.
    package init(parsing text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, raw) in lines.enumerated() {
            guard raw.utf8.count <= Self.lineLimit else {
                overlongLine = overlongLine ?? index + 1
                diagnostics.append(
                    "line \(index + 1) is longer than \(Self.lineLimit) bytes and was skipped. "
                        + "Write one word a line.")
                continue
            }
            let line = raw.trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let colon = line.firstIndex(of: ":"), !line[..<colon].trimmed.isEmpty,
                !line[line.index(after: colon)...].trimmed.isEmpty
            else {
                diagnostics.append(
                    "line \(index + 1) is not 'word: replacement' and was skipped. Write a word, "
                        + "a colon and what is spoken.")
                continue
            }
            add(
                SpokenForm(
                    word: String(line[..<colon].trimmed),
                    replacement: String(line[line.index(after: colon)...].trimmed)))
        }
    }

    /// Takes forms by word as they are, in the order of the words, blanks trimmed at both ends;
    /// one that lacks either part is left out and named in ``diagnostics``.
    package init(_ replacements: [String: String]) {
        for (word, replacement) in replacements.sorted(by: { $0.key < $1.key }) {
            let form = SpokenForm(
                word: String(word.trimmed), replacement: String(replacement.trimmed))
            guard word.utf8.count + replacement.utf8.count <= Self.lineLimit else {
                diagnostics.append(
                    "\"\(form.word.prefix(40))\" was left out: the word and its replacement are "
                        + "longer than \(Self.lineLimit) bytes.")
                continue
            }
            guard !form.word.isEmpty, !form.replacement.isEmpty else {
                diagnostics.append(
                    "\"\(form.word)\" for \"\(form.replacement)\" was left out. "
                        + "Name a word and what is spoken.")
                continue
            }
            add(form)
        }
    }

    /// Adds a form; one for the same word, without regard to case, is replaced in its place.
    package mutating func add(_ form: SpokenForm) {
        let key = form.word.lowercased()
        if let index = places[key] {
            forms[index] = form
        } else {
            places[key] = forms.count
            forms.append(form)
        }
    }
}
