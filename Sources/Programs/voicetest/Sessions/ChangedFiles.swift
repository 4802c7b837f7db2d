import ArgumentParser
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceSession
import VoiceTrace

/// Files of a user's flow as they are now, through which recorded sessions are replayed.
struct ChangedFiles: Sendable {
    let configuration: RunConfiguration
    let sources: FlowSources

    /// Replays the sessions in `folders` through these files, and returns the outcomes in their
    /// order.
    func outcomes(
        of folders: [SessionFolder], _ options: ReplayOptions, tolerance: Tolerance, jobs: Int,
        testsItself: Bool, report: RunReport?, expectations: [TurnExpectation], measures: Bool
    ) async throws -> [ReplayOutcome] {
        var runner = TestRunner()
        runner.testsItself = testsItself
        runner.report = report
        runner.expectations = expectations
        if measures { runner.measuring = TestRunner.Measuring() }
        runner.replayOptions = options
        runner.unit = "sessions"
        let work = folders.map { folder in
            TestWork(
                item: ProjectCase(
                    name: DiskFile.name(of: folder.path), caller: .recording, golden: folder,
                    configuration: configuration),
                sources: .success(sources), tolerance: tolerance)
        }
        return await runner.run(work, jobs: jobs)
    }
}

extension ReplayCommand {
    /// The changed files of the options; nil where a session is replayed through its own.
    func changedFiles() throws -> ChangedFiles? {
        guard !sources.isEmpty else { return nil }
        if let media = sources.media, !DiskFile.isFolder(media) {
            throw DiskError.missing(path: media)
        }
        let configuration = try sources.applied(to: RunConfiguration(of: Engines.usual()))
        return ChangedFiles(
            configuration: configuration,
            sources: try FlowSources.noted(configuration, isPartial: true))
    }

    func validateSources() throws {
        let isSpoken = sources.flow != nil || sources.prompts != nil || sources.engine.isGeneral
        if !isSpoken, sources.aliases != nil || sources.phonemes != nil {
            throw ValidationError(
                "--aliases and --phonemes change how prompts are spoken: a session keeps its"
                    + " prompts. Give --flow or --prompts with them.")
        }
        if certify != nil, !sources.isEmpty {
            throw ValidationError(
                "--certify proves replays of the session's own files. Leave out --flow, --prompts"
                    + " and the other changed files.")
        }
    }
}

extension FlowSources {
    /// Returns the checked sources of `configuration`; warnings go to standard error.
    static func noted(
        _ configuration: RunConfiguration, isPartial: Bool = false, tellsWarnings: Bool = true
    ) throws -> FlowSources {
        let factory = try Engines.factory(of: configuration)
        let (sources, warnings) = try checked(
            configuration, isPartial: isPartial, factory: factory)
        guard tellsWarnings else { return sources }
        for var finding in warnings {
            finding.severity = .warning
            Console.report(finding.description)
        }
        for warning in sources.warnings { Console.report("warning: \(warning)") }
        return sources
    }
}

extension SourceOptions {
    /// The files as a report's result names them: by option and digest, the media folder by name.
    func told() throws -> JSONObject {
        var told = JSONObject()
        let files = [
            ("flow", flow), ("prompts", prompts), ("audio-text-map", audioTextMap),
            ("phrases", phrases), ("grammar", grammar), ("aliases", aliases),
            ("phonemes", phonemes),
        ]
        for (option, path) in files {
            guard let path else { continue }
            let bytes = try DiskFile.read(path, limit: FileLimit.text)
            told["--\(option)"] = .string(Digest.hex(of: bytes))
        }
        for file in engine.files {
            let bytes = try DiskFile.read(file.path, limit: FileLimit.text)
            told["--file \(file.name)"] = .string(Digest.hex(of: bytes))
        }
        told["--media"] = media.map { .string($0) }
        return told
    }
}
