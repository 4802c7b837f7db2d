internal import VoicePrograms

/// A recognizer of the user's: a program that is run as a child and asked, as FORMATS.md says.
///
///     let command = try RecognizerCommand("python3 'my recognizer.py' --fast")
///     let recognizer = try ProcessRecognizer(command, task: .phrases(["yes", "no"]))
///
/// No shell reads the command: it is cut into words at blanks. Single quotes keep everything
/// between them, double quotes all but `\"` and `\\`, and a backslash outside of quotes keeps the
/// character that follows. The first word is the program: a path, or a name that `$PATH` has.
public struct RecognizerCommand: Sendable, Equatable {
    /// How long the program may take, and how often it is started again.
    package struct Limits: Sendable, Equatable {
        /// How long it may take to say which recognizer it is, in milliseconds.
        package var startMilliseconds = 120_000
        /// How long it may take for an answer, in milliseconds, and four times the utterance.
        package var answerMilliseconds = 30_000
        /// How often it is started again in a row, without an answer in between.
        package var restarts = 3

        /// The usual limits.
        package init() {}
    }

    /// Bytes of a command, and its words.
    static let byteLimit = 32_768
    static let wordLimit = 256

    /// The program and its arguments.
    public let words: [String]
    /// The folder it runs in, from which its path is seen; nil for that of this process.
    public let folder: String?
    /// How long it may take.
    package var limits = Limits()
    /// Who is told what the program writes to standard error, line by line, and why it is started
    /// again. The lines come from the program: escape them before you show them.
    package var note: (@Sendable (String) -> Void)?

    /// Cuts a command into words.
    ///
    /// - Throws: ``RecognitionError/commandMalformed(what:)``.
    package init(_ text: String, folder: String? = nil) throws(RecognitionError) {
        words = try CommandWords.words(of: text)
        self.folder = folder
    }

    /// The program, as the command names it.
    public var program: String { words[0] }

    /// Equal when the same is run in the same place; who is told makes no difference.
    public static func == (left: Self, right: Self) -> Bool {
        left.words == right.words && left.folder == right.folder && left.limits == right.limits
    }

    /// Starts the program.
    func start() throws(RecognitionError) -> any RecognizerLink {
        guard let path = ProgramStart.path(of: program, in: folder) else {
            throw .programMissing(program: program)
        }
        let start = ProgramStart(
            program: path, arguments: Array(words.dropFirst()), folder: folder)
        do {
            return try ProgramDialog(start, lineLimit: RecognizerReply.byteLimit, tell: note)
        } catch {
            guard case .cannotStart(_, let number) = error else {
                throw .programMissing(program: program)
            }
            throw .programNotStarted(program: program, number: number)
        }
    }
}

/// Cuts a command into words as a shell does, without anything else that a shell does.
/// Source: IEEE Std 1003.1-2017, "Shell Command Language", 2.2 Quoting.
enum CommandWords {
    static func words(of text: String) throws(RecognitionError) -> [String] {
        guard text.utf8.count <= RecognizerCommand.byteLimit else {
            throw .commandMalformed(what: "has more than \(RecognizerCommand.byteLimit) bytes")
        }
        guard !text.utf8.contains(0) else {
            throw .commandMalformed(what: "has a character of value 0")
        }
        var reader = WordReader(text)
        let words = try reader.words()
        guard let program = words.first, !program.isEmpty else {
            throw .commandMalformed(what: "names no program")
        }
        guard words.count <= RecognizerCommand.wordLimit else {
            throw .commandMalformed(what: "has more than \(RecognizerCommand.wordLimit) words")
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

    mutating func words() throws(RecognitionError) -> [String] {
        while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t", "\n", "\r": endWord()
            case "'", "\"": try readQuoted(by: scalar)
            case "\\":
                guard let next = rest.popFirst() else {
                    throw .commandMalformed(what: "ends with a backslash")
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

    private mutating func readQuoted(by quote: Unicode.Scalar) throws(RecognitionError) {
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
        throw .commandMalformed(what: "has a \(quote) without its second one")
    }
}
