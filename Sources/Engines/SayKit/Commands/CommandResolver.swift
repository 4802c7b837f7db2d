/// Command that a sentence is, and the reason.
public struct CommandResolution: Sendable, Equatable {
    /// A recognizer that takes the sentence for its command.
    public struct Candidate: Sendable, Equatable {
        /// Place of the recognizer among all, from 0.
        public var recognizer: Int
        /// The command that the sentence is taken for.
        public var command: SAYCommand
        /// Confidence of the recognizer, 0 through 1.
        public var confidence: Double
    }

    /// Rule that decided.
    public enum Rule: String, Sendable, Equatable {
        /// No recognizer takes the sentence.
        case unknown
        /// The best confidence is below ``SAYCommandSuggestion/likely``.
        case unlikely
        /// No other recognizer is as sure.
        case confidence
        /// Others are as sure and come later.
        case order
    }

    /// The command; nil where it is not understood.
    public var command: SAYCommand? { winner?.command }
    /// The recognizer whose command it is.
    public var winner: Candidate?
    /// Rule that decided.
    public var rule: Rule
    /// Everything that was suggested, the surest first, equals in the order of recognizers.
    public var candidates: [Candidate]

    /// Asks every matcher of `recognizers`: of each recognizer its surest matcher counts, the first
    /// one on a tie.
    static func resolve(
        _ text: String, _ recognizers: [(type: String, matchers: [any SAYTextMatcher])]
    ) -> CommandResolution {
        var candidates: [Candidate] = []
        for (index, recognizer) in recognizers.enumerated() {
            var best: SAYCommandSuggestion?
            for matcher in recognizer.matchers {
                guard let found = matcher.suggestion(for: text),
                    found.confidence > best?.confidence ?? SAYCommandSuggestion.none
                else { continue }
                best = found
            }
            guard let best else { continue }
            candidates.append(
                Candidate(
                    recognizer: index,
                    command: SAYCommand(type: recognizer.type, parameters: best.parameters),
                    confidence: best.confidence))
        }
        candidates.sort {
            ($1.confidence, $0.recognizer) < ($0.confidence, $1.recognizer)
        }
        guard let first = candidates.first else {
            return CommandResolution(rule: .unknown, candidates: [])
        }
        guard first.confidence >= SAYCommandSuggestion.likely else {
            return CommandResolution(rule: .unlikely, candidates: candidates)
        }
        let isTied = candidates.count > 1 && candidates[1].confidence == first.confidence
        return CommandResolution(
            winner: first, rule: isTied ? .order : .confidence, candidates: candidates)
    }
}
