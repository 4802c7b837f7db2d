internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// What a module is playing: items one after the other, each made of leaves.
struct Playback: Sendable, Equatable {
    /// Prompts as the module names them, still to be played.
    var items: [String]
    /// The voices of prompts that name none themselves, best first; none for that of the language.
    var voices: [String] = []
    /// The loudness of prompts that name none themselves when they are spoken, in thousandths.
    var speechVolume: Int?
    /// How often the retry group was said before in this dialog; nil outside of one.
    var turn: Int?
    /// The prompt that is bracketed by `playAudio` events.
    var item: String?
    /// Prompts with content of their own, still to be played for the item.
    var leaves: [String] = []
    /// The leaf that is bracketed by `playAudioSegment` events.
    var leaf: String?
    /// The media job of the leaf, while it plays.
    var job: Int?
    /// When the leaf began.
    var leafStart: Frame = 0
    /// The leaf's place in its own event pair: true between started and ended.
    var isLeafStarted = false
    /// What the leaf became, once it plays.
    var prompt: RealizedPrompt?
    /// What was asked for when the leaf began.
    var request: PromptRequest?
    /// How much of the leaf was heard when an interruption cut it; nil while it plays.
    var heard: Frame?
}

extension JSONObject {
    /// The members of both; `more` wins.
    func adding(_ more: JSONObject) -> JSONObject {
        var all = self
        for member in more.members { all[member.key] = member.value }
        return all
    }
}
