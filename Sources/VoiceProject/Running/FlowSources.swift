public import VoiceFlow
internal import VoiceMedia
public import VoiceRecognition
internal import VoiceSession
public import VoiceSynthesis
public import VoiceTrace

/// The files of a ``RunConfiguration``, read once for every run that shares them.
public struct FlowSources: Sendable {
    /// Bytes by the names that a session's `flow` folder uses.
    public private(set) var files: [String: [UInt8]] = [:]
    /// The user's paths by the same names.
    public private(set) var paths: [String: String] = [:]
    /// The recognizer's grammar or phrases as the user wrote them, by the same names.
    public private(set) var taskFiles: [String: [UInt8]] = [:]
    /// What the recognizer listens for.
    public private(set) var task = RecognitionTask.general
    /// Words that are said otherwise than they are written.
    public private(set) var lexicon: [SpokenForm] = []
    /// Words and their pronunciations in IPA.
    public private(set) var phonemes: [SpokenForm] = []
    /// Lines of alias and phoneme files that were skipped, each with its file.
    public private(set) var warnings: [String] = []

    /// Names of files in a session's `flow` folder that are not the engine's own.
    public enum FileName {
        /// Words that are said otherwise.
        public static let aliases = "aliases.txt"
        /// Words and their pronunciations.
        public static let phonemes = "phonemes.txt"
    }

    /// Largest file that is read, in bytes.
    private static let byteLimit: Int64 = 16 << 20

    /// Reads the files that `configuration` names.
    ///
    /// - Throws: ``DiskError`` for a file that is missing or too large.
    public init(_ configuration: RunConfiguration) throws(DiskError) {
        try add(configuration.flow, as: VoiceflowFactory.FileName.flow)
        try add(configuration.prompts, as: VoiceflowFactory.FileName.prompts)
        if let map = configuration.audioTextMap {
            try add(map, as: VoiceflowFactory.FileName.map)
        }
        if let aliases = configuration.aliases {
            lexicon = forms(try add(aliases, as: FileName.aliases), aliases)
        }
        if let path = configuration.phonemes {
            phonemes = forms(try add(path, as: FileName.phonemes), path)
        }
        if let grammar = configuration.grammar {
            let bytes = try DiskFile.read(grammar, limit: Self.byteLimit)
            task = .grammar(jsgf: String(decoding: bytes, as: UTF8.self))
            paths[RecognizerSetup.FileName.grammar] = grammar
            taskFiles[RecognizerSetup.FileName.grammar] = bytes
        } else if let phrases = configuration.phrases {
            let bytes = try DiskFile.read(phrases, limit: Self.byteLimit)
            task = .phrases(RecognizerSetup.phrases(in: bytes))
            paths[RecognizerSetup.FileName.phrases] = phrases
            taskFiles[RecognizerSetup.FileName.phrases] = bytes
        }
    }

    /// The paths that decide what ``init(_:)`` reads: configurations that share them share their
    /// sources.
    public static func paths(of configuration: RunConfiguration) -> [String?] {
        [
            configuration.flow, configuration.prompts, configuration.audioTextMap,
            configuration.aliases, configuration.phonemes, configuration.grammar,
            configuration.phrases,
        ]
    }

    /// Reads the files and refuses what a flow cannot run with.
    ///
    /// - Returns: the sources and what is worth a warning.
    /// - Throws: ``DiskError``, ``FlowError/notJSON(file:error:)``,
    ///   ``FlowError/refused(findings:)``.
    public static func checked(
        _ configuration: RunConfiguration
    ) throws -> (sources: FlowSources, warnings: [Finding]) {
        let sources = try FlowSources(configuration)
        let findings = try sources.findings()
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw FlowError.refused(findings: errors) }
        return (sources, findings.filter { $0.severity == .fault })
    }

    /// What is worth saying about flow, prompts and map, in the user's names.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public func findings() throws(FlowError) -> [Finding] {
        try VoiceflowFactory.findings(in: files, named: { paths[$0] ?? $0 })
    }

    @discardableResult
    private mutating func add(_ path: String, as name: String) throws(DiskError) -> [UInt8] {
        let bytes = try DiskFile.read(path, limit: Self.byteLimit)
        files[name] = bytes
        paths[name] = path
        return bytes
    }

    private mutating func forms(_ bytes: [UInt8], _ path: String) -> [SpokenForm] {
        let lexicon = Lexicon(parsing: String(decoding: bytes, as: UTF8.self))
        warnings += lexicon.diagnostics.map { "\(path): \($0)" }
        return lexicon.forms
    }
}
