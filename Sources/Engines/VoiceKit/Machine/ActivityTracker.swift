internal import VoiceTime

/// Finds loud sound: input that stands out of the level around it.
///
/// Levels are in decibels of full scale, one for each input buffer. The floor follows them by
/// 0.05 of the way for each 1,024 frames at 44.1 kHz (23.2 ms). A buffer is loud that the floor,
/// once moved, lies 12 dB below; the first buffer sets the floor and is never loud.
struct ActivityTracker: Sendable, Equatable {
    /// Rule by which the floor moves.
    enum Rule: Sendable, Equatable {
        /// Moves the floor by the buffer's length, tenfold more slowly under loud sound, and keeps
        /// it between −90 and −20 dB.
        case asymmetric(bufferSeconds: Double)
        /// Moves the floor by 0.05 of the way for a buffer of any length; the first version's rule.
        case original
    }

    /// Distance of loud sound from the floor, in decibels.
    static let margin = 12.0
    private static let share = 0.05
    private static let loudShare = 0.005
    private static let bufferSeconds = 1_024.0 / 44_100
    private static let floors = -90.0 ... -20.0

    private let rule: Rule
    /// The level around loud sound; nil before the first buffer.
    private(set) var floor: Double?
    /// Frame at which something loud was heard last; nil where nothing was.
    private(set) var lastLoud: Frame?

    /// A tracker without a floor. The original counts the beginning as loud.
    init(_ rule: Rule, start: Frame) {
        self.rule = rule
        lastLoud = rule == .original ? start : nil
    }

    /// Takes the level of a buffer that ends at `frame`.
    mutating func observe(milliDecibels: Int, at frame: Frame) {
        let level = Double(milliDecibels) / 1_000
        guard let floor else {
            self.floor = clamped(level)
            return
        }
        // The floor moves first: loud is what exceeds the old one by 12 / 0.95 dB.
        let isLoud = level >= floor + Self.share * (level - floor) + Self.margin
        self.floor = clamped(floor + share(of: level, isLoud: isLoud) * (level - floor))
        if isLoud { markLoud(at: frame) }
    }

    /// Notes loud sound at `frame`; time goes forward only.
    mutating func markLoud(at frame: Frame) { lastLoud = max(lastLoud ?? frame, frame) }

    private func clamped(_ level: Double) -> Double {
        if rule == .original { return level }
        return min(max(Self.floors.lowerBound, level), Self.floors.upperBound)
    }

    private func share(of level: Double, isLoud: Bool) -> Double {
        guard case .asymmetric(let seconds) = rule else { return Self.share }
        return Self.share(isLoud ? Self.loudShare : Self.share, after: seconds)
    }

    /// Returns how far the floor moves in `seconds` where it moves by `share` in 23.2 ms.
    ///
    /// Parts of 23.2 ms are interpolated: a power of the library's differs between processors.
    static func share(_ share: Double, after seconds: Double) -> Double {
        let steps = min(max(0, seconds / bufferSeconds), 1_000)
        var rest = 1.0
        for _ in 0..<Int(steps) { rest *= 1 - share }
        return 1 - rest * (1 - share * (steps - steps.rounded(.down)))
    }
}
