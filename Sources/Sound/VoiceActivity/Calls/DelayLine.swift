/// A straight line through the delays of an echo in each stretch of speech, over time.
struct DelayLine {
    /// The mean delay; nil where no stretch tells it.
    private(set) var microseconds: Int64?
    /// Growth of the delay, in millionths; nil where that may be chance.
    private(set) var driftPPM: Int?

    /// Likeness, in thousandths, from which on a stretch tells the delay.
    private static let leastLikeness = 700
    /// Distance from the delay of a stretch within which a better one is looked for, in hops.
    private static let reach = 4
    /// Largest distance of delays from a line that tells a drift, in hops, as a root mean square: a
    /// delay that jumps is none.
    private static let mostDistance = 1.0
    /// Fewest stretches that tell a drift; ``leastErrors`` and ``leastDrift`` are how sure it must
    /// be, in standard errors, and the least drift that is told, in millionths.
    private static let fewest = 6
    private static let leastErrors = 4.0
    private static let leastDrift = 30.0

    /// The line through the delays of `witnesses`.
    init(_ comparison: LevelComparison, _ witnesses: [ChannelEcho.Witness]) {
        let points = witnesses.compactMap { witness -> (time: Double, delay: Double)? in
            let stretch = witness.stretch
            guard let found = Self.delay(comparison, stretch, near: witness.delay) else {
                return nil
            }
            return (Double(stretch.lowerBound + stretch.upperBound) / 2, found)
        }
        guard !points.isEmpty else { return }
        let count = Double(points.count)
        let time = points.reduce(0) { $0 + $1.time } / count
        let mean = points.reduce(0) { $0 + $1.delay } / count
        microseconds = Int64((mean * 10_000).rounded())
        let spread = points.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
        guard points.count >= Self.fewest, spread > 0 else { return }
        let slope =
            points.reduce(0) { $0 + ($1.time - time) * ($1.delay - mean) } / spread
        let rest = points.reduce(0) { sum, point in
            let error = point.delay - mean - slope * (point.time - time)
            return sum + error * error
        }
        let error = (rest / (count - 2) / spread).squareRoot()
        let drift = slope * 1_000_000
        if abs(drift) >= Self.leastDrift, abs(slope) >= Self.leastErrors * error,
            rest <= count * Self.mostDistance * Self.mostDistance
        {
            driftPPM = Int(drift.rounded())
        }
    }

    /// Returns the delay in one stretch, in hops, between them by a parabola; nil where it is not
    /// clear.
    private static func delay(
        _ comparison: LevelComparison, _ stretch: Range<Int>, near delay: Int
    ) -> Double? {
        let places = Array((delay - reach)...(delay + reach))
        let found = places.map { comparison.likeness(in: stretch, delay: $0) ?? -1_000 }
        guard let most = found.max(), most >= leastLikeness,
            let place = found.firstIndex(of: most), place > 0, place < found.count - 1
        else { return nil }
        let (before, after) = (Double(found[place - 1]), Double(found[place + 1]))
        let bend = before - 2 * Double(most) + after
        guard bend < 0 else { return nil }
        return Double(places[place]) + 0.5 * (before - after) / bend
    }
}
