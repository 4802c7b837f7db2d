package import VoiceJSON
package import VoiceTrace

/// What is known of a call that happened beside where its two sides speak.
package struct CallDetails: Sendable, Hashable {
    /// What a recognizer or a transcript makes of a turn of the caller.
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

        /// These words, understood; `keys` where they are nothing else than keys of a telephone.
        package init(words: String, keys: String? = nil) {
            self.init(.final, [CoreKey.text: .string(words)])
            fields[CallKind.keys] = keys.map { .string($0) }
        }

        /// The event that brings it, at the end of `turn`.
        func event(of turn: SpokenTurn) -> TraceEvent {
            TraceEvent(
                frame: turn.active.upperBound, tap: .words, kind: kind.rawValue, fields: fields)
        }
    }

    /// Digests of the app's sounds, by the places of its prompts.
    package var digests: [Int: String] = [:]
    /// What the app says, by the places of its prompts.
    package var texts: [Int: String] = [:]
    /// What the caller says, by the places of the turns.
    package var answers: [Int: Answer] = [:]
    /// What a log of the call tells, in order.
    package var logged: [TraceEvent] = []

    /// Nothing else is known.
    package init() {}

    /// Merges what a recognizer makes of the turns; what is known of keys stays.
    package mutating func merge(_ heard: [Int: Answer]) {
        answers = answers.filter { $0.value.fields[CallKind.keys] != nil }
            .merging(heard) { keys, _ in keys }
    }
}
