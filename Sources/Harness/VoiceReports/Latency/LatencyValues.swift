internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime

/// Latencies as values of JSON and as words.
enum LatencyValues {
    static func text(microseconds: Int64) -> String {
        let tenths = (microseconds + (microseconds < 0 ? -50 : 50)) / 100
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }

    /// A percentile in milliseconds: to the tenth, below one to the thousandth.
    static func text(_ value: Percentiles.Value) -> String {
        let microseconds = value.microseconds
        let isShort = (1..<1_000).contains(microseconds)
        let text =
            isShort
            ? "0.\("\(1_000 + microseconds)".dropFirst())" : text(microseconds: microseconds)
        return (value.isAtLeast ? "≥ " : "") + text
    }

    /// An outcome in few words, in milliseconds.
    static func text(_ outcome: LatencyOutcome, rate: SampleRate) -> String {
        let time = outcome.frames.map { text(microseconds: rate.microseconds($0)) } ?? ""
        return switch outcome {
        case .measured: "\(time) ms"
        case .censored(_, let reason): "at least \(time) ms: \(reason.rawValue)"
        case .talkedOver(let frames) where frames < 0:
            "talked over \(text(microseconds: -rate.microseconds(frames))) ms before the end"
        case .talkedOver: "talked over"
        case .excluded(let reason): "excluded: \(reason.rawValue)"
        }
    }

    /// The response of a turn in few words, in milliseconds.
    static func response(_ turn: TurnLatency, rate: SampleRate) -> String {
        guard let bounds = turn.bounds else { return text(turn.response, rate: rate) }
        let (least, most) = (
            text(microseconds: rate.microseconds(bounds.lowerBound)),
            text(microseconds: rate.microseconds(bounds.upperBound))
        )
        return "between \(least) and \(most) ms: where the caller ended is hidden"
    }

    /// Describes the parts of a response as a sum.
    static func sum(_ turn: TurnLatency, rate: SampleRate) -> String {
        sum(turn.namedParts(rate))
    }

    /// Parts as a sum; `hasOwners` says who decided each, where that is known.
    static func sum(_ parts: [LatencyPlace.Part], hasOwners: Bool = false) -> String {
        parts.map { part in
            "\(part.name) \(text(microseconds: part.microseconds))"
                + (hasOwners ? part.owner.map { " (\($0))" } ?? "" : "")
        }.joined(separator: " + ")
    }

    static func outcome(_ outcome: LatencyOutcome, rate: SampleRate) -> JSONValue {
        var object: JSONObject = ["outcome": .string(outcome.name)]
        if let frames = outcome.frames {
            object["frames"] = .integer(frames)
            object["us"] = .integer(rate.microseconds(frames))
        }
        if let reason = outcome.reason { object["reason"] = .string(reason.name) }
        return .object(object)
    }

    static func percentiles(_ percentiles: Percentiles) -> JSONValue {
        var object: JSONObject = ["count": .integer(percentiles.count)]
        for (name, value) in percentiles.all {
            object[name] = [
                "us": .integer(value.microseconds), "atLeast": .bool(value.isAtLeast),
            ]
        }
        return .object(object)
    }

    static func counts(_ counts: [(reason: LatencyReason, count: Int)]) -> JSONValue {
        var object = JSONObject()
        for (reason, count) in counts { object[reason.name] = .integer(Int64(count)) }
        return .object(object)
    }

    /// Describes reasons with their counts, as in `2 the flow ended`.
    static func words(_ counts: [(reason: LatencyReason, count: Int)]) -> String {
        counts.map { "\($0.count) × \($0.reason.rawValue)" }.joined(separator: ", ")
    }
}

extension LatencyMove {
    /// The percentile, its value, and the distance it moved: `p90 1240.0 ms (+200.0)`.
    var text: String {
        "\(percentile.rawValue) \(LatencyValues.text(now)) ms (\(change > 0 ? "+" : "")"
            + "\(LatencyValues.text(microseconds: change)))"
    }
}
