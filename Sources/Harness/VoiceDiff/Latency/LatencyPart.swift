package import VoiceTime
package import VoiceTrace

/// A part of what a caller waits for an answer, and who spends it.
package struct LatencyPart: Sendable, Hashable {
    /// Party or cause that spends the time.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// From the end of speech to the decision that the turn is over.
        case endOfTurn
        /// Silence that a rule of the engine waits for after that decision.
        case ruleWait
        /// From the question to the recognizer up to its answer.
        case recognizer
        /// The engine waits for its app: a callback that takes long, a call that comes late.
        case app
        /// From the request for a prompt to its first frame.
        case synthesis
        /// Silence in front of what is heard of the prompt.
        case silence
        /// The engine itself, or nothing that the trace tells apart.
        case other

        /// Name of the kind in a table.
        public var word: String {
            switch self {
            case .endOfTurn: "end of turn"
            case .ruleWait: "rule"
            case .recognizer, .app, .synthesis, .silence, .other: rawValue
            }
        }
    }

    /// Party or cause that spends the time.
    package var kind: Kind
    /// Duration in frames.
    package var frames: Frame
    /// Setting, rule, callback, call or prompt that decides it; nil where nothing says so.
    package var owner: String?
    /// The silence that ``owner`` asks for, in frames; nil where it asks for none.
    package var limit: Frame?
}

/// A time in which the engine waited for its app.
package struct AppWait: Sendable, Hashable {
    /// Stretch of the wait, in frames.
    package var range: Range<Frame>
    /// The callback that took so long, or the call that came so late.
    package var owner: String

    /// The times in which an engine waited for its app: from a callback to its late return, and
    /// from the last event to a late call that makes something happen; and those in which the app
    /// waited for the outside world, as `vocabulary` says.
    ///
    /// Shape: ascending; they may overlap.
    package static func waits(
        in inputs: [InputEvent], _ events: [TraceEvent], _ vocabulary: EventVocabulary = .core
    ) -> [AppWait] {
        var waits = outside(events, vocabulary)
        for input in inputs {
            switch input.input {
            case .returned:
                guard let number = input.during?.event, events.indices.contains(number),
                    events[number].frame < input.frame
                else { continue }
                let event = events[number]
                waits.append(
                    AppWait(
                        range: event.frame..<input.frame, owner: "the callback on \(event.kind)"))
            case .call(let call):
                guard input.after > 0, events.indices.contains(input.after),
                    events[input.after].frame == input.frame,
                    events[input.after - 1].frame < input.frame
                else { continue }
                waits.append(
                    AppWait(
                        range: events[input.after - 1].frame..<input.frame,
                        owner: "the call \(call.name)"))
            default: continue
            }
        }
        return waits.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
    }

    /// The times in which the app waited for the outside world.
    private static func outside(
        _ events: [TraceEvent], _ vocabulary: EventVocabulary
    ) -> [AppWait] {
        guard !vocabulary.kinds(of: .waitEnd).isEmpty else { return [] }
        return events.compactMap { event in
            guard vocabulary.role(of: event) == .waitEnd,
                let frames = vocabulary.frames(.wait, of: event), frames > 0
            else { return nil }
            let owner = vocabulary.text(.name, of: event) ?? event.kind
            return AppWait(range: max(0, event.frame - frames)..<event.frame, owner: owner)
        }
    }
}
