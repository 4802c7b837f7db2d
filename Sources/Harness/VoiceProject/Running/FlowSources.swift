package import VoiceEngine
package import VoiceFiles
package import VoiceJSON
package import VoiceRecognition
internal import VoiceSession
package import VoiceSynthesis
internal import VoiceTrace

/// The files of a ``RunConfiguration``, read once for every run that shares them.
package struct FlowSources: Sendable {
    /// Bytes by the names that a session's `flow` folder uses.
    package private(set) var files: [String: [UInt8]] = [:]
    /// The user's paths by the same names.
    package private(set) var paths: [String: String] = [:]
    /// The recognizer's grammar or phrases as the user wrote them, by the same names.
    package private(set) var taskFiles: [String: [UInt8]] = [:]
    /// Task of the recognizer.
    package private(set) var task = RecognitionTask.general
    /// Words that are said otherwise than they are written.
    package private(set) var lexicon: [SpokenForm] = []
    /// Words and their pronunciations in IPA.
    package private(set) var phonemes: [SpokenForm] = []
    /// Lines of alias and phoneme files that were skipped, each with its file.
    package private(set) var warnings: [String] = []
    /// Whether files that are not named are those of the session that is replayed.
    package let isPartial: Bool

    /// Names of files in a session's `flow` folder that are not the engine's own.
    public enum FileName {
        /// File of words that are said otherwise.
        public static let aliases = "aliases.txt"
        /// File of words and their pronunciations.
        public static let phonemes = "phonemes.txt"
    }

    /// Largest file that is read, in bytes.
    private static let byteLimit: Int64 = 16 << 20

    /// Reads the files that `configuration` names.
    ///
    /// `isPartial` says whether sessions keep their own files in the place of those that are not
    /// named.
    ///
    /// - Throws: `DiskError` for a file that is missing or too large.
    package init(
        _ configuration: RunConfiguration, isPartial: Bool = false
    ) throws(DiskError) {
        self.isPartial = isPartial
        for name in Self.names(of: configuration) {
            if let path = configuration.files[name] { try add(path, as: name) }
        }
        files[TelephoneFile.name] = configuration.telephone
        if let aliases = configuration.aliases {
            lexicon = forms(try add(aliases, as: FileName.aliases), aliases)
        }
        if let path = configuration.phonemes {
            phonemes = forms(try add(path, as: FileName.phonemes), path)
        }
        if let grammar = configuration.grammar {
            let bytes = try DiskFile.read(grammar, limit: Self.byteLimit)
            task = .grammar(jsgf: String(textFile: bytes))
            paths[RecognizerSetup.FileName.grammar] = grammar
            taskFiles[RecognizerSetup.FileName.grammar] = bytes
        } else if let phrases = configuration.phrases {
            let bytes = try DiskFile.read(phrases, limit: Self.byteLimit)
            task = .phrases(RecognizerSetup.phrases(in: bytes))
            paths[RecognizerSetup.FileName.phrases] = phrases
            taskFiles[RecognizerSetup.FileName.phrases] = bytes
        }
    }

    /// The names of the engine's files, in the order in which they are read.
    private static func names(of configuration: RunConfiguration) -> [String] {
        let keyed = configuration.keyedFiles.map(\.name)
        return keyed + configuration.files.keys.filter { !keyed.contains($0) }.sorted()
    }

    /// The paths that decide what `init(_:)` reads: configurations of one engine that share them
    /// share their sources.
    package static func paths(of configuration: RunConfiguration) -> [String?] {
        names(of: configuration).map { configuration.files[$0] } + [
            configuration.aliases, configuration.phonemes, configuration.grammar,
            configuration.phrases,
        ]
    }

    /// Reads the files and refuses what an engine of `factory` cannot run with.
    ///
    /// - Returns: the sources and what is worth a warning.
    /// - Throws: `DiskError`, the engine's refusal or ``ProjectError/refused(findings:)``, and what
    ///   the engine's check of its files throws.
    package static func checked(
        _ configuration: RunConfiguration, isPartial: Bool = false, factory: any EngineFactory
    ) throws -> (sources: FlowSources, warnings: [Finding]) {
        let sources = try FlowSources(configuration, isPartial: isPartial)
        let paths = sources.paths
        let findings = try factory.findings(
            in: sources.files, named: { paths[$0] ?? $0 }, surroundings: nil
        ).map(configuration.placed)
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else {
            throw factory.refusal(of: errors) ?? ProjectError.refused(findings: errors)
        }
        return (sources, findings.filter { $0.severity == .fault })
    }

    /// These sources, with the words of the session's own `files` where no words are named.
    func completed(from files: [String: [UInt8]]) -> FlowSources {
        guard isPartial else { return self }
        var result = self
        func own(_ name: String) -> [SpokenForm] {
            guard self.files[name] == nil, let bytes = files[name] else { return [] }
            return Lexicon(parsing: String(textFile: bytes)).forms
        }
        result.lexicon += own(FileName.aliases)
        result.phonemes += own(FileName.phonemes)
        return result
    }

    /// The sources with other bytes for some of their files, by the names in a session's `flow`
    /// folder; nil takes a file away.
    func replacing(_ changed: [String: [UInt8]?]) -> FlowSources {
        var result = self
        for (name, bytes) in changed {
            switch name {
            case RecognizerSetup.FileName.grammar:
                result.taskFiles[name] = bytes
                result.task = bytes.map { .grammar(jsgf: String(textFile: $0)) } ?? .general
            case RecognizerSetup.FileName.phrases:
                result.taskFiles[name] = bytes
                result.task = bytes.map { .phrases(RecognizerSetup.phrases(in: $0)) } ?? .general
            case FileName.aliases:
                result.files[name] = bytes
                result.lexicon = Lexicon(parsing: String(textFile: bytes ?? [])).forms
            case FileName.phonemes:
                result.files[name] = bytes
                result.phonemes = Lexicon(parsing: String(textFile: bytes ?? [])).forms
            default: result.files[name] = bytes
            }
        }
        return result
    }

    @discardableResult
    private mutating func add(_ path: String, as name: String) throws(DiskError) -> [UInt8] {
        let bytes = try DiskFile.read(path, limit: Self.byteLimit)
        files[name] = bytes
        paths[name] = path
        return bytes
    }

    private mutating func forms(_ bytes: [UInt8], _ path: String) -> [SpokenForm] {
        let lexicon = Lexicon(parsing: String(textFile: bytes))
        warnings += lexicon.diagnostics.map { "\(path): \($0)" }
        return lexicon.forms
    }
}
