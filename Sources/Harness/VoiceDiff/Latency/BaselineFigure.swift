internal import VoiceJSON
internal import VoiceTime

/// One figure of a session in a baseline: a latency, and of which turn, prompt or sound it is.
struct BaselineFigure {
    /// Place of the figure, as in `turn 2 "yes", endpoint`.
    let place: String
    let metric: LatencyMetric
    /// Outcome of the latency, as a baseline holds it.
    let value: JSONValue

    /// Every figure of a session, in order.
    static func all(of figures: JSONObject) -> [BaselineFigure] {
        func parts(_ key: String, _ name: (Int, JSONObject) -> String) -> [BaselineFigure] {
            (figures[key]?.array ?? []).enumerated().flatMap { index, entry in
                let object = entry.object ?? [:]
                return LatencyMetric.allCases.compactMap { metric in
                    object[metric.rawValue].map { value in
                        BaselineFigure(
                            place: "\(name(index + 1, object)), \(metric.rawValue)",
                            metric: metric, value: value)
                    }
                }
            }
        }
        func item(_ object: JSONObject) -> String { object["item"]?.string ?? "?" }
        return parts("turns") { number, turn in
            "turn \(number)" + (turn["words"]?.string.map { " \"\($0)\"" } ?? "")
        } + parts("gaps") { "prompt \($0) (\(item($1)))" }
            + parts("sounds") { "sound \($0) (\(item($1)))" }
    }

    /// Describes the change from one value to another for a person.
    static func words(
        _ expected: JSONValue?, _ found: JSONValue?, rate: SampleRate
    ) -> String {
        func text(_ value: JSONValue?) -> String {
            guard let outcome = value?.object, let name = outcome["outcome"]?.string else {
                return "none"
            }
            let time = outcome["frames"]?.integer.map { " \(rate.text($0))" } ?? ""
            let reason = outcome["reason"]?.string.map { " (\($0))" } ?? ""
            return (name == "measured" ? "" : name) + time + reason
        }
        let sentence = "\(text(expected)) -> \(text(found))".split(separator: " ")
            .joined(separator: " ")
        guard let before = expected?.object?["frames"]?.integer,
            let after = found?.object?["frames"]?.integer
        else { return sentence }
        let (change, overflow) = after.subtractingReportingOverflow(before)
        guard !overflow else { return sentence }
        return "\(sentence) (\(change > 0 ? "+" : "")\(rate.text(change)))"
    }
}
