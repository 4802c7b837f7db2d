package import VoiceEngine
internal import VoiceFiles

extension Project {
    /// Ending of a scenario's file name.
    package static let scenarioSuffix = ".scenario.json"

    /// A project of the files that stand in `folder` under their usual names.
    ///
    /// These are the files of the engine that `usual` makes, as in `flow.json` and `prompts.json`,
    /// `media`, `phrases.txt` or `grammar.jsgf`, `aliases.txt`, `phonemes.txt` and
    /// `tolerance.json`.
    package static func standard(in folder: String, usual: any EngineFactory) -> Project {
        let folder = folder.isEmpty ? "." : folder
        func found(_ name: String) -> String? {
            let path = join(folder, name)
            return DiskFile.exists(path) ? path : nil
        }
        var configuration = RunConfiguration(of: usual)
        for file in configuration.keyedFiles {
            let missing = file.isRequired ? file.usualNames.first : nil
            configuration.files[file.name] =
                file.usualNames.lazy.compactMap(found).first
                ?? missing.map { join(folder, $0) }
        }
        configuration.media = found("media")
        configuration.phrases = found("phrases.txt")
        if configuration.phrases == nil { configuration.grammar = found("grammar.jsgf") }
        configuration.aliases = found("aliases.txt")
        configuration.phonemes = found("phonemes.txt")
        return Project(
            folder: folder, configuration: configuration,
            scenarios: [FilePattern("**/*\(scenarioSuffix)")], overrides: [],
            tolerance: found("tolerance.json"), coverage: nil)
    }

    /// The folder of the project that `path` belongs to: the nearest one at or above it that holds
    /// a `voicetest.json`; nil if there is none.
    package static func folder(above path: String) -> String? {
        var folder = DiskFile.isFolder(path) ? path : DiskFile.parent(of: path)
        if folder.isEmpty { folder = "." }
        while true {
            if DiskFile.exists(join(folder, fileName)) { return folder }
            guard let next = parent(of: folder) else { return nil }
            folder = next
        }
    }

    /// The folder above `folder`; nil at the root, and where nothing stands there any more.
    private static func parent(of folder: String) -> String? {
        let real = DiskFile.realPath(folder)
        guard real.hasPrefix("/"), real != "/" else { return nil }
        return DiskFile.parent(of: real)
    }
}
