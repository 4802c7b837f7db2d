internal import VoiceTime

extension SessionLatency {
    /// Every value of a metric by what it is a value of: a turn of the caller, or what plays and
    /// which time it does. Two runs of a session are compared by what both have.
    ///
    /// Blocks, which are no events, have none.
    package func values(_ metric: LatencyMetric) -> [(of: String, value: LatencyFigure.Value)] {
        let names: [String]
        switch metric {
        case .response, .endpoint, .recognition, .told, .bargeIn: names = turnNames
        case .promptGap: names = Self.numbered(gaps.map(\.item))
        case .clipGap: names = Self.numbered(sounds.filter { $0.clipGap != nil }.map(\.item))
        case .soundStart: names = Self.numbered(sounds.filter { $0.start != nil }.map(\.item))
        case .blockCompute: return []
        }
        return zip(names, outcomes(metric)).compactMap { name, outcome in
            outcome.counted.map { frames in
                let time = sampleRate.microseconds(frames)
                return (name, .init(microseconds: time, isAtLeast: outcome.measured == nil))
            }
        }
    }

    /// Turns by their line or their place, and by what is said.
    private var turnNames: [String] {
        turns.enumerated().map { place, turn in
            let line = turn.turn.line.map { "line \($0)" } ?? "turn \(place)"
            return "\(line) \(turn.turn.words ?? "")"
        }
    }

    private static func numbered(_ items: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return items.map { item in
            let number = counts[item, default: 0]
            counts[item] = number + 1
            return "\(item) \(number)"
        }
    }
}
