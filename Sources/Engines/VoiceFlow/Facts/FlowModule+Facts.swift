internal import VoiceEngine

/// Facts on what a module takes, plays and waits for, whatever fields hold.
extension FlowModule {
    /// Rules for words, in the order in which they are tried.
    var rules: [GoToTable.InputRule] { goTo.inputs }

    /// Whether it listens for words.
    var recognizes: Bool { kind.takesIntents }

    /// Whether it opens the microphone.
    var listens: Bool { listening != nil }

    /// Whether it plays prompts.
    var plays: Bool { !promptIDs.isEmpty }

    /// Whether any words at all lead on: a dialog without rules and intents.
    var isFree: Bool {
        kind == .audioDialog && goTo.inputs.isEmpty && goTo.intents.isEmpty
    }

    /// Whether `key` has a target of its own; stop reasons are spelled `stopRecordReason.NAME`.
    func hasKey(_ key: String) -> Bool {
        guard let dot = key.firstIndex(of: ".") else { return goTo.targets[key] != nil }
        let reason = StopReason(rawValue: String(key[key.index(after: dot)...]))
        return reason.map { goTo.stops[$0] != nil } ?? false
    }

    /// Prompts that it plays or records, as the flow spells them.
    var promptIDs: [String] { FlowChecker.prompts(of: self).map(\.prompt.spelling) }

    /// Prompts that a dialog says, group by group; none for another module.
    private var groups: [DialogParameters.Prompt] {
        if case .audioDialog(let dialog) = body { dialog.value.prompts } else { [] }
    }

    /// Whether a dialog listens while it speaks, or a field may let it.
    var listensWhilePlaying: Bool {
        groups.contains { $0.recognizesWhilePlaying != .init(fixed: false) }
    }

    /// Whether a group of a dialog names no prompt.
    var hasEmptyGroup: Bool { groups.contains { $0.play.prompts.isEmpty } }

    /// Number of silences that a dialog bears where no field says otherwise.
    var timeouts: Int64 {
        if case .audioDialog(let dialog) = body { dialog.value.maxTimeouts.fixed } else { 0 }
    }

    /// Reason why its recording cannot even begin; nil where it can, or a field decides.
    var refusal: StopReason? {
        guard kind == .recordAudio || kind == .recognizeAudio, let save = listening?.save,
            !save.fileName.isField, !(save.fileType?.isField ?? false)
        else { return nil }
        return save.refusal(FieldRepository())
    }

    /// Returns a limit of `stopRecordParams` where no field says otherwise, in milliseconds; nil
    /// where the file says none.
    func limit(_ key: String) -> Int64? { listening?.limits[key]?.fixed ?? nil }

    /// Whether a field may hold a limit in place of the file's.
    var hasLimitField: Bool {
        listening?.limits.values.contains { $0.field != nil } ?? false
    }

    /// Whether limits of speech and silence count; nil where a field decides.
    var detectsSpeech: Bool? { Self.decided(listening?.isEnabled) }

    /// Whether speech that is not over is recognised; nil where a field decides.
    var hearsPartially: Bool? { Self.decided(listening?.partialResults) }

    /// Whether keys of a telephone count as words, or a field may let them.
    var mayTakeKeys: Bool { (listening?.takesKeys).map { $0 != .init(fixed: false) } ?? false }

    private static func decided(_ flag: RuntimeValue<Bool>?) -> Bool? {
        guard let flag else { return false }
        return flag.field == nil ? flag.fixed : nil
    }

    /// Whether it waits for speech without a limit.
    var waitsForEver: Bool { listening?.hearsSilenceForEver ?? false }

    /// Word or field that says what follows an interruption of the audio session; nil where the
    /// module says nothing.
    var interruptionWord: FlowText? { interruption?.transition }

    /// Whether the prompt of its recording may be what is recorded.
    var mayRecordPrompt: Bool {
        kind == .recordAudio
            && listening?.prompt.map { $0.isSource != .init(fixed: false) } ?? false
    }

    /// Whether its sound is kept in a file.
    var saves: Bool { listening?.save != nil }

    /// Whether a target of its goTo is empty: it leads nowhere.
    var hasEmptyTarget: Bool {
        (Array(goTo.targets.all) + goTo.stops.values).contains(.literal(""))
    }
}

extension GoToTable.InputRule {
    /// Whether the rule takes `text` when it is said; with `soFar`, which is whether speech under
    /// way is recognised, also its first words where the rule takes those.
    func takes(_ text: String, soFar: Bool) -> Bool {
        if pattern.matches(text) { return true }
        guard soFar, acceptsPartial else { return false }
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.indices.contains { pattern.matches(words[...$0].joined(separator: " ")) }
    }
}

extension ListeningParameters {
    /// The limits of `stopRecordParams` by their keys.
    fileprivate var limits: [String: RuntimeValue<Int64?>] {
        [
            FlowKey.maxPreSpeechSilenceLengthMs: preSpeechSilence,
            FlowKey.maxPostSpeechSilenceLengthMs: postSpeechSilence,
            FlowKey.maxSpeechLengthMs: maxSpeech, FlowKey.maxAudioLengthMs: maxAudio,
            FlowKey.maxRecordLengthMs: maxRecord,
        ]
    }
}
