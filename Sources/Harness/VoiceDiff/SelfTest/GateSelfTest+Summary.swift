internal import VoiceJSON

extension GateSelfTest {
    /// A regression that a comparison hides: the change and its subject.
    package struct Hidden: Sendable, Hashable {
        /// Change, as in `a 500 ms delay`.
        package let change: String
        /// Subject of the change, as in `media` or `"to" in transition`.
        package let subject: String
        /// Whether a tolerance hides it, and not the comparison itself.
        package let isTolerance: Bool

        /// A regression that is hidden.
        package init(change: String, subject: String, isTolerance: Bool) {
            self.change = change
            self.subject = subject
            self.isTolerance = isTolerance
        }

        /// Beginning of the sentence: it says what hides the regression.
        var start: String {
            isTolerance ? "Tolerance too loose: it would hide" : "The comparison misses"
        }

        /// The regression in a sentence, as in `Tolerance too loose: it would hide a 500 ms delay
        /// of media`.
        var sentence: String { "\(start) \(change) of \(subject)" }

        /// The next step; empty where there is none.
        fileprivate var remedy: String {
            guard isTolerance else { return "" }
            return change == Self.delay ? " Allow less than 500 ms." : " Narrow the rule."
        }

        static let delay = "a 500 ms delay"
        static let loss = "the loss"
    }
}

extension GateSelfTest.Outcome {
    /// Subjects of one change that a sentence names.
    private static let namedLimit = 2

    /// Failures, one sentence for each sort of change, as in `Tolerance too loose: it would hide a
    /// 500 ms delay of media, transition and 6 more. Allow less than 500 ms.`
    package var summaries: [String] {
        var order: [String] = []
        var subjects: [String: [GateSelfTest.Hidden]] = [:]
        for failure in sorts {
            let key = failure.hidden.map { "\($0.start) \($0.change)" } ?? failure.sentence
            if subjects[key] == nil { order.append(key) }
            subjects[key, default: []] += failure.hidden.map { [$0] } ?? []
        }
        return order.map { key in
            guard let hidden = subjects[key], let first = hidden.first else { return key }
            let named = hidden.map(\.subject).listed(upTo: Self.namedLimit)
            return "\(key) of \(named).\(first.remedy)"
        }
    }
}
