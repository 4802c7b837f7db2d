internal import VoiceAudio
internal import VoiceHypothesis

// A command behind a trigger phrase is recognised as if it were said alone: one search over both
// spends words and noise of the command on the end of the phrase.

extension RecognitionOutcome {
    /// Returns the trigger phrase with what `recognizer` makes of the sound behind it; the outcome
    /// itself where the phrase was not said, or nothing behind it.
    func following(
        _ trigger: [String], in utterance: Utterance, by recognizer: AcousticRecognizer
    ) -> RecognitionOutcome {
        guard case .final(let hypothesis) = self else { return self }
        let whole = hypothesis.following(trigger, in: utterance) { command in
            guard case .final(let hypothesis) = recognizer.recognize(command) else { return nil }
            return hypothesis
        }
        return .final(whole)
    }
}

extension Hypothesis {
    /// The shortest speech behind a trigger phrase that is a command, in milliseconds: less is the
    /// end of the phrase itself. The shortest of 85 stretches of speech in labelled commands has
    /// 148.
    private static let leastMilliseconds: Int64 = 150

    /// Returns the trigger phrase with what `recognize` makes of the sound behind it.
    func following(
        _ trigger: [String], in utterance: Utterance, recognize: (Utterance) -> Hypothesis?
    ) -> Hypothesis {
        guard let count = Self.count(to: trigger, in: words), count > 0 else { return self }
        let said = Array(words[..<count])
        let end = max(said[count - 1].range.upperBound, utterance.start)
        let least = Self.leastMilliseconds * Int64(utterance.pieces.sampleRate) / 1_000
        guard utterance.spoken.upperBound - end >= least,
            let command = recognize(utterance.since(end))
        else { return Hypothesis(text: Self.text(of: said), confidence: confidence, words: said) }
        return Hypothesis(
            text: Self.text(of: said + command.words), confidence: command.confidence,
            words: said + command.words,
            alternatives: command.alternatives.map { reading in
                AlternativeReading(
                    text: "\(Self.text(of: said)) \(reading.text)", distance: reading.distance)
            })
    }

    private static func text(of words: [RecognizedWord]) -> String {
        words.map(\.text).joined(separator: " ")
    }

    /// Returns the number of words through the trigger phrase; nil where it was not said.
    private static func count(to trigger: [String], in words: [RecognizedWord]) -> Int? {
        guard !trigger.isEmpty, words.count >= trigger.count else { return nil }
        let start = (0...words.count - trigger.count).first { start in
            words[start..<start + trigger.count].map(\.text) == trigger
        }
        return start.map { $0 + trigger.count }
    }
}

extension Utterance {
    /// Returns the utterance from `frame` on.
    fileprivate func since(_ frame: Int64) -> Utterance {
        let samples = pieces.samples(from: Int(clamping: frame - start))
        var rest = self
        rest.sound = MonoSound(sampleRate: pieces.sampleRate, samples: samples)
        rest.start = frame
        rest.spoken = max(frame, spoken.lowerBound)..<max(frame, spoken.upperBound)
        return rest
    }
}
