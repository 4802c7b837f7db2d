internal import VoiceEngine
internal import VoiceFlow
internal import VoiceTrace

/// What the file of a flow says about one module, as far as drafting goes by it.
struct ModuleFacts: Sendable {
    let id: String
    let type: String
    let goTo: JSONObject
    /// The rules for words, in the order in which they are tried.
    let rules: [WordRule]
    /// The intents it lists, as the flow spells them.
    let intents: [String]
    /// The whole module.
    let object: JSONObject

    init?(_ object: JSONObject) {
        guard let id = object["id"]?.string, let type = object["type"]?.string else { return nil }
        self.id = id
        self.type = type
        self.object = object
        goTo = object["goTo"]?.object ?? [:]
        let keys = ["userInputCollection", "goToForUserInputCollection"]
        rules = keys.flatMap { [goTo] key in
            (goTo[key]?.array ?? []).compactMap { $0.object.flatMap(WordRule.init) }
        }
        intents = (goTo["userIntentCollection"]?.array ?? []).compactMap {
            $0.object?["intent"]?.string
        }
    }

    /// Whether it listens for words.
    var recognizes: Bool { ["audioDialog", "audioListener", "recognizeAudio"].contains(type) }

    /// Whether it opens the microphone.
    var listens: Bool { recognizes || type == "recordAudio" }

    /// Whether it plays prompts.
    var plays: Bool { !promptIDs.isEmpty }

    /// Whether it takes no time of its own.
    var isInstant: Bool { ["node", "process", "runAEC"].contains(type) }

    /// Whether any words at all lead on: a dialog without rules and intents.
    var isFree: Bool { type == "audioDialog" && rules.isEmpty && intents.isEmpty }

    /// Whether `key` has a target of its own; stop reasons are spelled `stopRecordReason.NAME`.
    func hasKey(_ key: String) -> Bool { target(of: key) != nil }

    /// The target of a key that has one target.
    func target(of key: String) -> String? {
        guard let dot = key.firstIndex(of: ".") else { return goTo[key]?.string }
        let reason = String(key[key.index(after: dot)...])
        return ["stopRecordReason", "goToForStopRecordReason"].lazy
            .compactMap { goTo[$0]?.object?[reason]?.string }.first
    }

    /// The object at a path of keys.
    private func inner(_ keys: String...) -> JSONObject {
        keys.reduce(object) { $0[$1]?.object ?? [:] }
    }

    /// Prompts that it plays or records, as the flow spells them.
    var promptIDs: [String] {
        let record = inner("recordAudioParams")
        let ofRecording =
            record["recordPlayPromptParams"]?.object?["promptID"]?.string
            ?? record["promptID"]?.string
        var ids: [String?] = []
        switch type {
        case "playAudio": ids = Self.prompts(in: inner("playAudioParams"))
        case "audioListener":
            ids = [inner("audioListenerParams")["promptID"]?.string, ofRecording]
        case "audioDialog": ids = dialogGroups.flatMap(Self.prompts) + [ofRecording]
        case "recordAudio", "recognizeAudio": ids = [ofRecording]
        default: break
        }
        return ids.compactMap(\.self).filter { !$0.isEmpty }
    }

    private static func prompts(in object: JSONObject) -> [String?] {
        let members = (object["promptCollection"]?.array ?? []).map {
            $0.object?["promptID"]?.string
        }
        return members.isEmpty ? [object["promptID"]?.string] : members
    }

    private var dialogGroups: [JSONObject] {
        let dialog = inner("audioDialogParams")
        let groups = dialog["dialogPromptCollection"] ?? dialog["dialogPrompts"]
        return (groups?.array ?? []).compactMap(\.object)
    }

    /// Whether a dialog listens while it speaks.
    var listensWhilePlaying: Bool {
        dialogGroups.contains { group in
            FlowFacts.isYes(group["recognizeWhilePlay"])
                || group["recognizeWhilePlayRuntime"] != nil
        }
    }

