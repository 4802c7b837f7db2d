/// An answer of an earlier session.
package struct RecordedOutcome: Sendable, Equatable {
    /// The end frame of the utterance that was answered: `extent.upperBound`.
    package var frame: Int64
    /// Outcome that the recognizer of that session gave.
    package var outcome: RecognitionOutcome

    /// Puts a recorded outcome together.
    package init(frame: Int64, outcome: RecognitionOutcome) {
        self.frame = frame
        self.outcome = outcome
    }
}

/// Repeats the answers of an earlier session.
package struct RecordedRecognizer: Recognizer, Sendable {
    /// The recognizer that gave the answers.
    package let identity: RecognizerIdentity
    /// Outcomes that no utterance has taken yet, in the order of their frames.
    package private(set) var unconsumed: [RecordedOutcome]

    /// Takes the outcomes of a session; those of one frame answer in the order given.
    package init(
        outcomes: [RecordedOutcome], identity: RecognizerIdentity = .init(kind: "recorded")
    ) {
        self.identity = identity
        unconsumed = outcomes.enumerated()
            .sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
            .map(\.element)
    }

    /// The outcome recorded for an utterance with the same end frame, once.
    ///
    /// Outcomes that are passed over stay in ``unconsumed``; without one the answer is
    /// ``RecognitionError/notRecorded(frame:)``.
    package mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        let frame = utterance.extent.upperBound
        guard let index = unconsumed.firstIndex(where: { $0.frame == frame }) else {
            return .failed(.notRecorded(frame: frame))
        }
        return unconsumed.remove(at: index).outcome
    }
}
