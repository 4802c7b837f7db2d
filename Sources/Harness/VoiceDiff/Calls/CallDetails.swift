package import VoiceJSON
package import VoiceTrace

/// Facts of a recorded call beyond the times at which its sides speak.
package struct CallDetails: Sendable, Hashable {
    /// Answer of a recognizer or a transcript to a turn of the caller.
    package struct Answer: Sendable, Hashable {
        /// `final`, `rejected` or `recognitionError`.
        package var kind: CoreKind
        /// The fields of the event, by `CoreKey`.
        package var fields: JSONObject

        /// An answer of `kind`.
        package init(_ kind: CoreKind, _ fields: JSONObject) {
            self.kind = kind
            self.fields = fields
        }

        /// An answer that understood these words; `keys` where they are only keys of a telephone.
        package init(words: String, keys: String? = nil) {
            self.init(.final, [CoreKey.text: .string(words)])
            fields[CallKind.keys] = keys.map { .string($0) }
        }

        /// Returns the event of this answer at the end of `turn`.
        func event(of turn: SpokenTurn) -> TraceEvent {
            TraceEvent(
                frame: turn.active.upperBound, tap: .words, kind: kind.rawValue, fields: fields)
        }
    }

    /// Digests of the app's sounds, by the places of its prompts.
    package var digests: [Int: String] = [:]
    /// Texts that the app says, by the places of its prompts.
    package var texts: [Int: String] = [:]
    /// Answers to what the caller says, by the places of the turns.
    package var answers: [Int: Answer] = [:]
    /// Events that a log of the call tells, in order.
    package var logged: [TraceEvent] = []

    /// Nothing else is known.
    package init() {}

    /// Merges a recognizer's answers to the turns; known keys stay.
    package mutating func merge(_ heard: [Int: Answer]) {
        answers = answers.filter { $0.value.fields[CallKind.keys] != nil }
            .merging(heard) { keys, _ in keys }
    }
}
