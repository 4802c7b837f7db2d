/// Position of a log's clock on the clock of a sound, by what both tell.
///
/// The offset is voted for: every pair of one mark in the log and one in the sound is a vote. The
/// marks that are nearest then give its median, and how their distances grow over time a drift.
struct ClockAlignment: Sendable, Equatable {
    /// Marks of one kind, in nanoseconds, ascending.
    typealias Marks = [SpeechEdge: [Int64]]

    /// Reason why a log does not lie on a sound.
    enum Misfit: Error, Sendable, Equatable {
        /// The log, or the sound, tells too little of who speaks: so many marks.
        case tooFew(log: Int, sound: Int)
        /// Only so many marks of the log are near one of the sound, of as many in the sound's time.
        case apart(near: Int, of: Int)
        /// Most marks are near each other at two offsets.
        case ambiguous
        /// Most events of the log go back in time: so many of all.
        case backwards(Int, of: Int)
        /// So many marks lie on the sound, and so many `others`, which follow each other, lie on it
        /// where the log's clock is so many nanoseconds further.
        case stepped(pairs: Int, others: Int, nanoseconds: Int64)
    }

    /// The clock of the log, seen from the sound.
    private let clock: Clock
    /// Marks of the log that are near one of the sound.
    let pairs: Int
    /// Marks of the log in the time of the sound.
    let inside: Int
    /// Distances of these from those of the sound, in nanoseconds: at the median, and for 95 %.
    let median: Int64
    let ninetyFifth: Int64

    private static let binNanoseconds: Int64 = 20_000_000
    /// Largest distance of marks that belong together, in nanoseconds.
    private static let reachNanoseconds: Int64 = 250_000_000
    /// Offsets that are further apart are different.
    private static let apartNanoseconds: Int64 = 1_000_000_000
    /// The fewest marks that belong together.
    private static let fewest = 3
    /// Marks of one kind that vote at most.
    private static let voterLimit = 200

    /// Number of times that the offset and the drift are corrected by the pairs that they give.
    private static let rounds = 4

    /// The time of the log at which the sound begins, in nanoseconds.
    var offset: Int64 { clock.offset }

    /// Rate by which the log's clock runs faster, in millionths; nil where that may be chance.
    var driftPPM: Double? { clock.slope == 0 ? nil : clock.slope * 1_000_000 }

    /// The time in the sound, in nanoseconds, of a time of the log.
    func sound(_ log: Int64) -> Int64 { clock.sound(log) }

