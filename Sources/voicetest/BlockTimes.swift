import Histogram
import VoiceDiff
import VoiceSession
import VoiceTrace

/// How long blocks took and how late the recorder woke up, for `timing.json`.
struct BlockTimes: BlockWatch {
    private let clock = ContinuousClock()
    private let start = Stopwatch()
    private var begun: ContinuousClock.Instant
    private var blocks: Histogram<UInt64>
    private var worstWakeUp: Int64?

    private let request: SealRequest?
    private let stop: StopRequest?

    /// Longer blocks count as a minute, in nanoseconds.
    private static let longest: UInt64 = 60_000_000_000

    /// Watches blocks, and `request` and `stop` where there are any.
    init(_ request: SealRequest? = nil, stop: StopRequest? = nil) {
        self.request = request
        self.stop = stop
        begun = clock.now
        blocks = Histogram(
            lowestDiscernibleValue: 1, highestTrackableValue: Self.longest,
            numberOfSignificantValueDigits: .two)
    }

    var isSealWanted: Bool { request?.isPending ?? false }

    var isStopWanted: Bool { stop?.isPending ?? false }

    mutating func blockBegins() { begun = clock.now }

    mutating func blockEnds() { note(blockNanoseconds: Self.nanoseconds(clock.now - begun)) }

    /// Notes a block that was timed elsewhere.
    mutating func note(blockNanoseconds: Int64) {
        _ = blocks.record(min(Self.longest, UInt64(max(1, blockNanoseconds))))
    }

    /// Notes how long after its time the recorder woke up: only a device has such times.
    mutating func note(wakeUpNanoseconds: Int64) {
        worstWakeUp = max(worstWakeUp ?? 0, wakeUpNanoseconds)
    }

    /// The file: `blockNanoseconds` as ``BlockTiming`` spells it, to two digits; the worst wake-up
    /// is null without a device.
    func timing(frames: Int64) -> JSONObject {
        let groups = blocks.recordedValues().map { bucket in
            BlockTiming.Group(nanoseconds: Int64(bucket.value), count: Int64(bucket.count))
        }
        return [
            "wallMicroseconds": .integer(start.microseconds), "frames": .integer(frames),
            "blockNanoseconds": BlockTiming(groups: groups).value,
            "worstWakeUpNanoseconds": worstWakeUp.map { .integer($0) } ?? .null,
        ]
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
