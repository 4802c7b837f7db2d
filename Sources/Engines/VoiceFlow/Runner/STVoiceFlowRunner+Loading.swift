internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceRun
internal import VoiceSynthesis
internal import VoiceTrace

/// Loading of the parts of a flow, and of the places of the rest.
extension STVoiceFlowRunner {
    /// Largest file that is read, in bytes.
    private static let sizeLimit: Int64 = 64 << 20

    /// The base folder of a category; the folder for recordings is made when one is written.
    @discardableResult
    public func setMediaResourceLocation(
        fileCategory: STFileCategory, localURL: String
    ) -> ST_RESULT {
        initialized {
            let path: String
            do {
                path = try MediaFolders.path(of: localURL)
            } catch { return refuse(.ST_INVALID_PARAMETER, "\(error)") }
            guard !path.isEmpty else { return refuse(.ST_INVALID_PARAMETER, "localURL is empty") }
            if fileCategory != .FC_RECORD_AUDIO, !DiskFile.isFolder(path) {
                log.warn("\(path) is not a folder: \(fileCategory) files will be missing")
            }
            resources.folders.set(fileCategory.category, to: path)
            return .ST_SUCCESS
        }
    }

    /// The language folder below every location; empty for none.
    @discardableResult
    public func setLanguageFolder(languageFolder: String) -> ST_RESULT {
        initialized {
            do {
                try resources.folders.use(language: languageFolder)
            } catch { return refuse(.ST_INVALID_PARAMETER, "\(error)") }
            if state.isUnderWay { send("setLanguage", ["language": .string(languageFolder)]) }
            return .ST_SUCCESS
        }
    }

    /// Loads the flow from JSON text, in place of the one before.
    @discardableResult
    public func loadVoiceflow(jsonData: String) -> ST_RESULT {
        load(jsonData) { (content, bytes, file) throws(FlowError) in
            try content.loadFlow(bytes, file)
        }
    }

    /// Loads the flow from a file, in place of the one before.
    @discardableResult
    public func loadVoiceflow(localFileURL: String) -> ST_RESULT {
        load(file: localFileURL) { (content, bytes, file) throws(FlowError) in
            try content.loadFlow(bytes, file)
        }
    }

    /// Adds the prompts of JSON text; one of the same id is replaced. Serial collections begin at
    /// their first member again.
    @discardableResult
    public func loadAudioPromptModules(jsonData: String) -> ST_RESULT {
        promptsLoaded(
            load(jsonData) { (content, bytes, file) throws(FlowError) in
                try content.loadPrompts(bytes, file)
            })
    }

    /// Adds the prompts of a file; one of the same id is replaced. Serial collections begin at
    /// their first member again.
    @discardableResult
    public func loadAudioPromptModules(localFileURL: String) -> ST_RESULT {
        promptsLoaded(
            load(file: localFileURL) { (content, bytes, file) throws(FlowError) in
                try content.loadPrompts(bytes, file)
            })
    }

    private func promptsLoaded(_ result: ST_RESULT) -> ST_RESULT {
        if result == .ST_SUCCESS { state.selector.resetTurns() }
        return result
    }

    /// Adds the audio-to-text map of JSON text.
    @discardableResult
    public func loadAudioToTextMap(jsonData: String) -> ST_RESULT {
        load(jsonData) { (content, bytes, file) throws(FlowError) in
            try content.loadMap(bytes, file)
        }
    }

    /// Adds the audio-to-text map of a file.
    @discardableResult
    public func loadAudioToTextMap(localFileURL: String) -> ST_RESULT {
        load(file: localFileURL) { (content, bytes, file) throws(FlowError) in
            try content.loadMap(bytes, file)
        }
    }

    private typealias Loader = (inout RunnerContent, [UInt8], String) throws(FlowError) -> [Finding]

    private func load(_ text: String, _ loader: Loader) -> ST_RESULT {
        initialized { load(Array(text.utf8), RunnerContent.textName, loader) }
    }

    private func load(file: String, _ loader: Loader) -> ST_RESULT {
        initialized {
            switch read(file, .engine) {
            case .failure(let fault): fault.result
            case .success(let (bytes, path)): load(bytes, path, loader)
            }
        }
    }

