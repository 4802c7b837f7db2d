/// Cuts a command into words as a shell does, without anything else that a shell does.
/// Source: IEEE Std 1003.1-2017, "Shell Command Language", 2.2 Quoting.
package enum CommandWords {
    /// Bytes of a command, and its words.
    private static let byteLimit = 32_768
    private static let wordLimit = 256

    /// The words of `text`: the program and its arguments.
    ///
    /// - Throws: ``CommandFault`` for a text that is no command.
    package static func words(of text: String) throws(CommandFault) -> [String] {
        guard text.utf8.count <= byteLimit else {
            throw CommandFault("has more than \(byteLimit) bytes")
        }
        guard !text.utf8.contains(0) else {
            throw CommandFault("has a character of value 0")
        }
        var reader = WordReader(text)
        let words = try reader.words()
        guard let program = words.first, !program.isEmpty else {
            throw CommandFault("names no program")
        }
        guard words.count <= wordLimit else {
            throw CommandFault("has more than \(wordLimit) words")
        }
        return words
    }
}

/// Reads words from a text.
private struct WordReader {
    private var rest: Substring.UnicodeScalarView
    private var word = String.UnicodeScalarView()
    private var isInWord = false
    private var found: [String] = []

    init(_ text: String) { rest = text[...].unicodeScalars }

    mutating func words() throws(CommandFault) -> [String] {
        while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t", "\n", "\r": endWord()
            case "'", "\"": try readQuoted(by: scalar)
            case "\\":
                guard let next = rest.popFirst() else {
                    throw CommandFault("ends with a backslash")
                }
                add(next)
            default: add(scalar)
            }
        }
        endWord()
        return found
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        word.append(scalar)
        isInWord = true
    }

    private mutating func endWord() {
        guard isInWord else { return }
        found.append(String(word))
        word = .init()
        isInWord = false
    }

    private mutating func readQuoted(by quote: Unicode.Scalar) throws(CommandFault) {
        isInWord = true
        while let scalar = rest.popFirst() {
            if scalar == quote { return }
            if quote == "\"", scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
                word.append(next)
                rest.removeFirst()
            } else {
                word.append(scalar)
            }
        }
        throw CommandFault("has a \(quote) without its second one")
    }
}

/// Reason why a text is no command, in words that follow "it".
package struct CommandFault: Error, Equatable {
    /// Description of what is wrong with the text.
    package let what: String

    init(_ what: String) { self.what = what }
}
