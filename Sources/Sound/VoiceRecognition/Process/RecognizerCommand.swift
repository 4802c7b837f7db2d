package import VoiceHypothesis
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
    /// Limits of how long the program may run, how long it may wait, and how often it is started
    /// again. Of real time it may take ten times as long.
    package struct Limits: Sendable, Equatable {
        /// Milliseconds that it may take to say which recognizer it is.
        package var startMilliseconds = 120_000
        /// Milliseconds that it may take for an answer, beside four times the utterance.
        package var answerMilliseconds = 30_000
        /// Number of times in a row that it is started again, without an answer in between.
        package var restarts = 3

        /// The usual limits.
        package init() {}
    }

    /// The program and its arguments.
    public let words: [String]
    /// The folder it runs in, from which its path is seen; nil for that of this process.
    public let folder: String?
    /// Limits of the time that it may take.
    package var limits = Limits()
    /// Function that is told what the program writes to standard error, line by line, and why it is
    /// started again. The lines come from the program: escape them before you show them.
    package var note: (@Sendable (String) -> Void)?

    /// Cuts a command into words.
    ///
    /// - Throws: ``RecognitionError/commandMalformed(what:)``.
    package init(_ text: String, folder: String? = nil) throws(RecognitionError) {
        do {
            words = try CommandWords.words(of: text)
        } catch { throw .commandMalformed(what: error.what) }
        self.folder = folder
    }

    /// The program, as the command names it.
    public var program: String { words[0] }

    /// Compares the command and its place; the note makes no difference.
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
