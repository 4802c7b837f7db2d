import VoiceTime

/// A flow, its prompts and what its app and its caller do, all drawn from one seed.
struct RandomFlow {
    private(set) var modules: [String] = []
    private(set) var prompts: [String] = []
    private(set) var first = "M0"
    private var chance: ChanceStream
    private let count: Int

    static let types = [
        "node", "process", "pauseResume", "playAudio", "recordAudio", "recognizeAudio",
        "audioDialog", "audioListener",
    ]

    init(seed: UInt64) {
        chance = SeededChance(seed: seed).stream("flow")
        count = 2 + chance.below(7)
        for index in 0..<4 { prompts.append(prompt(index)) }
        for index in 0..<count { modules.append(module("M\(index)")) }
        first = "M\(chance.below(count))"
    }

    private mutating func oneOf(_ words: String...) -> String { words[chance.below(words.count)] }

    private mutating func target() -> String {
        switch chance.below(8) {
        case 0: "VF_END"
        case 1: "$[Next]"
        case 2: "$[Never]"
        default: "M\(chance.below(count))"
        }
    }

    private mutating func prompt(_ index: Int) -> String {
        let id = "P\(index)"
        switch chance.below(6) {
        case 0 where index > 1:
            return Files.group(id, oneOf("combo", "select", "serial"), ["P0", "P1"])
        case 1: return #"{"id": "\#(id)", "style": "single", "audioFile": "gone.wav"}"#
        case 2: return Files.text(id, "$[Text]")
        case 3:
            return #"{"id": "\#(id)", "style": "single", "textString": "la", "#
                + #""audioPlaybackParams": {"loopPlay": true, "loopCount": \#(chance.below(4))}}"#
        default: return Files.text(id, "some words")
        }
    }

    private mutating func promptID() -> String {
        chance.below(10) == 0 ? "$[Never]" : "P\(chance.below(5))"
    }

    private mutating func goTo() -> String {
        var keys: [String] = []
        for key in [
            "maxTimeoutCount", "maxGarbageCount", "maxSRErrorCount", "loadPromptFailure",
            "internalFailure",
        ] where chance.below(3) == 0 {
            keys.append(#""\#(key)": "\#(target())""#)
        }
        if chance.below(2) == 0 {
            let partial = chance.below(2) == 0
            keys.append(
                #""userInputCollection": [{"input": "yes", "#
                    + #""enablePartialSRHypothsis": \#(partial), "goTo": "\#(target())"}]"#)
        }
        if chance.below(2) == 0 {
            keys.append(
                #""userIntentCollection": [{"intent": "Go", "goTo": "\#(target())"}]"#)
        }
        if chance.below(2) == 0 {
            let reason = oneOf("interrupted", "stopRequest", "maxAudioLengthExceeded", "unknown")
            keys.append(#""stopRecordReason": {"\#(reason)": "\#(target())"}"#)
        }
        return keys.joined(separator: ", ")
    }

    private mutating func body() -> String {
        let limits =
            #""maxAudioLengthMs": \#(500 + chance.below(3_000)), "#
            + #""maxPreSpeechSilenceLengthMs": \#(300 + chance.below(3_000))"#
        let play =
            chance.below(3) == 0
            ? #", "recordPlayPromptParams": {"promptID": "\#(promptID())", "#
                + #""recordPromptNoPlay": \#(chance.below(2) == 0)}"#
            : ""
        let save =
            chance.below(3) == 0
            ? #", "saveAudioParams": {"fileName": "a", "fileType": "#
                + #""\#(oneOf("wav", "caf", "m4a"))"}"#
            : ""
        let barge = chance.below(2) == 0
        let type = oneOf("resume", "repeat", "goto", "end")
        return #""playAudioParams": {"promptID": "\#(promptID())"}, "#
            + #""audioListenerParams": {"promptID": "\#(promptID())"}, "#
            + #""recordAudioParams": {"notifyPosMs": \#(chance.below(2) * 200), "#
            + #""vadParams": {"enableVAD": \#(chance.below(3) > 0)}, "#
            + #""stopRecordParams": {\#(limits)}\#(play)\#(save)}, "#
            + #""recognizeAudioParams": {"srSessionParams": {"enablePartialResults": true}}, "#
            + #""audioDialogParams": {"dialogMaxRetryCount": {"timeout": \#(chance.below(3)), "#
            + #""garbage": \#(chance.below(3)), "sr_error": \#(chance.below(2))}, "#
            + #""dialogPromptCollection": [{"type": "initial", "promptID": "\#(promptID())", "#
            + #""recognizeWhilePlay": \#(barge)}, {"type": "timeout", "#
            + #""promptID": "\#(promptID())", "playInitialAfter": \#(chance.below(2) == 0)}]}, "#
            + #""audioInterruptTransitionParams": {"transitionType": "\#(type)", "#
            + #""goToVoiceFlowModuleID": "\#(target())"}"#
    }

    private mutating func module(_ id: String) -> String {
        let type = Self.types[chance.below(Self.types.count)]
        return Files.module(id, type, to: target(), goTo: goTo(), body())
    }
}
