import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceSession

/// A project whose files `validate` checks together.
struct ValidatedProject {
    private let configuration: RunConfiguration
    private let common: [String: (bytes: [UInt8], file: String)]
    /// The recognizers of the scenarios, by their paths.
    private let recognizers: [String: RecognizerSetup.Kind]
    /// The engine's files that have keys of their own, and the scenarios.
    let files: [String]
    /// Files and folders of the project that could not be read.
    let unreadable: [DiskError]
    /// Warnings of names that another system cannot tell apart or write.
    let nameFindings: [Finding]

    /// The project's folder where `path` is one or its file; nil where it is neither.
    static func folder(_ path: String) -> String? {
        if DiskFile.name(of: path) == Project.fileName, !DiskFile.isFolder(path) {
            let parent = DiskFile.parent(of: path)
            return parent.isEmpty ? "." : parent
        }
        let isProject = DiskFile.isFolder(path) && DiskFile.exists("\(path)/\(Project.fileName)")
        return isProject ? path : nil
    }

    /// The project in `folder`.
    ///
    /// - Throws: ``ProjectError`` where its file is refused, what reading the tolerance throws.
    init(_ folder: String) throws {
        let reader = try ProjectReader(folder: folder, usual: Engines.usual())
        guard reader.findings.allSatisfy({ $0.severity == .warning }) else {
            throw ProjectError.refused(findings: reader.findings)
        }
        configuration = reader.project.configuration
        _ = try reader.project.tolerance.map { try Tolerance(file: $0) }
        let cases = try ProjectCases(of: reader.project)
        unreadable = cases.unreadable
        nameFindings = PortableNames(cases.paths).warnings.map { path, message in
            Finding(
                severity: .warning, file: reader.project.path(of: path),
                place: TextPlace(line: 1, column: 1), path: .root,
                message: "the name \(message)")
        }
        let scenarios = cases.cases.compactMap { item in
            if case .scenario(let path) = item.caller, item.number ?? 1 == 1 {
                (path, item.configuration)
            } else {
                nil
            }
        }
        recognizers = Dictionary(scenarios.map { ($0, $1.recognizer.kind) }) { $1 }
        common = Dictionary(
            scenarios.compactMap { path, item in item.app.map { (path, ($0.placed, $0.file)) } }
        ) { $1 }
        let keyed = configuration.keyedFiles.compactMap { [configuration] in
            configuration.files[$0.name]
        }
        files = keyed + scenarios.map(\.0)
    }

    /// An empty set that knows the project's surroundings; `media` takes the place of its own.
    func set(media: String?) throws -> FlowFiles {
        var set = try FlowFiles(
            Engines.factory(of: configuration), media: media ?? configuration.media,
            language: configuration.language)
        let named = configuration.keyedFiles.isEmpty ? configuration.files : [:]
        for (name, path) in named.sorted(by: { $0.key < $1.key }) { try set.add(path, as: name) }
        set.phrases = configuration.phrases
        set.grammar = configuration.grammar
        for field in configuration.fields { set.set(field.name, to: field.value) }
        set.recognizers = recognizers
        set.returnsTask = configuration.recognizer != .process
        if let sources = try? FlowSources(configuration) {
            (set.lexicon, set.phonemes) = (sources.lexicon, sources.phonemes)
        }
        set.common = common
        set.telephone = configuration.telephone
        set.placed = configuration.placed
        return set
    }
}
