internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTime

/// Keys of a telephone as words of a dialog.
extension VoiceflowMachine {
    /// Ends a row of keys, which does not contain it.
    private static let endKey: Character = "#"
    /// The most keys of a row.
    private static let mostKeys = 64
    /// The timer of the pause that ends a row.
    static let keyTimer = 1

    /// Takes a key while a dialog listens that takes keys: its prompt falls silent, speech counts
    /// no longer.
    mutating func press(_ key: Character) {
        guard let dialog = media.dialog, var open = media.openJob, open.isOpen else { return }
        let listening = dialog.parameters.listening
        guard listening.takesKeys.resolved(fields, ScalarText.flag) else { return }
        if open.keys.isEmpty {
            output.add(.stopListening(job: open.job))
            media.hush()
            work = stopPlayback(why: ["key": .string(String(key))])
        }
        let isEnd = key == Self.endKey && !open.keys.isEmpty
        if !isEnd { open.keys.append(key) }
        media.openJob = open
        guard !isEnd, open.keys.count < Self.mostKeys else { return endKeys() }
        output.add(
            .setTimer(
                id: Self.keyTimer,
                frames: setup.rate.frames(milliseconds: KeyPad.rowPauseMilliseconds)))
        guard listening.partialResults.resolved(fields, ScalarText.flag) else { return }
        work.append(.understand(keys: open.keys, isFinal: false))
    }

    /// Ends the keys: they are what the caller says.
    mutating func endKeys() {
        guard let open = media.openJob, open.isOpen, !open.keys.isEmpty else { return }
        output.add(.cancelTimer(id: Self.keyTimer))
        media.openJob = nil
        work.append(
            announceEnd(
                of: open, .maxPostSpeechSilenceExceeded, why: ["keys": .string(open.keys)]))
        work.append(.understand(keys: open.keys, isFinal: true))
    }

    /// Tells the app the keys in the way of words, and goes where they lead.
    mutating func understand(keys: String, isFinal: Bool) {
        if isFinal { media.recognizerAnswered() }
        callHypothesis(
            Hypothesis(text: keys, confidence: Self.certain, words: []),
            isFinal ? "final" : "partial",
            .latest)
        work = [.decide(keys, isFinal: isFinal)]
    }

    /// Confidence of input that needs no recognizer.
    private static let certain = 1_000
}
