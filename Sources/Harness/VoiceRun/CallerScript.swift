internal import VoiceHypothesis
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Words of a simulated caller, past and to come, in frames of the run that is under way.
struct CallerScript {
    /// A sound, and a recognizer's result for it.
    struct Part {
        var sound: ScriptedSound
        /// Nil for speech that is not understood, and for noise.
        var words: String?
        /// Reason why recognising it fails; nil where it does not.
        var failure: String?
        /// Frames in which all of the words would be said; nil where they are, in the sound.
        var whole: Range<Frame>?

        func moved(by frames: Frame) -> Part {
            func moved(_ range: Range<Frame>) -> Range<Frame> {
                range.lowerBound + frames..<range.upperBound + frames
            }
            var part = self
            part.sound.range = moved(sound.range)
            part.sound.loud = sound.loud.map(moved)
            part.whole = whole.map(moved)
            part.sound.decided = sound.decided.map { $0 + frames }
            return part
        }
    }

    private var parts: [Part] = []
    /// Parts that begin so long after an event that has not come, in their order.
    private var waiting: [(cue: EventRole, part: Part)] = []
    /// Further results for speech under way, from a frame on.
    private var hypotheses: [(frame: Frame, words: String)] = []

    /// The sounds that are not over at `now`.
    func sounds(after now: Frame) -> [ScriptedSound] {
        parts.map(\.sound).filter { $0.range.upperBound > now }
    }

    mutating func add(_ part: Part) {
        if let echo = part.sound.echo { parts.removeAll { $0.sound.echo == echo } }
        parts.append(part)
    }

    mutating func add(_ part: Part, after cue: EventRole) { waiting.append((cue, part)) }

    /// The part that has waited longest for an event of this role, which came at `frame`; nil where
    /// none does.
    mutating func nextPart(_ role: EventRole, at frame: Frame) -> Part? {
        guard let index = waiting.firstIndex(where: { $0.cue == role }) else { return nil }
        let part = waiting.remove(at: index).part.moved(by: frame)
        parts.append(part)
        return part
    }

    mutating func understand(_ words: String, from frame: Frame) {
        hypotheses.append((frame, words))
    }

    /// Begins another run, so many frames after the one before.
    mutating func beginRun(after frames: Frame) {
        parts = parts.filter { $0.sound.range.upperBound > frames }.map { $0.moved(by: -frames) }
        hypotheses = hypotheses.filter { $0.frame > frames }.map { ($0.frame - frames, $0.words) }
    }

    /// Returns the words of an utterance.
    func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        recognizer.recognize(utterance)
    }

    /// Returns the words by the end of an utterance that is not over. Results that are told are not
    /// judged anew at a pause.
    func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        let spoken = utterance.spoken
        if utterance.isPaused, hypotheses.contains(where: { $0.frame >= spoken.lowerBound }) {
            return nil
        }
        guard let other = hypotheses.last(where: { spoken.contains($0.frame) }) else {
            return recognizer.recognizeSoFar(utterance)
        }
        // Words end with the speech, however much later they are understood.
        let speech = parts.filter { part in
            part.sound.isSpeech && part.sound.range.lowerBound < other.frame
                && part.sound.range.upperBound > spoken.lowerBound
        }.map { min($0.sound.range.upperBound, other.frame) }
        let end = speech.max() ?? other.frame
        let line = ScriptedLine(range: spoken.lowerBound..<end, words: other.words)
        return ScriptedRecognizer(lines: [line]).recognizeSoFar(utterance)
    }

    private var recognizer: ScriptedRecognizer {
        ScriptedRecognizer(
            lines: parts.compactMap { part in
                guard part.words != nil || part.failure != nil else { return nil }
                return ScriptedLine(
                    range: part.whole ?? part.sound.range, words: part.words ?? "",
                    failure: part.failure, said: part.sound.range)
            }, dividesLines: true)
    }
}
