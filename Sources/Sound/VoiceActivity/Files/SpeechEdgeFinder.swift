/// Places the bounds of speech to a quarter of a hop, by level below and above 4 kHz.
///
/// Speech grows from where the network found it, over holes no longer than a stop's closure,
/// while one of the two stands out of the noise before it and is not too far below its own top.
/// Where neither stands out enough, the network's bound stays.
/// Shape: 2.5 ms a quarter; a bound is told as quarters inwards from the network's.
struct SpeechEdgeFinder: Sendable {
    /// Quarters looked at before the bound, after it, and those before it that are not noise.
    static let before = 160
    static let after = 200
    private static let apart = 12
    private static let least = 8
    let settings: OfflineSettings
    private(set) var low = [Int16](repeating: 0, count: before + after)
    private(set) var high = [Int16](repeating: 0, count: before + after)
    private(set) var ranks = LevelRanks(capacity: after)

    /// The bound in quarters inwards; less than 0 is outwards.
    ///
    /// `outside` are quarters before the network's bound that belong to no other speech. `inside`
    /// are quarters of the speech. `level` yields the levels at a quarter, low and high, in
    /// hundredths of a decibel.
    mutating func find(
        outside: Int, inside: Int, level: (Int) -> (low: Int32, high: Int32)
    ) -> Int {
        let outside = min(outside, Self.before)
        let inside = min(inside, Self.after)
        guard inside > 0 else { return 0 }
        var now = level(-outside)
        var last = now
        for place in -outside..<inside {
            let next = level(place + 1)
            let (smoothLow, smoothHigh) = (
                (last.low + 2 * now.low + next.low) >> 2,
                (last.high + 2 * now.high + next.high) >> 2
            )
            low[place + Self.before] = Int16(truncatingIfNeeded: smoothLow)
            high[place + Self.before] = Int16(truncatingIfNeeded: smoothHigh)
            (last, now) = (now, next)
        }
        let voice = threshold(
            low, outside, inside, over: settings.edgeVoiceCentiDB, depth: settings.edgeDepthCentiDB)
        let hiss = threshold(
            high, outside, inside, over: settings.edgeHissCentiDB,
            depth: settings.edgeHissDepthCentiDB)
        if voice == nil, hiss == nil { return 0 }
        let isActive = { [low, high] (place: Int) in
            Int32(low[place + Self.before]) > voice ?? .max
                || Int32(high[place + Self.before]) > hiss ?? .max
        }
        return grow(outside, inside, isActive)
    }

    private func grow(_ outside: Int, _ inside: Int, _ isActive: (Int) -> Bool) -> Int {
        let last = min(inside - 1, settings.edgeInwardMs * 4 / 10)
        guard let first = (0...max(0, last)).first(where: isActive) else { return 0 }
        var (bound, hole, place) = (first, 0, first)
        let stop = -min(outside, settings.edgeOutwardMs * 4 / 10)
        while place > stop, hole <= settings.edgeHoleMs * 4 / 10 {
            place -= 1
            hole = isActive(place) ? 0 : hole + 1
            if hole == 0 { bound = place }
        }
        return bound
    }

    /// Returns the threshold that a level must pass; nil where speech hardly stands out.
    private mutating func threshold(
        _ levels: [Int16], _ outside: Int, _ inside: Int, over: Int, depth: Int
    ) -> Int32? {
        ranks.load(levels[Self.before..<Self.before + inside])
        let top = Int32(ranks.level(permille: 900))
        let noise = levels[
            Self.before - outside..<max(Self.before - outside, Self.before - Self.apart)]
        var bar = top - Int32(depth)
        if noise.count >= Self.least {
            ranks.load(noise)
            bar = max(bar, Int32(ranks.level(permille: 500)) + Int32(over))
            let loud = Int32(ranks.level(permille: 900))
            bar = max(bar, loud + Int32(settings.edgeNoiseCentiDB))
        }
        return top - bar > Int32(settings.edgeRoomCentiDB) ? bar : nil
    }
}
