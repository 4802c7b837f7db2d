/// Places the bounds of speech to a quarter of a hop, by level below and above 4 kHz.
///
/// Speech grows from where the network found it, over holes no longer than a stop's closure,
/// while one of the two stands out of the noise before it and is not too far below its own top.
/// Where neither stands out enough, the network's bound stays.
/// Shape: 2.5 ms a quarter; a bound is told as quarters inwards from the network's.
struct EdgeFinder: Sendable {
    /// Quarters looked at before the bound, after it, and those before it that are not noise.
    static let before = 160
    static let after = 200
    private static let apart = 12
    private static let least = 8
    /// What a level can be, in hundredths of a decibel.
    private static let levels: ClosedRange<Int32> = -9_600...9_600
    private let settings: OfflineSettings
    private var low = [Int32](repeating: 0, count: before + after)
    private var high = [Int32](repeating: 0, count: before + after)

    init(settings: OfflineSettings) {
        self.settings = settings
    }

    /// The bound in quarters inwards; less than 0 is outwards.
    ///
    /// - Parameter outside: quarters before the network's bound that belong to no other speech.
    /// - Parameter inside: quarters of the speech.
    /// - Parameter level: the levels at a quarter, low and high, in hundredths of a decibel.
    mutating func find(
        outside: Int, inside: Int, level: (Int) -> (low: Int32, high: Int32)
    ) -> Int {
        let outside = min(outside, Self.before)
        let inside = min(inside, Self.after)
        guard inside > 0 else { return 0 }
        for place in -outside..<inside {
            let around = (level(max(place - 1, -outside)), level(place), level(place + 1))
            low[place + Self.before] = (around.0.low + 2 * around.1.low + around.2.low) >> 2
            high[place + Self.before] = (around.0.high + 2 * around.1.high + around.2.high) >> 2
        }
        let voice = threshold(
            low, outside, inside, over: settings.edgeVoiceCentiDB, depth: settings.edgeDepthCentiDB)
        let hiss = threshold(
            high, outside, inside, over: settings.edgeHissCentiDB,
            depth: settings.edgeHissDepthCentiDB)
        if voice == nil, hiss == nil { return 0 }
        let isActive = { [low, high] (place: Int) in
            low[place + Self.before] > voice ?? .max || high[place + Self.before] > hiss ?? .max
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

    /// What a level must pass; nil where speech hardly stands out.
    private func threshold(
        _ levels: [Int32], _ outside: Int, _ inside: Int, over: Int, depth: Int
    ) -> Int32? {
        let top = rank(levels[Self.before..<Self.before + inside], permille: 900)
        let noise = levels[
            Self.before - outside..<max(Self.before - outside, Self.before - Self.apart)]
        var bar = top - Int32(depth)
        if noise.count >= Self.least {
            bar = max(bar, rank(noise, permille: 500) + Int32(over))
            bar = max(bar, rank(noise, permille: 900) + Int32(settings.edgeNoiseCentiDB))
        }
        return top - bar > Int32(settings.edgeRoomCentiDB) ? bar : nil
    }

    /// The least level that so many thousandths of the levels do not pass.
    private func rank(_ levels: ArraySlice<Int32>, permille: Int) -> Int32 {
        let wanted = (levels.count - 1) * permille / 1_000
        var (low, high): (Int32, Int32) = (Self.levels.lowerBound, Self.levels.upperBound)
        while low < high {
            let middle = (low + high) >> 1
            let passed = levels.withUnsafeBufferPointer { levels in
                var count: Int32 = 0
                for level in levels { count &+= level <= middle ? 1 : 0 }
                return Int(count)
            }
            if passed > wanted { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