    /// Why its recording cannot even begin; nil where it can.
    var refusal: StopReason? {
        guard type == "recordAudio" || type == "recognizeAudio" else { return nil }
        let save = inner("recordAudioParams", "saveAudioParams")
        func literal(_ key: String) -> String? {
            save[key]?.string.flatMap { FlowText.fieldName($0) == nil && !$0.isEmpty ? $0 : nil }
        }
        guard literal("fileName") != nil else { return nil }
        if let kind = literal("fileType"), !["wav", "caf"].contains(kind.lowercased()) {
            return .recordingFileError
        }
        guard save["fileType"]?.string.flatMap(FlowText.fieldName) == nil,
            let format = literal("audioFormat"), PCMFormat.sampleRate(format) == nil
        else { return nil }
        return .audioFormatError
    }

    /// How often a dialog bears silence.
    var timeouts: Int64 {
        let dialog = inner("audioDialogParams")
        let counts = (dialog["dialogMaxRetryCount"] ?? dialog["maxRetryCount"])?.object
        return counts?["timeout"].flatMap(FlowFacts.number) ?? 0
    }

    /// A limit of `stopRecordParams`, in milliseconds.
    func limit(_ name: String) -> Int64? {
        inner("recordAudioParams", "stopRecordParams")[name].flatMap(FlowFacts.number)
    }

    /// Whether limits of speech and silence count; nil where a field decides.
    var detectsSpeech: Bool? {
        let detection = inner("recordAudioParams", "vadParams")
        if detection["enableVADRuntime"] != nil { return nil }
        return FlowFacts.isYes(detection["enableVAD"])
    }

    /// Whether speech that is not over is recognised; nil where a field decides.
    var hearsPartially: Bool? {
        let session = inner("recognizeAudioParams", "srSessionParams")
        let old = inner("recognizeAudioParams", "appleSRSessionParams")
        let key = "enablePartialResults"
        if session[key + "Runtime"] != nil || old[key + "Runtime"] != nil { return nil }
        return FlowFacts.isYes(session[key]) || FlowFacts.isYes(old[key])
    }

    /// What follows an interruption of the audio session: its word; nil where it says nothing.
    var interruption: String? {
        guard let parameters = object["audioInterruptTransitionParams"]?.object else { return nil }
        return parameters["transitionType"]?.string ?? "end"
    }

    /// Whether the prompt of its recording may be what is recorded.
    var mayRecordPrompt: Bool {
        let record = inner("recordAudioParams")
        let prompt = record["recordPlayPromptParams"]?.object ?? [:]
        let flags = [
            prompt["recordPromptNoPlay"], prompt["recordPromptNoPlayRuntime"],
            record["recordFromPrompt"], record["recordFromPromptRuntime"],
        ]
        return type == "recordAudio" && !promptIDs.isEmpty && flags.contains { $0 != nil }
    }

    /// Whether its sound is kept in a file.
    var saves: Bool { !inner("recordAudioParams", "saveAudioParams").isEmpty }

    /// Whether a field may hold a limit in place of the file's.
    var hasLimitField: Bool {
        inner("recordAudioParams", "stopRecordParams").members.contains {
            $0.key.hasSuffix("Runtime")
        }
    }

    /// Whether a group of a dialog names no prompt.
    var hasEmptyGroup: Bool {
        dialogGroups.contains { group in
            !Self.prompts(in: group).contains { !($0 ?? "").isEmpty }
        }
    }

    /// Whether a target of its goTo is empty: it leads nowhere.
    var hasEmptyTarget: Bool {
        func isEmpty(_ value: JSONValue) -> Bool {
            switch value {
            case .string(let text): text.isEmpty
            case .array(let elements): elements.contains(where: isEmpty)
            case .object(let object):
                object.members.contains { !$0.key.hasPrefix("_") && isEmpty($0.value) }
            default: false
            }
        }
        return isEmpty(.object(goTo))
    }
}
