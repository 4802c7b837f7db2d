public import VoiceRecognition
internal import VoiceTrace

/// Which recognizer listens, and for what.
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

    /// The kind.
    public var kind: Kind
    /// What is listened for, by all but a script.
    public var task: RecognitionTask
    /// The program of a ``Kind/process``. A session keeps no command: whoever replays it names one.
    public var command: RecognizerCommand?

    /// Where a session keeps the task's text, in its `flow` folder.
    public enum FileName {
        /// A grammar.
        public static let grammar = "grammar.jsgf"
        /// Phrases, one a line.
        public static let phrases = "phrases.txt"
    }

    /// The names of the files a recognizer reads, in the session's `flow` folder.
    static let fileNames = [FileName.grammar, FileName.phrases]

    /// A recognizer of `kind` for `task`.
    public init(kind: Kind, task: RecognitionTask = .general) {
        self.kind = kind
        self.task = task
    }

    /// The phrases of a file: one a line; blank lines and lines from `#` on are left out.
    public static func phrases(in bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { line in
                line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
            }
            .filter { !$0.isEmpty }
    }

    /// What a file of a session's `flow` folder says is listened for; nil for every other file.
    public static func task(inFile name: String, bytes: [UInt8]) -> RecognitionTask? {
        switch name {
        case FileName.grammar: .grammar(jsgf: String(decoding: bytes, as: UTF8.self))
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

    /// The set-up of a recorded session.
    ///
    /// - Throws: ``SessionError/unknownRecognizer(kind:)``.
    init(
        recorded manifest: SessionManifest, files: [String: [UInt8]]
    ) throws(SessionError) {
        guard let kind = Kind(rawValue: manifest.recognizer.kind) else {
            throw .unknownRecognizer(kind: manifest.recognizer.kind)
        }
        self.kind = kind
        if let grammar = files[FileName.grammar] {
            task = .grammar(jsgf: String(decoding: grammar, as: UTF8.self))
        } else if let phrases = files[FileName.phrases] {
            task = .phrases(Self.phrases(in: phrases))
        } else {
            task = .general
        }
    }
}
