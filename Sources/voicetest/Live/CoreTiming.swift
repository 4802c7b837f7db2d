import VoiceDevices
import VoiceTrace

/// Wall-clock figures of a live recording's core, for the timing file. Never an input of anything.
struct CoreTiming {
    /// Upper bounds of the histogram's steps, in microseconds.
    private static let bounds: [Int64] = [
        50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000,
    ]
    private var counts = [Int64](repeating: 0, count: Self.bounds.count + 1)
    private var worstStep: Int64 = 0
    private var worstWait: Int64 = 0
    private var busy: Int64 = 0

    /// Notes a look: how long it took, and how long it came after the one before.
    mutating func note(step: Int64, wait: Int64) {
        counts[Self.bounds.firstIndex { step <= $0 } ?? Self.bounds.count] += 1
        worstStep = max(worstStep, step)
        worstWait = max(worstWait, wait)
        busy += step
    }

    /// The figures, as members of the timing file.
    var object: JSONObject {
        var histogram: [JSONValue] = Self.bounds.indices.map {
            ["upToMicroseconds": .integer(Self.bounds[$0]), "count": .integer(counts[$0])]
        }
        histogram.append(["count": .integer(counts[Self.bounds.count])])
        return [
            "steps": .array(histogram), "worstStepMicroseconds": .integer(worstStep),
            "worstWakeUpMicroseconds": .integer(worstWait), "busyMicroseconds": .integer(busy),
        ]
    }
}
