internal import VoiceJSON
internal import VoiceTrace

/// Finds the events that a scenario can wait for: the first event or callback of its kind.
struct DraftAnchor {
    let take: DraftTake

    /// Returns the event that a caller's line can wait for to follow `event`, as a pattern, and the
    /// delay after it.
    func line(
        after event: Int, delay: Int64
    ) -> (pattern: JSONObject, delay: Int64) {
        for index in stride(from: event, through: 0, by: -1) {
            guard let pattern = Self.pattern(of: take.events[index]), isFirst(index) else {
                continue
            }
            return (pattern, distance(from: index, to: event) + delay)
        }
        return (["kind": "flowStart"], take.milliseconds(at: event) + delay)
    }

    /// Returns the callback of an event, where it is the first of its kind; nil where a rule would
    /// act earlier.
    func callback(of event: Int) -> JSONObject? {
        isFirst(event) ? Self.callback(of: take.events[event]) : nil
    }

    /// Returns the trigger and the delay by which news can come so many milliseconds after an
    /// event.
    func news(
        after event: Int, delay: Int64
    ) -> (trigger: DraftScript.Rule.Trigger, delay: Int64) {
        for index in stride(from: event, through: 0, by: -1) {
            guard let pattern = callback(of: index) else { continue }
            return (.callback(pattern), distance(from: index, to: event) + delay)
        }
        return (.time(take.milliseconds(at: event) + delay), 0)
    }

    /// Milliseconds between two events, rounded up.
    private func distance(from first: Int, to last: Int) -> Int64 {
        (take.events[last].frame - take.events[first].frame + 15) / 16
    }

    private func isFirst(_ event: Int) -> Bool {
        guard let pattern = Self.pattern(of: take.events[event]) else { return false }
        let first = take.events.firstIndex { found in
            found.kind == take.events[event].kind
                && pattern.members.allSatisfy { member in
                    member.key == "kind" || found.fields[member.key] == member.value
                }
        }
        return first == event
    }

    /// Returns the pattern that a caller's line can wait for.
    private static func pattern(of event: TraceEvent) -> JSONObject? {
        let keys: [String]
        switch event.kind {
        case "media": keys = ["item", "function", "event"]
        case "moduleStart": keys = ["module"]
        case "transition": keys = ["from", "to"]
        case "final": keys = ["text"]
        default: return nil
        }
        var pattern: JSONObject = ["kind": .string(event.kind)]
        for key in keys { pattern[key] = event.fields[key] }
        return pattern
    }

    /// Returns the pattern that an app's rule can wait for.
    private static func callback(of event: TraceEvent) -> JSONObject? {
        switch event.kind {
        case "media":
            var pattern: JSONObject = ["callback": "MediaEvent"]
            for key in ["item", "function", "event"] { pattern[key] = event.fields[key] }
            return pattern
        case "moduleStart":
            return [
                "callback": "PreModuleStart", "module": event.fields["module"] ?? .null,
            ]
        case "final":
            return [
                "callback": "SRHypothesis", "hypothesis": event.fields["text"] ?? .null,
                "type": "final",
            ]
        default: return nil
        }
    }
}
