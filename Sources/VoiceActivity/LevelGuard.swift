import Synchronization

/// Widens a stretch of speech over the loud sound that it begins or ends in.
///
/// A detector needs to hear what is around speech, and at the edge of a file there is nothing
/// around it. So where a sound stands well above the quietest tenth of the file right beside a
/// stretch, it belongs to it: that costs a little silence, and cuts no speech.
final class LevelGuard: Sendable {
    /// How far above the quietest tenth a hop stands, in hundredths of a decibel.
    private static let margin = 450
    /// How far a stretch is widened at most, and over what gaps, in hops.
    private static let reach = 60
    private static let gap = 15
    private let levels = Mutex<(start: Int64, hops: [Int32])>((0, []))

    /// Takes the evidence of the next hops.
    func take(_ decisions: [HopDecision]) {
        levels.withLock { levels in
            if levels.hops.isEmpty, let first = decisions.first { levels.start = first.start }
            for decision in decisions { levels.hops.append(decision.energy) }
        }
    }

    /// From `first` through `last`, widened; positions at 16 kHz.
    func widened(_ first: Int64, _ last: Int64) -> (first: Int64, last: Int64) {
        levels.withLock { levels in
            let hops = levels.hops
            guard !hops.isEmpty else { return (first, last) }
            let threshold = Int(hops.sorted()[hops.count / 10]) + Self.margin
            let size = Int64(HopGrid.hopFrames)
            func hop(_ position: Int64) -> Int {
                min(hops.count - 1, max(0, Int((position - levels.start) / size)))
            }
            let start = Self.edge(hops, from: hop(first), step: -1, threshold)
            let end = Self.edge(hops, from: hop(last - 1), step: 1, threshold)
            return (
                min(first, max(0, levels.start + Int64(start) * size)),
                max(last, levels.start + Int64(end + 1) * size)
            )
        }
    }

    /// The last loud hop on the way from `from`.
    private static func edge(
        _ hops: [Int32], from: Int, step: Int, _ threshold: Int
    ) -> Int {
        var reached = from
        var next = from + step
        while hops.indices.contains(next), abs(next - from) <= reach, abs(next - reached) <= gap {
            if Int(hops[next]) >= threshold { reached = next }
            next += step
        }
        return reached
    }
}
