internal import VoiceJSON

/// Expectation of a file on the runtime field that a `…Runtime` key, or a style, names.
struct FieldExpectation: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case flag, wholeNumber, number
        case word([String])
    }

    let field: String
    /// The key, as the file spells it.
    let key: String
    let kind: Kind

    /// Whether it is one of several words.
    var isOfWord: Bool { if case .word = kind { true } else { false } }

    /// Returns the reason why `value` is as good as unset there, in a sentence; nil where it
    /// counts.
    func complaint(about value: JSONValue) -> String? {
        let wanted: String
        switch kind {
        case .flag:
            guard ScalarText.flag(value) == nil else { return nil }
            wanted = "true or false"
        case .wholeNumber:
            guard ScalarText.integer(value) == nil else { return nil }
            wanted = "a whole number"
        case .number:
            guard PlaybackParameters.thousandths(value) == nil else { return nil }
            wanted = "a number from 0 to 1"
        case .word(let words):
            guard !words.contains(ScalarText.text(value) ?? "") else { return nil }
            wanted = words.joined(separator: ", ")
        }
        let found =
            switch value {
            case .string(let text): "\"\(text)\""
            case .integer, .decimal: JSONWriter.text(value)
            default: value.kindName
            }
        return "the field \"\(field)\" holds \(found), which \(key) does not accept. Set the "
            + "field to \(wanted)"
    }

    /// Everything that `modules` and `prompts` expect of fields.
    static func all(
        of modules: some Sequence<FlowModule>, _ prompts: some Sequence<AudioPrompt>
    ) -> [FieldExpectation] {
        var list = List()
        for module in modules { list.add(module) }
        for prompt in prompts { list.add(prompt) }
        return list.found
    }

    /// Collects the fields of a file.
    private struct List {
        var found: [FieldExpectation] = []

        private mutating func add(
            _ key: String, _ value: RuntimeValue<some Sendable & Equatable>, _ kind: Kind
        ) {
            guard let field = value.field else { return }
            found.append(FieldExpectation(field: field, key: key, kind: kind))
        }

        private mutating func flag(_ key: String, _ value: RuntimeValue<Bool>) {
            add(key + "Runtime", value, .flag)
        }

        private mutating func count(_ key: String, _ value: RuntimeValue<some Sendable & Equatable>)
        {
            add(key + "Runtime", value, .wholeNumber)
        }

        private mutating func style(_ value: RuntimeValue<PromptStyle>, _ voice: VoiceText) {
            add(FlowKey.style, value, .word(PromptStyle.allCases.map(\.rawValue)))
            if let volume = voice.volume { add(FlowKey.volumeRuntime, volume, .number) }
        }

        mutating func add(_ module: FlowModule) {
            if let interruption = module.interruption {
                count(FlowKey.rewindCurrentAudioSegmentMs, interruption.rewindMilliseconds)
            }
            switch module.body {
            case .playAudio(let play): style(play.style, play.voice)
            case .recordAudio(let listening), .recognizeAudio(let listening):
                add(listening.value)
            case .audioDialog(let dialog): add(dialog.value)
            case .audioListener(let listener): add(listener.value.listening)
            case .node, .process, .pauseResume, .unsupported: break
            }
        }

        private mutating func add(_ dialog: DialogParameters) {
            count(FlowKey.timeout, dialog.maxTimeouts)
            count(FlowKey.garbage, dialog.maxGarbage)
            count(FlowKey.srError, dialog.maxErrors)
            for prompt in dialog.prompts {
                style(prompt.play.style, prompt.play.voice)
                flag(FlowKey.recognizeWhilePlay, prompt.recognizesWhilePlaying)
                flag(FlowKey.playInitialAfter, prompt.playsInitialAfter)
            }
            add(dialog.listening)
        }

        private mutating func add(_ listening: ListeningParameters) {
            flag(FlowKey.enableVAD, listening.isEnabled)
            flag(FlowKey.trimSilence, listening.trimsSilence)
            flag(FlowKey.savePreTrimAudio, listening.keepsUntrimmed)
            flag(FlowKey.enablePartialResults, listening.partialResults)
            flag(FlowKey.enableKeys, listening.takesKeys)
            count(FlowKey.minSpeechToDetectMs, listening.minSpeech)
            count(FlowKey.minSilenceToDetectMs, listening.minSilence)
            count(FlowKey.maxPreSpeechSilenceLengthMs, listening.preSpeechSilence)
            count(FlowKey.maxPostSpeechSilenceLengthMs, listening.postSpeechSilence)
            count(FlowKey.maxSpeechLengthMs, listening.maxSpeech)
            count(FlowKey.maxAudioLengthMs, listening.maxAudio)
            count(FlowKey.maxRecordLengthMs, listening.maxRecord)
            count(FlowKey.notifyPosMs, listening.notifyPosition)
            if let prompt = listening.prompt { flag(FlowKey.recordPromptNoPlay, prompt.isSource) }
        }

        mutating func add(_ prompt: AudioPrompt) {
            style(prompt.style, prompt.voice)
            flag(FlowKey.textIsSSML, prompt.isSSML)
            let playback = prompt.playback
            flag(FlowKey.loopPlay, playback.loops)
            count(FlowKey.loopCount, playback.loopCount)
            add(FlowKey.volumeRuntime, playback.volume, .number)
            count(FlowKey.startPosMs, playback.startMilliseconds)
            count(FlowKey.preStartSilenceDurationMs, playback.silenceBefore)
            count(FlowKey.postFinishSilenceDurationMs, playback.silenceAfter)
        }
    }
}
