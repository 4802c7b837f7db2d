internal import VoiceEngine
internal import VoiceRecognition
internal import VoiceTime

/// One listening, from `startListening` to its response.
struct Listening: Equatable {
    /// What its job is for.
    enum Phase: Equatable {
        /// Words count.
        case listening
        /// The trigger phrase has to be said first.
        case awaitingTrigger
        /// What was said without the trigger phrase is recognised as a whole, to be sure.
        case checkingTrigger
        /// The final result is worked out.
        case finishing
    }

    /// The number of its response, from 1.
    let number: Int
    /// Its job; another one after speech without the trigger phrase.
    var job: Int
    var phase: Phase
    var rules: EndRules
    let graph: PreparedGraph
    let isGated: Bool
    /// When its job began.
    var opened: Frame
    /// When what the response holds begins: with the job, with voice, or after the trigger phrase.
    var start: Frame?
    /// Where speech began and ended that is in the response.
    var speech: Range<Frame>?
    /// The text told last.
    var toldText = ""
    /// Words before this one belong to the trigger phrase, in the job that heard it.
    var triggerWords = 0
    /// The rule that ended it; nil where a call did.
    var rule: KIOSVadParameter?
    /// When it ended.
    var end: Frame?
    /// Calls that are answered with the response, and in whose place no delegate is called.
    var replies: [Int] = []

    /// The number in events.
    var label: String { String(number) }

    /// What belongs to the response of what was heard: without the trigger phrase, which is
    /// dropped again where a longer hypothesis repeats it.
    func counted(_ hypothesis: Hypothesis) -> Hypothesis {
        guard graph.hasTrigger, triggerWords > 0 else { return hypothesis }
        let texts = words(of: hypothesis)
        let drop = graph.wordsToTrigger(texts) ?? 0
        guard drop > 0 else { return hypothesis }
        return Hypothesis(
            text: texts.dropFirst(drop).joined(separator: " "),
            confidence: hypothesis.confidence, words: Array(hypothesis.words.dropFirst(drop)))
    }

    /// The words of a hypothesis; those of its text where it has no others.
    func words(of hypothesis: Hypothesis) -> [String] {
        hypothesis.words.isEmpty
            ? hypothesis.text.split(separator: " ").map(String.init)
            : hypothesis.words.map(\.text)
    }
}