    private func load(_ bytes: [UInt8], _ file: String, _ loader: Loader) -> ST_RESULT {
        guard !state.isUnderWay else { return refuse(.ST_VOICEFLOW_ALREADY_RUNNING) }
        do {
            for finding in try loader(&content, bytes, file) { log.warn(finding.description) }
            return .ST_SUCCESS
        } catch {
            switch error {
            case .notJSON: return refuse(.ST_JSON_PARSE_FAILURE, "\(error)")
            case .refused, .missingFile:
                return refuse(.ST_JSON_SCHEMA_FAILURE, "\(error)")
            }
        }
    }

    /// The bytes of a file, or the failure that was noted.
    func read(
        _ name: String, _ category: MediaFolders.Category
    ) -> Result<([UInt8], String), RunnerFault> {
        guard !name.isEmpty else {
            return .failure(.init(refuse(.ST_INVALID_PARAMETER, "the name is empty")))
        }
        let path: String
        do {
            path = try resources.folders.path(of: name, category: category)
        } catch {
            if case .fileName = error {
                return .failure(.init(refuse(.ST_INVALID_PARAMETER, "\(error)")))
            }
            return .failure(.init(refuse(.ST_FILE_NOT_FOUND, "\(error)")))
        }
        do {
            let bytes = try DiskFile.read(path, limit: Self.sizeLimit)
            guard String(validating: bytes, as: UTF8.self) != nil else {
                return .failure(.init(refuse(.ST_FILE_READ_FAILURE, "\(path) is not UTF-8")))
            }
            return .success((bytes, path))
        } catch { return .failure(.init(refuse(.ST_FILE_READ_FAILURE, "\(error)"))) }
    }

    // MARK: How words are spoken

    /// Adds aliases: words and their spoken forms.
    @discardableResult
    public func loadSSAliases(aliasDictionary: [String: String]) -> ST_RESULT {
        initialized { add(aliasDictionary, to: \.aliases) }
    }

    /// Adds the aliases of a text file, one `word: replacement` a line.
    @discardableResult
    public func loadSSAliases(aliasFile: String) -> ST_RESULT {
        initialized { add(file: aliasFile, to: \.aliases) }
    }

    /// Adds IPA phonemes for words.
    @discardableResult
    public func loadSSPhonemes(phonemeDictionary: [String: String]) -> ST_RESULT {
        initialized { add(phonemeDictionary, to: \.phonemes) }
    }

    /// Adds the IPA phonemes of a text file, one `word: phonemes` a line.
    @discardableResult
    public func loadSSPhonemes(phonemeFile: String) -> ST_RESULT {
        initialized { add(file: phonemeFile, to: \.phonemes) }
    }

    private func add(
        _ forms: [String: String], to lexicon: WritableKeyPath<RunResources, Lexicon>
    ) -> ST_RESULT {
        add(Lexicon(forms), to: lexicon)
    }

    private func add(
        file: String, to lexicon: WritableKeyPath<RunResources, Lexicon>
    ) -> ST_RESULT {
        switch read(file, .speechSynthesis) {
        case .failure(let fault): fault.result
        case .success(let (bytes, _)):
            add(Lexicon(parsing: String(textFile: bytes)), to: lexicon)
        }
    }

    private func add(
        _ loaded: Lexicon, to lexicon: WritableKeyPath<RunResources, Lexicon>
    ) -> ST_RESULT {
        for diagnostic in loaded.diagnostics { log.warn(diagnostic) }
        for form in loaded.forms { resources[keyPath: lexicon].add(form) }
        return .ST_SUCCESS
    }
}

/// A failure that the runner has noted already.
struct RunnerFault: Error {
    let result: ST_RESULT

    init(_ result: ST_RESULT) { self.result = result }
}

extension STFileCategory {
    /// The category as the media core calls it.
    var category: MediaFolders.Category {
        switch self {
        case .FC_PLAY_AUDIO: .playAudio
        case .FC_PLAY_TEXT: .playText
        case .FC_RECORD_AUDIO: .recordAudio
        case .FC_SPEECH_RECOGNITION: .speechRecognition
        case .FC_SPEECH_SYNTHESIS: .speechSynthesis
        case .FC_VOICEFLOW: .engine
        }
    }
}
