internal import VoiceJSON
internal import VoiceTrace

/// Way to hide levels of the microphone where a session is replayed from its words: they stand for
/// the sound then, and say how loud the caller was.
enum LevelHiding: Equatable {
    /// Two levels only: the mean of all that are so many thousandths of a decibel above the room,
    /// and that of the others.
    case twoLevels(above: Int64)
    /// Levels in steps of so many thousandths of a decibel.
    case steps(Int64)

    /// The ways from that which tells least.
    static let all: [LevelHiding] =
        [12_600, 9_000, 6_000, 18_000, 24_000].map { .twoLevels(above: $0) }
        + [6_000, 3_000].map { .steps($0) }

    /// `events` with the levels of `spans` hidden.
    func hide(_ events: [TraceEvent], in spans: [Range<Int>]) -> [TraceEvent] {
        let places = events.indices.filter { index in
            // A level is that of what came before.
            let frame = Int(clamping: events[index].frame) - 1
            return events[index].core == .level && spans.contains { $0.contains(frame) }
        }
        let levels = places.map { index in
            max(-200_000, min(200_000, events[index].fields[CoreKey.level]?.integer ?? 0))
        }
        var hidden = events
        for (index, level) in zip(places, hide(levels)) {
            hidden[index].fields[CoreKey.level] = .integer(level)
        }
        return hidden
    }

    private func hide(_ levels: [Int64]) -> [Int64] {
        switch self {
        case .steps(let step): return levels.map { ($0 - step / 2) / step * step }
        case .twoLevels(let distance):
            // A quarter of a listening is room at least.
            guard !levels.isEmpty else { return [] }
            let limit = levels.sorted()[levels.count / 4] + distance
            func mean(_ levels: [Int64]) -> Int64 {
                levels.reduce(0, +) / Int64(max(1, levels.count))
            }
            let (loud, quiet) = (
                mean(levels.filter { $0 >= limit }), mean(levels.filter { $0 < limit })
            )
            return levels.map { $0 >= limit ? loud : quiet }
        }
    }
}