    /// Lays a log on a sound of so many nanoseconds.
    ///
    /// - Throws: ``Misfit``.
    init(log: Marks, sound: Marks, length: Int64) throws(Misfit) {
        let counts = (log.values.joined().count, sound.values.joined().count)
        guard counts.0 >= Self.fewest, counts.1 >= Self.fewest else {
            throw .tooFew(log: counts.0, sound: counts.1)
        }
        let votes = Self.votes(log, sound)
        guard let best = votes.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }) else {
            throw .apart(near: 0, of: counts.0)
        }
        let bins = Self.apartNanoseconds / Self.binNanoseconds
        let other = votes.filter { abs($0.key - best.key) > bins }.map(\.value).max() ?? 0
        // One mark fewer is no reason to prefer an offset.
        guard best.value > other + 1 else { throw .ambiguous }
        var clock = Clock(offset: best.key * Self.binNanoseconds + Self.binNanoseconds / 2)
        for _ in 0..<Self.rounds { clock.correct(by: Self.pairs(log, sound, clock)) }
        let pairs = Self.pairs(log, sound, clock)
        try Self.checkSteps(log, sound, pairs, clock)
        inside = log.values.joined().count { (0...length).contains(clock.sound($0)) }
        guard pairs.count >= Self.fewest, pairs.count * 2 >= inside else {
            throw .apart(near: pairs.count, of: inside)
        }
        self.clock = clock
        self.pairs = pairs.count
        let left = pairs.map { abs($0.difference) }.sorted()
        median = left[left.count / 2]
        ninetyFifth = left[min(left.count - 1, left.count * 95 / 100)]
    }

    /// Looks whether the marks of the log that have no pair lie on the sound at one other offset.
    ///
    /// - Throws: ``Misfit/stepped(pairs:others:nanoseconds:)`` where at least three do, in a time
    ///   in which they are two thirds of all marks.
    private static func checkSteps(
        _ log: Marks, _ sound: Marks, _ pairs: [Pair], _ clock: Clock
    ) throws(Misfit) {
        let paired = Set(pairs.map(\.logged))
        let rest = log.mapValues { $0.filter { !paired.contains($0) } }
        let votes = votes(rest, sound)
        let most = votes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        guard let best = most else { return }
        let others = rest.flatMap { mark, times in
            times.filter { time in
                (sound[mark] ?? []).contains {
                    abs((time - $0).quotientRoundedDown(by: binNanoseconds) - best.key) <= 1
                }
            }
        }
        guard others.count >= fewest, let first = others.min(), let last = others.max() else {
            return
        }
        let all = log.values.joined().count { (first...last).contains($0) }
        guard others.count * 3 >= all * 2 else { return }
        throw .stepped(
            pairs: pairs.count, others: others.count,
            nanoseconds: best.key * binNanoseconds + binNanoseconds / 2 - clock.offset)
    }

    /// Counts the marks of the sound that have one of the log at an offset, by bins of 20 ms; each
    /// counts for the bins beside its own, too.
    private static func votes(_ log: Marks, _ sound: Marks) -> [Int64: Int] {
        var votes: [Int64: Int] = [:]
        for (mark, times) in log {
            for own in (sound[mark] ?? []).prefix(voterLimit) {
                var bins: Set<Int64> = []
                for time in times.prefix(voterLimit) {
                    let bin = (time - own).quotientRoundedDown(by: binNanoseconds)
                    bins.formUnion([bin - 1, bin, bin + 1])
                }
                for bin in bins { votes[bin, default: 0] += 1 }
            }
        }
        return votes
    }

    /// A mark of the log beside the nearest one of the sound.
    struct Pair: Sendable, Equatable {
        /// Time of the mark, in the sound and in the log.
        let time: Int64
        let logged: Int64
        /// Time by which the log has it later.
        let difference: Int64
    }

    private static func pairs(_ log: Marks, _ sound: Marks, _ clock: Clock) -> [Pair] {
        var pairs: [Pair] = []
        for (mark, times) in log {
            var others = (sound[mark] ?? [])[...]
            for (place, logged) in times.map({ (clock.sound($0), $0) }).sorted(by: <) {
                // Those that are not nearer than the one behind them.
                while let first = others.first, let next = others.dropFirst().first,
                    abs(next - place) <= abs(first - place)
                { others.removeFirst() }
                guard let nearest = others.first, abs(nearest - place) <= reachNanoseconds else {
                    continue
                }
                pairs.append(
                    Pair(time: nearest, logged: logged, difference: place - nearest))
            }
        }
        return pairs.sorted { ($0.time, $0.difference) < ($1.time, $1.difference) }
    }
}

/// The clock of a log, seen from a sound.
private struct Clock: Sendable, Equatable {
    /// The time of the log at which the sound begins, in nanoseconds.
    var offset: Int64
    /// Rate by which the log's clock runs faster, as a proportion.
    var slope = 0.0

    private static let fewest = 6
    private static let leastErrors = 4.0
    private static let leastSlope = 30.0 / 1_000_000
    /// Largest slope: no clock runs faster or slower than that.
    private static let mostSlope = 0.01

    func sound(_ log: Int64) -> Int64 {
        let time = log - offset
        return time - Int64((Double(time) * slope).rounded())
    }

    /// Takes the median, or where they grow over time a straight line, of the differences away.
    mutating func correct(by pairs: [ClockAlignment.Pair]) {
        guard !pairs.isEmpty else { return }
        let (count, start) = (Double(pairs.count), pairs[0].time)
        let points = pairs.map { (Double($0.time - start), Double($0.difference)) }
        let time = points.reduce(0) { $0 + $1.0 } / count
        let mean = points.reduce(0) { $0 + $1.1 } / count
        let spread = points.reduce(0) { $0 + ($1.0 - time) * ($1.0 - time) }
        let product = points.reduce(0) { $0 + ($1.0 - time) * ($1.1 - mean) }
        let found = spread > 0 ? product / spread : 0
        let rest = points.reduce(0) { sum, point in
            let left = point.1 - mean - found * (point.0 - time)
            return sum + left * left
        }
        let error = spread > 0 ? (rest / max(1, count - 2) / spread).squareRoot() : .infinity
        let whole = slope + found
        guard pairs.count >= Self.fewest,
            (Self.leastSlope...Self.mostSlope).contains(abs(whole)),
            abs(whole) >= Self.leastErrors * error
        else {
            offset += pairs.map(\.difference).sorted()[pairs.count / 2]
            slope = 0
            return
        }
        offset += Int64((mean - found * (time + Double(start))).rounded())
        slope = whole
    }
}

extension Int64 {
    /// The quotient, rounded towards the smaller number.
    fileprivate func quotientRoundedDown(by other: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: other)
        return rest < 0 ? quotient - 1 : quotient
    }
}
