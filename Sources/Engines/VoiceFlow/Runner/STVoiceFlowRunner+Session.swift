internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRun
internal import VoiceSynthesis
internal import VoiceTrace

/// The audio session, permissions, the speaker and the voices.
extension STVoiceFlowRunner {
    /// Takes the usual audio session: Bluetooth allowed, others ducked, the loud speaker.
    @discardableResult
    public func initializeDefaultAudioSession() -> ST_RESULT {
        initialized {
            apply(AudioRoute(session: .standard, isSpeakerEnabled: route.isSpeakerEnabled))
            return .ST_SUCCESS
        }
    }

    /// Takes an audio session from JSON text.
    @discardableResult
    public func initializeAudioSession(jsonData: String) -> ST_RESULT {
        initialized { takeSession(Array(jsonData.utf8), "jsonData") }
    }

    /// Takes an audio session from a file.
    @discardableResult
    public func initializeAudioSession(localFileURL: String) -> ST_RESULT {
        initialized {
            switch read(localFileURL, .engine) {
            case .failure(let fault): fault.result
            case .success(let (bytes, path)): takeSession(bytes, path)
            }
        }
    }

    /// Takes the app's wishes about the devices from now on; a run that is under way notes them.
    private func apply(_ wanted: AudioRoute) {
        guard wanted != route else { return }
        route = wanted
        guard let run else { return }
        post(.audioSession(.configured(route.setup)), to: run)
        host.configure(audioSession: route.setup)
    }

    private func takeSession(_ bytes: [UInt8], _ file: String) -> ST_RESULT {
        do {
            let reader = try AudioSessionReader(bytes: bytes, file: file)
            let findings = reader.survey.findings
            for finding in findings { log.warn(finding.description) }
            guard !findings.contains(where: { $0.severity == .error }) else {
                return refuse(.ST_JSON_SCHEMA_FAILURE, file)
            }
            apply(
                AudioRoute(session: reader.parameters, isSpeakerEnabled: route.isSpeakerEnabled))
            return .ST_SUCCESS
        } catch { return refuse(.ST_JSON_PARSE_FAILURE, "\(file): \(error)") }
    }

    /// Asks for the microphone: the first time the answer comes through `STVFC_PermissionEvent`.
    @discardableResult
    public func requestMicrophonePermission() -> ST_RESULT { request(.microphone) }

    /// Asks for speech recognition: the first time the answer comes through
    /// `STVFC_PermissionEvent`.
    @discardableResult
    public func requestSpeechRecognitionPermission() -> ST_RESULT { request(.speechRecognition) }

    private func request(_ what: Permission) -> ST_RESULT {
        initialized {
            if let answer = permissions[what] { return Self.result(of: answer) }
            guard askedPermissions.insert(what).inserted else { return .ST_PERMISSION_WAIT }
            host.post { [weak self] in self?.answered(what) }
            return .ST_PERMISSION_WAIT
        }
    }

    private func answered(_ what: Permission) {
        let answer = host.answer(permission: what)
        permissions[what] = answer
        if let run, state.isUnderWay {
            post(.permission(what, answer), to: run)
            return
        }
        notifyObservers(of: ObservedEvent(permission: what.rawValue, answer.rawValue))
        let event = EventNames.permission(what.rawValue, answer.rawValue)
        if let app = actorCallback {
            post("PermissionEvent") { await app.STVFC_PermissionEvent(permissionEvent: event) }
        } else {
            callback?.STVFC_PermissionEvent(permissionEvent: event)
        }
    }

    private static func result(of answer: PermissionAnswer) -> ST_RESULT {
        switch answer {
        case .granted: .ST_PERMISSION_GRANTED
        case .restricted: .ST_PERMISSION_RESTRICTED
        default: .ST_PERMISSION_DENIED
        }
    }

    /// Whether sound goes to the loud speaker, as far as the app decides.
    public func isDeviceSpeakerEnabled() -> Bool { route.isSpeakerEnabled }

    /// Sends sound to the loud speaker, or to the quiet one: a wish that a host may fulfil.
    public func enableDeviceSpeaker(enable: Bool) {
        apply(AudioRoute(session: route.session, isSpeakerEnabled: enable))
    }

    /// Every voice of a synthesis engine; none for an engine that is unknown.
    public func getSSVoices(
        ssEngine: String
    ) -> [(
        engine: String, identifier: String, name: String, language: String, gender: String,
        quality: String
    )] {
        guard SpeechEngines.synthesis.contains(ssEngine.lowercased()) else { return [] }
        return host.voices().map { voice in
            (ssEngine, voice.language, voice.name, voice.language, voice.gender, "default")
        }
    }

    /// Returns the voice in use: that of the language folder; empty strings for an unknown engine.
    public func getSelectedSSVoice(
        ssEngine: String
    ) -> (
        engine: String, identifier: String, name: String, language: String, gender: String,
        quality: String
    ) {
        let language = resources.folders.language.lowercased()
        let voices = getSSVoices(ssEngine: ssEngine)
        let base = language.prefix { $0 != "-" }
        return voices.first { $0.language == language }
            ?? voices.first { $0.language == base }
            ?? voices.first { $0.language == "en-us" }
            ?? ("", "", "", "", "", "")
    }
}
