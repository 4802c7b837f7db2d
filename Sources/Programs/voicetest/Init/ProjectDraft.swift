import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTrace

/// A project for a flow that exists, with drafted scenarios.
struct ProjectDraft {
    /// Drafted scenarios and the flow that were written.
    struct Written {
        let drafted: DraftedScenarios
        let flow: String
    }

    private let project: Project
    private let projectFile: [UInt8]
    private let synthesizer = SpeechSynthesizer(
        cacheFolder: SpeechSynthesizer.usualCacheFolder)

    /// A draft in `folder`, which exists, for the files of `configuration`.
    ///
    /// - Throws: ``ProjectError`` for a project file that could not be read again.
    init(of configuration: RunConfiguration, in folder: String) throws {
        let file = Self.projectFile(of: configuration, in: folder)
        projectFile = JSONWriter.prettyBytes(.object(file))
        let reader = try ProjectReader(
            bytes: projectFile, folder: folder, usual: Engines.usual())
        guard reader.findings.isEmpty else {
            throw ProjectError.refused(findings: reader.findings)
        }
        project = reader.project
        try refuseExisting(Project.fileName)
        try refuseExisting(UnreachedFile.name)
    }

    /// Files under their usual names in the folder need no key.
    private static func projectFile(
        of configuration: RunConfiguration, in folder: String
    ) -> JSONObject {
        var object = JSONObject()
        let project = Project.standard(in: folder, usual: Engines.usual())
        let usual = project.configuration
        func put(_ key: String, _ path: String?, _ usual: String?) {
            guard let path else { return }
            let name = RelativePath.from(folder, to: path)
            if let usual, usual == project.path(of: name) { return }
            object[key] = .string(name)
        }
        for file in configuration.keyedFiles {
            put(file.key, configuration.files[file.name], usual.files[file.name])
        }
        put("media", configuration.media, usual.media)
        put("phrases", configuration.phrases, usual.phrases)
        put("grammar", configuration.grammar, usual.grammar)
        put("aliases", configuration.aliases, usual.aliases)
        put("phonemes", configuration.phonemes, usual.phonemes)
        object["recognizer"] = .string(RunConfiguration.Recognizer.scripted.rawValue)
        if !configuration.fields.isEmpty {
            var fields = JSONObject()
            for field in configuration.fields { fields[field.name] = field.value }
            object["fields"] = .object(fields)
        }
        object["coverage"] = 100
        return object
    }

    private func refuseExisting(_ name: String) throws {
        let path = project.path(of: name)
        guard DiskFile.exists(path) else { return }
        throw CommandError(
            .cannotCreate,
            "\(path) exists already, and nothing is overwritten. Draft into a folder of its own,"
                + " as in `voicetest init --from \(flow) drafts`.")
    }

    /// Drafts, records the goldens and writes all into `folder`, which is the project's.
    func write(into folder: inout ProjectFolder) throws -> Written {
        let (sources, warnings) = try FlowSources.checked(
            project.configuration, factory: Engines.usual())
        for var finding in warnings {
            finding.severity = .warning
            Console.report(finding.description)
        }
        var drafted = try draft(sources)
        for draft in drafted.drafts {
            try refuseExisting(draft.name + Project.scenarioSuffix)
            try refuseExisting(draft.name + SessionFolder.suffix)
        }
        for draft in drafted.drafts {
            try folder.write(draft.json, to: draft.name + Project.scenarioSuffix)
        }
        // The goldens have the last word: what one of them takes is within reach.
        drafted.unreached =
            UnreachedList(drafted.unreached).without(
                exercised: try recordGoldens(of: drafted, sources, into: &folder)
            ).parts
        if !drafted.unreached.isEmpty {
            try folder.write(UnreachedList(drafted.unreached).bytes, to: UnreachedFile.name)
        }
        for file in ProjectTemplate.gitFiles where !DiskFile.exists(project.path(of: file.path)) {
            try folder.write(file.bytes, to: file.path)
        }
        try folder.write(projectFile, to: Project.fileName)
        return Written(drafted: drafted, flow: flow)
    }

    /// The file that scenarios are drafted for.
    private var flow: String { project.configuration.mainFile ?? project.folder }

    private func draft(_ sources: FlowSources) throws -> DraftedScenarios {
        let configuration = project.configuration
        var folders = try MediaFolders(language: configuration.language)
        if let media = configuration.media { folders.setAll(to: media) }
        var request = DraftRequest(files: sources.files, folders: folders)
        request.name = DiskFile.name(of: flow)
        if case .phrases(let phrases) = sources.task { request.phrases = phrases }
        var drafter = ScenarioDrafter(
            for: request, of: Engines.usual(), synthesizer: synthesizer)
        drafter.language = configuration.language
        drafter.seed = configuration.seed
        drafter.fields = configuration.fields.map { ($0.name, $0.value) }
        drafter.lexicon = sources.lexicon
        drafter.phonemes = sources.phonemes
        return try drafter.draft()
    }

    /// Records the golden sessions of the drafts, and returns what they exercise.
    private func recordGoldens(
        of drafted: DraftedScenarios, _ sources: FlowSources, into folder: inout ProjectFolder
    ) throws -> FlowCoverage {
        let names = Set(drafted.drafts.map(\.name))
        var coverage = FlowCoverage(graph: drafted.graph)
        var runner = CaseRunner(
            factories: [Engines.usual()], synthesizer: synthesizer, createdBy: Voicetest.program)
        for item in try ProjectCases(of: project).cases where names.contains(item.name) {
            let result = runner.run(item, sources: sources)
            if let error = result.error { throw error }
            guard let session = result.session, session.unreachedLines.isEmpty,
                session.failedExpectations.isEmpty
            else {
                throw CommandError(
                    .bug,
                    "\(item.name): the draft does not do what it was drafted for. Report this with"
                        + " the flow.")
            }
            try SessionWriter(path: item.golden.path, isReplacing: false)
                .write(session, timing: [:])
            folder.record(item.golden.path)
            coverage.add(session.events, Engines.usual().declaration.vocabulary)
            coverage.add(session.inputs)
        }
        return coverage
    }
}

/// Paths as a project's file names them.
enum RelativePath {
    /// Returns the relative path from `folder`, which exists, to `path`; `.` for the folder itself.
    ///
    /// A link at the path's own end is not followed.
    static func from(_ folder: String, to path: String) -> String {
        let start = parts(DiskFile.realPath(folder))
        var end: [Substring]
        let name = DiskFile.name(of: path)
        if DiskFile.isFolder(path) || name.isEmpty || name == "." || name == ".." {
            end = parts(DiskFile.realPath(path))
        } else {
            let parent = DiskFile.parent(of: path)
            end = parts(DiskFile.realPath(parent.isEmpty ? "." : parent)) + [name[...]]
        }
        let shared = zip(start, end).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: start.count - shared)
        let steps = up + end.dropFirst(shared).map(String.init)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }
}
