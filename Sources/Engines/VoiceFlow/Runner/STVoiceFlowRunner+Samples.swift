/// Spellings that only the document's samples use: without labels, with `Url` for `URL`, or with
/// `Prompts` for `Prompt`.
extension STVoiceFlowRunner {
    /// See ``forSTResult(result:)``.
    public func forSTResult(_ result: ST_RESULT) -> String { forSTResult(result: result) }

    /// See ``enableDeviceSpeaker(enable:)``.
    public func enableDeviceSpeaker(_ enable: Bool) { enableDeviceSpeaker(enable: enable) }

    /// See ``resetVoiceflowRuntimeField(name:)``.
    @discardableResult
    public func resetVoiceflowRuntimeField(_ name: String) -> Bool {
        resetVoiceflowRuntimeField(name: name)
    }

    /// See ``loadAudioPromptModules(jsonData:)``.
    @discardableResult
    public func loadAudioPromptsModules(jsonData: String) -> ST_RESULT {
        loadAudioPromptModules(jsonData: jsonData)
    }

    /// See `setVoiceFlowCallback(voiceFlowCallback:)`.
    @discardableResult
    public func setVoiceFlowCallback(_ voiceFlowCallback: any STVoiceFlowCallback) -> Bool {
        setVoiceFlowCallback(voiceFlowCallback: voiceFlowCallback)
    }

    /// See ``setLogLevel(logLevel:)``.
    public func setLogLevel(_ logLevel: String?) { setLogLevel(logLevel: logLevel) }

    /// See ``setMediaModulesLogLevels(logLevels:)``.
    public func setMediaModulesLogLevels(_ logLevels: [String: String?]) {
        setMediaModulesLogLevels(logLevels: logLevels)
    }

    /// See ``setLanguageFolder(languageFolder:)``.
    @discardableResult
    public func setLanguageFolder(_ languageFolder: String) -> ST_RESULT {
        setLanguageFolder(languageFolder: languageFolder)
    }

    /// See ``setVoiceflowRuntimeField(name:value:)``.
    @discardableResult
    public func setVoiceflowRuntimeField(_ name: String, _ value: Any) -> Bool {
        setVoiceflowRuntimeField(name: name, value: value)
    }

    /// See ``getVoiceflowRuntimeField(name:)``.
    public func getVoiceflowRuntimeField(_ name: String) -> Any? {
        getVoiceflowRuntimeField(name: name)
    }

    /// See ``setUserIntent(userIntent:)``.
    @discardableResult
    public func setUserIntent(_ userIntent: String) -> Bool {
        setUserIntent(userIntent: userIntent)
    }

    /// See ``loadVoiceflow(localFileURL:)``.
    @discardableResult
    public func loadVoiceflow(localFileUrl: String) -> ST_RESULT {
        loadVoiceflow(localFileURL: localFileUrl)
    }

    /// See ``loadAudioPromptModules(localFileURL:)``.
    @discardableResult
    public func loadAudioPromptModules(localFileUrl: String) -> ST_RESULT {
        loadAudioPromptModules(localFileURL: localFileUrl)
    }
}
