internal import VoiceJSON
internal import VoiceTrace

/// Says why a line of the caller never played, and the words that were heard last.
struct UnplayedLine {
    /// The line's place in the scenario, from 1.
    let number: Int
    let line: Scenario.Line
    /// The words that were heard last and where; nil where there were none.
    let heard: Heard?
    let vocabulary: EventVocabulary
    /// Number of events that fit its trigger.
    var fitting = 0

    /// Words that the recognizer understood.
    struct Heard {
        let words: String
        /// The scope that had begun last: a module.
        let scope: String?
    }

    /// `Caller line 2 ("yes") never played: P_Confirm did not end. Last heard: "lage" in AskSize.`
    var sentence: String {
        "Caller line \(number) (\(line.name)) never played: \(reason).\(last)"
    }

    private var reason: String {
        switch line.trigger {
        case .at(let milliseconds): "the session ended before \(milliseconds) ms"
        case .after(let pattern, let count, _): absence(of: pattern, count)
        }
    }

    /// Says that an event did not come, or not as often as the line waits for.
    private func absence(of pattern: EventPattern, _ count: Int) -> String {
        guard count <= 1 || fitting == 0 else {
            return "event \(pattern.text) came \(fitting) times, and the line waits for number"
                + " \(count)"
        }
        return absence(of: pattern)
    }

    private func absence(of pattern: EventPattern) -> String {
        guard vocabulary[pattern.name] != nil else {
            let near = NearMiss.names(like: pattern.name, in: vocabulary.names)
                .map { "'\($0)'" }.joined(separator: " and ")
            return "the app has no event '\(pattern.name)'"
                + (near.isEmpty ? "" : "; it has \(near)")
        }
        let event = TraceEvent(
            sequence: 0, frame: 0, tap: .actions, kind: pattern.name, fields: pattern.fields)
        let name = vocabulary.text(.item, of: event) ?? vocabulary.text(.scope, of: event)
        let verb: String? =
            switch role(of: pattern, as: event) {
            case .playBegin, .soundBegin, .scopeBegin, .listenBegin: "did not start"
            case .playEnd, .soundEnd, .scopeEnd, .listenEnd: "did not end"
            case .playStop: "was not stopped"
            default: nil
            }
        guard let name, let verb, pattern.expression == nil else {
            return "no event \(pattern.text) came"
        }
        return "\(name) \(verb)"
    }

    /// Returns the role of events of `pattern`: a pattern may leave out fields that tell events
    /// apart.
    private func role(of pattern: EventPattern, as event: TraceEvent) -> EventRole {
        let fitting = vocabulary[pattern.name]?.cases.first { entry in
            let told = entry.conditions.filter { pattern.fields[$0.field] != nil }
            return !told.isEmpty
                && told.allSatisfy { condition in
                    pattern.fields[condition.field]?.string.map(condition.values.contains) ?? false
                }
        }
        return fitting?.role ?? vocabulary.role(of: event)
    }

    private var last: String {
        guard let heard else { return "" }
        let place = heard.scope.map { " in \($0)" } ?? ""
        return " Last heard: \"\(heard.words)\"\(place)."
    }
}
