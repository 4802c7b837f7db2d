internal import VoiceFiles
public import VoiceRecognition
internal import VoiceTrace

/// Recognizer of a session, and its task.
public struct RecognizerSetup: Sendable, Equatable {
    /// The kinds of recognizer a session can have.
    public enum Kind: String, Sendable, CaseIterable {
        /// Nothing in the flow recognises.
        case none
        /// Real recognition.
        case pocketsphinx
        /// The caller lines' own words.
        case scripted
        /// A program of the user's.
        case process
    }

    /// Scripted, built in, or a program of the user.
    public var kind: Kind
    /// Task of the recognizer, for all but a script.
    public var task: RecognitionTask
    /// Pronunciations of words of phrases and graphs that the dictionary lacks, as they were
    /// guessed when the session was recorded. Sorted by word.
    public var pronunciations: [WordPronunciation] = []
    /// The program of a ``Kind/process``. A session keeps no command: a replay has to name one.
    public var command: RecognizerCommand?

    /// Names of the files that keep the task's text, in a session's `flow` folder.
    public enum FileName {
        /// The grammar's file in a session's `flow` folder.
        public static let grammar = "grammar.jsgf"
        /// Phrases, one a line.
        public static let phrases = "phrases.txt"
        /// Guessed pronunciations: a word and its phones a line, as in a CMU dictionary.
        public static let pronunciations = "pronunciations.txt"
    }

    /// The names of the files that hold a task, in the session's `flow` folder.
    static let fileNames = [FileName.grammar, FileName.phrases]

    /// The names of all files a recognizer reads, in the session's `flow` folder.
    package static let allFileNames = fileNames + [FileName.pronunciations]

    /// A recognizer of `kind` for `task`.
    package init(kind: Kind, task: RecognitionTask = .general) {
        self.kind = kind
        self.task = task
    }

    /// The phrases of a file: one a line; blank lines and lines from `#` on are left out.
    public static func phrases(in bytes: [UInt8]) -> [String] {
        String(textFile: bytes).split(whereSeparator: \.isNewline)
            .map { line in
                line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
            }
            .filter { !$0.isEmpty }
    }

    /// Returns the task that a file of a session's `flow` folder tells; nil for every other file.
    public static func task(inFile name: String, bytes: [UInt8]) -> RecognitionTask? {
        switch name {
        case FileName.grammar: .grammar(jsgf: String(textFile: bytes))
        case FileName.phrases: .phrases(phrases(in: bytes))
        default: nil
        }
    }

    /// The task as a file of the session; nil for the general model.
    var file: (name: String, bytes: [UInt8])? {
        switch task {
        case .grammar(let jsgf): (FileName.grammar, Array(jsgf.utf8))
        case .phrases(let phrases):
            (FileName.phrases, Array((phrases.joined(separator: "\n") + "\n").utf8))
        case .graph, .general: nil
        }
    }

    /// Files of the session that tell the task, by name.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        if let file { files[file.name] = file.bytes }
        if !pronunciations.isEmpty {
            let lines = pronunciations.map { way in
                "\(way.word) \(way.phones.joined(separator: " "))\n"
            }
            files[FileName.pronunciations] = Array(
                ("# Guessed by espeak-ng: how words are said that the dictionary lacks.\n"
                    + lines.joined()).utf8)
        }
        return files
    }

    /// Most lines of a file of pronunciations: three ways for each word that may be guessed.
    private static let pronunciationLimit = 3 * WordGuess.wordLimit
    /// Most phones of one pronunciation.
    private static let phoneLimit = 256

    /// The pronunciations of a session's file.
    ///
    /// - Throws: ``SessionError/trace(_:)`` where a line is no word with phones.
    private static func pronunciations(
        in bytes: [UInt8]
    ) throws(SessionError) -> [WordPronunciation] {
        let lines = phrases(in: bytes)
        guard lines.count <= pronunciationLimit else {
            throw damaged("it has more than \(pronunciationLimit) lines")
        }
        var ways: [WordPronunciation] = []
        for (index, line) in lines.enumerated() {
            let parts = line.split(separator: " ").map(String.init)
            guard (2...phoneLimit).contains(parts.count) else {
                throw damaged("pronunciation \(index + 1) is not a word with its phones")
            }
            ways.append(WordPronunciation(word: parts[0], phones: Array(parts.dropFirst())))
        }
        return ways
    }

    private static func damaged(_ what: String) -> SessionError {
        .trace(.damaged(path: "flow/\(FileName.pronunciations)", what: what))
    }

    /// The set-up of a recorded session.
    ///
    /// - Throws: ``SessionError/unknownRecognizer(kind:)``, ``SessionError/trace(_:)``.
    init(
        recorded manifest: SessionManifest, files: [String: [UInt8]]
    ) throws(SessionError) {
        guard let kind = Kind(rawValue: manifest.recognizer.kind) else {
            throw .unknownRecognizer(kind: manifest.recognizer.kind)
        }
        self.kind = kind
        if let grammar = files[FileName.grammar] {
            task = .grammar(jsgf: String(textFile: grammar))
        } else if let phrases = files[FileName.phrases] {
            task = .phrases(Self.phrases(in: phrases))
        } else {
            task = .general
        }
        if let bytes = files[FileName.pronunciations] {
            pronunciations = try Self.pronunciations(in: bytes)
        }
    }
}
