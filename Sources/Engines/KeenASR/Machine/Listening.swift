internal import VoiceEngine
internal import VoiceRecognition
internal import VoiceTime

/// One listening, from `startListening` to its response.
struct Listening: Equatable {
    /// Phase of the listening: what its job is for.
    enum Phase: Equatable {
        /// Words count.
        case listening
        /// The trigger phrase has to be said first.
        case awaitingTrigger
        /// The speech without the trigger phrase is recognised as a whole, to be sure.
        case checkingTrigger
        /// The final result is worked out.
        case finishing
    }

    /// The number of its response, from 1.
    let number: Int
    /// Number of its job; another one after speech without the trigger phrase.
    var job: Int
    var phase: Phase
    var rules: EndRules
    let graph: PreparedGraph
    let isGated: Bool
    /// Mean of the speaker's cepstra that was known when it began.
    let speaker: SpeakerMean?
    /// Frame at which its job began.
    var opened: Frame
    /// Frame at which the response's sound begins: with the job, with voice, or after the trigger
    /// phrase.
    var start: Frame?
    /// Frames of the speech that is in the response.
    var speech: Range<Frame>?
    /// The text told last.
    var toldText = ""
    /// Words before this one belong to the trigger phrase, in the job that heard it.
    var triggerWords = 0
    /// The rule that ended it; nil where a call did.
    var rule: KIOSVadParameter?
    /// Frame at which it ended.
    var end: Frame?
    /// Calls that are answered with the response, and in whose place no delegate is called.
    var replies: [Int] = []
    /// Calls that are answered with the response, beside the delegate.
    var callers: [Int] = []

    /// The number in events.
    var label: String { String(number) }

    /// Returns the part of what was heard that belongs to the response: without the trigger phrase,
    /// which is dropped again where a longer hypothesis repeats it.
    func counted(_ hypothesis: Hypothesis) -> Hypothesis {
        guard graph.hasTrigger, triggerWords > 0 else { return hypothesis }
        let texts = words(of: hypothesis)
        guard let drop = graph.wordsToTrigger(texts) else { return sinceStart(hypothesis) }
        return Hypothesis(
            text: texts.dropFirst(drop).joined(separator: " "),
            confidence: hypothesis.confidence, words: Array(hypothesis.words.dropFirst(drop)),
            alternatives: hypothesis.alternatives.compactMap(afterTrigger))
    }

    /// A reading without the trigger phrase; nil where it has none, or nothing else.
    private func afterTrigger(_ reading: AlternativeReading) -> AlternativeReading? {
        let words = reading.text.split(separator: " ").map(String.init)
        guard let drop = graph.wordsToTrigger(words), drop < words.count else { return nil }
        return AlternativeReading(
            text: words.dropFirst(drop).joined(separator: " "), distance: reading.distance)
    }

    /// Returns a hypothesis that no longer has the trigger phrase, without the words that were said
    /// before the phrase ended. A word belongs to where its middle is.
    private func sinceStart(_ hypothesis: Hypothesis) -> Hypothesis {
        guard let start else { return hypothesis }
        let kept = hypothesis.words.filter { word in
            word.range.lowerBound + Frame(word.range.count) / 2 >= start
        }
        guard kept.count < hypothesis.words.count else { return hypothesis }
        return Hypothesis(
            text: kept.map(\.text).joined(separator: " "), confidence: hypothesis.confidence,
            words: kept)
    }

    /// Returns the words of a hypothesis; those of its text where it has no others.
    func words(of hypothesis: Hypothesis) -> [String] {
        hypothesis.words.isEmpty
            ? hypothesis.text.split(separator: " ").map(String.init)
            : hypothesis.words.map(\.text)
    }
}
