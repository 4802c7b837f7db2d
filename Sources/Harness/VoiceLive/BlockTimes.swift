internal import VoiceDiff
package import VoiceJSON
internal import VoiceSession

/// Times that blocks took, and delays of the recorder's waking, for `timing.json`.
package struct BlockTimes: BlockWatch {
    private let clock = ContinuousClock()
    private let start = Stopwatch()
    private var begun: ContinuousClock.Instant
    private var blocks = BlockCounts()
    private var worstWakeUp: Int64?

    private let isSealed: @Sendable () -> Bool
    private let isStopped: @Sendable () -> Bool

    /// Watches blocks, and asks after each whether the recording is to end and be kept, or to end
    /// and be dropped.
    package init(
        isSealWanted isSealed: @escaping @Sendable () -> Bool = { false },
        isStopWanted isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        self.isSealed = isSealed
        self.isStopped = isStopped
        begun = clock.now
    }

    /// Whether the recording is to end and be kept.
    package var isSealWanted: Bool { isSealed() }

    /// Whether the recording is to end and be dropped.
    package var isStopWanted: Bool { isStopped() }

    /// Reads the clock.
    package mutating func blockBegins() { begun = clock.now }

    /// Notes the time that the block took.
    package mutating func blockEnds() {
        record(blockNanoseconds: Self.nanoseconds(clock.now - begun))
    }

    /// Records a block that was timed elsewhere.
    package mutating func record(blockNanoseconds: Int64) {
        blocks.count(nanoseconds: blockNanoseconds)
    }

    /// Records the delay of the recorder's waking: only a device has such times.
    package mutating func record(wakeUpNanoseconds: Int64) {
        worstWakeUp = max(worstWakeUp ?? 0, wakeUpNanoseconds)
    }

    /// The file: `blockNanoseconds` as `BlockTiming` spells it, to two digits; the worst wake-up
    /// is null without a device.
    package func timing(frames: Int64) -> JSONObject {
        [
            "wallMicroseconds": .integer(start.microseconds), "frames": .integer(frames),
            "blockNanoseconds": BlockTiming(groups: blocks.found).value,
            "worstWakeUpNanoseconds": worstWakeUp.map { .integer($0) } ?? .null,
        ]
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

/// Wall time beside a session, for its timing file and for people. Never an input of anything.
package struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    /// A watch that starts now.
    package init() {}

    /// Microseconds since the watch was made.
    package var microseconds: Int64 { (ContinuousClock.now - start).microseconds }
}

extension Duration {
    /// Whole microseconds.
    package var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
