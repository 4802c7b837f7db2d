internal import Synchronization
internal import VoiceFiles
internal import VoiceHypothesis

/// Answers of recognizers, by recognizer and sound: replays of one session hear the same again.
///
/// An answer depends on the sound and not on when it was said, so its times are kept from the
/// first sample on. A class, because all runners of one run share it.
package final class AnswerMemo: Sendable {
    /// Answers that are kept; the first that was kept goes first.
    static let room = 4_096

    private struct Known {
        var answers: [Key: RecognitionOutcome] = [:]
        var order: [Key] = []
    }

    private struct Key: Hashable {
        let recognizer: String
        let sound: [UInt8]
        let sampleRate: Int
        let spoken: Range<Int64>
        let alternatives: Int
        let wantsPhones: Bool
        let speaker: SpeakerMean?
    }

    private let known = Mutex(Known())

    /// A memo without an answer.
    package init() {}

    /// Returns the answer of the recognizer of this name to `utterance`: its answer to the same
    /// sound before, else what `make` gives. A failure is not kept.
    func answer(
        of recognizer: String, to utterance: Utterance,
        make: (Utterance) -> RecognitionOutcome
    ) -> RecognitionOutcome {
        let key = Key(
            recognizer: recognizer, sound: Self.digest(of: utterance.pieces.samples(from: 0)),
            sampleRate: utterance.pieces.sampleRate,
            spoken: utterance.spoken.moved(by: -utterance.start),
            alternatives: utterance.alternatives, wantsPhones: utterance.wantsPhones,
            speaker: utterance.speaker)
        if let answer = known.withLock({ $0.answers[key] }) {
            return answer.moved(by: utterance.start)
        }
        let answer = make(utterance)
        if case .failed = answer { return answer }
        known.withLock { known in
            guard known.answers.updateValue(answer.moved(by: -utterance.start), forKey: key) == nil
            else { return }
            known.order.append(key)
            if known.order.count > Self.room {
                known.answers[known.order.removeFirst()] = nil
            }
        }
        return answer
    }

    private static func digest(of samples: [Int16]) -> [UInt8] {
        var digest = Digest()
        samples.withUnsafeBytes { digest.update($0) }
        return digest.bytes()
    }
}

extension RecognitionOutcome {
    /// Returns the outcome so many frames later.
    fileprivate func moved(by frames: Int64) -> RecognitionOutcome {
        switch self {
        case .final(let hypothesis): .final(hypothesis.moved(by: frames))
        case .rejected(let hypothesis): .rejected(hypothesis?.moved(by: frames))
        case .failed: self
        }
    }
}

extension Hypothesis {
    fileprivate func moved(by frames: Int64) -> Hypothesis {
        var moved = self
        for word in moved.words.indices {
            moved.words[word].range = words[word].range.moved(by: frames)
            for phone in words[word].phones.indices {
                moved.words[word].phones[phone].range =
                    words[word].phones[phone].range.moved(by: frames)
            }
        }
        return moved
    }
}

extension Range<Int64> {
    fileprivate func moved(by frames: Int64) -> Range<Int64> {
        lowerBound + frames..<upperBound + frames
    }
}
