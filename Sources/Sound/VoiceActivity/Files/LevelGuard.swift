import Synchronization

/// Widens a stretch of speech over the loud sound that it begins or ends in.
///
/// A detector needs to hear what is around speech, and at the edge of a file there is nothing
/// around it. So where a sound stands well above the quietest tenth of the file right beside a
/// stretch, it belongs to it: that costs a little silence, and cuts no speech.
///
/// And a word may begin or end in a consonant that is far fainter than its vowels, up to a fifth
/// of a second long, which noise hides. Where noise is near enough to the vowels for that, so
/// much more is kept.
final class LevelGuard: Sendable {
    /// Height of a loud hop above the quietest tenth, in hundredths of a decibel.
    private static let margin = 450
    /// Largest number of hops by which a stretch is widened; ``gap`` are the hops that it crosses.
    private static let reach = 60
    private static let gap = 20
    /// Distance of a consonant below the vowels at most; ``hiding`` is that of the noise which
    /// hides it wholly.
    private static let faint = 3_000
    private static let hiding = 2_000
    /// The hops that a hidden consonant lasts at most, and those looked at for levels.
    private static let consonant = 20
    private static let beside = 100
    private let levels = Mutex<(start: Int64, hops: [Int32])>((0, []))

    /// Processes the evidence of the next hops.
    func process(_ decisions: [HopDecision]) {
        levels.withLock { levels in
            if levels.hops.isEmpty, let first = decisions.first { levels.start = first.start }
            for decision in decisions { levels.hops.append(decision.energy) }
        }
    }

    /// Returns `first` through `last`, widened; positions at 16 kHz.
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
            let before = Self.hidden(hops, edge: start, outward: -1)
            let after = Self.hidden(hops, edge: end, outward: 1)
            return (
                max(0, min(first, levels.start + Int64(start) * size) - Int64(before) * size),
                max(last, levels.start + Int64(end + 1) * size) + Int64(after) * size
            )
        }
    }

    /// Returns the longest duration, in hops, of a consonant that noise hides beyond an edge.
    private static func hidden(_ hops: [Int32], edge: Int, outward: Int) -> Int {
        let inside = stride(from: edge, through: edge - beside * outward, by: -outward)
        let outside = stride(from: edge + outward, through: edge + beside * outward, by: outward)
        let speech = inside.filter(hops.indices.contains).map { hops[$0] }.sorted()
        let noise = outside.filter(hops.indices.contains).map { hops[$0] }.sorted()
        guard !speech.isEmpty, !noise.isEmpty else { return 0 }
        let room = Int(speech[speech.count * 9 / 10]) - Int(noise[noise.count / 2])
        return min(consonant, max(0, (faint - room) * consonant / (faint - hiding)))
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
