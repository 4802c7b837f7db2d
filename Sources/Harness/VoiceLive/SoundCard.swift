public import VoiceDevices
public import VoiceTime
package import VoiceTrace

/// A device that is open and in its stride, and whether it still calls.
public struct SoundCard: ~Copyable {
    /// Wish for a device.
    public struct Wish: Sendable {
        /// The device as the system names it, for messages.
        public var name: String
        /// The rate it is to run at, in hertz; nil takes the session's, or its own.
        public var rate: Int?
        /// Its block size in frames; 0 leaves it to the host.
        package var blockFrames = 0
        /// Length of sound that the host is to hold, in milliseconds.
        package var bufferMilliseconds = DuplexStream.usualBufferMilliseconds

        /// The usual wish for a device.
        public init() { self.init(name: DeviceSystem.defaultName) }

        /// The usual wish for the device that the system calls `name`.
        public init(name: String) { self.name = name }
    }

    /// The device.
    public var stream: DuplexStream
    /// Time for which it may be silent before it counts as lost.
    private let patience: Duration
    private var calls: (count: Int, at: ContinuousClock.Instant)

    private static let usualPatience = Duration.seconds(2)
    /// Time that a device that was just opened is given: some wake up first.
    private static let startPatience = Duration.seconds(8)
    /// Times a device takes to start, ten a second.
    private static let warmUpCount = 3
    /// Times that a latency is the median of.
    private static let timesCount = 7

    /// Interval at which the driver of a device looks for its input.
    public static let pause = Duration.milliseconds(5)

    /// Opens a device, lets it come into its stride and waits for its times; what it brought until
    /// then is dropped. `isStopped` ends the waiting.
    ///
    /// - Throws: `DeviceError` when it cannot be had that way, or brings nothing.
    public static func open(
        _ wish: Wish, for rate: SampleRate, isStopped: @Sendable () -> Bool
    ) async throws -> SoundCard {
        var stream = try DuplexStream.open(
            named: wish.name, wanted: rate.hertz, rate: wish.rate, blockFrames: wish.blockFrames,
            bufferMilliseconds: wish.bufferMilliseconds)
        try await wait(for: warmUpCount, &stream, wish.name, isStopped)
        stream.port.forgetTimes()
        try await wait(for: timesCount, &stream, wish.name, isStopped)
        stream.port.align()
        _ = stream.port.take()
        return SoundCard(stream, patience: usualPatience + .milliseconds(wish.bufferMilliseconds))
    }

    /// Time for which a device that was lost is waited for.
    private static let absence = Duration.seconds(10)

    /// Opens a device as ``open(_:for:isStopped:)`` does; one that was lost at `lostAt` is tried
    /// again and again for ten seconds. Nil where it does not come back, or `isStopped` ends that.
    ///
    /// - Throws: `DeviceError` when a device that never ran cannot be had.
    public static func open(
        _ wish: Wish, for rate: SampleRate, after lostAt: ContinuousClock.Instant?,
        isStopped: @Sendable () -> Bool
    ) async throws -> SoundCard? {
        guard let lostAt else { return try await open(wish, for: rate, isStopped: isStopped) }
        while !isStopped() {
            do {
                return try await open(wish, for: rate, isStopped: isStopped)
            } catch is DeviceError {
                guard .now - lostAt < absence else { return nil }
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        return nil
    }

    /// Returns the time since `instant`, in frames of `rate`.
    public static func frames(
        since instant: ContinuousClock.Instant, at rate: SampleRate
    ) -> Frame {
        (ContinuousClock.now - instant).microseconds * Int64(rate.hertz) / 1_000_000
    }

    private init(_ stream: consuming DuplexStream, patience: Duration) {
        calls = (stream.port.callbacks, .now)
        self.stream = stream
        self.patience = patience
    }

    private static func wait(
        for count: Int, _ stream: inout DuplexStream, _ name: String,
        _ isStopped: @Sendable () -> Bool
    ) async throws {
        let start = ContinuousClock.now
        while stream.port.drift.count < count, !isStopped() {
            _ = stream.port.take()
            guard ContinuousClock.now - start < startPatience else {
                guard stream.port.callbacks > 0 else {
                    throw DeviceError.host(
                        doing: "starting the sound device \"\(name)\"",
                        reason: "it brought nothing for \(startPatience.components.seconds) seconds"
                    )
                }
                return
            }
            try await Task.sleep(for: pause)
        }
    }

    /// Returns the description of the device, as a session's input; its latency is the one measured
    /// so far.
    package func news(for rate: SampleRate) -> DeviceNews {
        let latency = min(10, stream.port.drift.latencySeconds ?? 0)
        return .opened(
            name: stream.input.name, rate: stream.port.rate,
            latency: Frame(latency * Double(rate.hertz)))
    }

    /// Returns the way from this device to a session of that rate.
    ///
    /// - Throws: the library's error for a rate it does not convert.
    public func pipe(to rate: SampleRate, cancelsEcho: Bool) throws -> LivePipe {
        try LivePipe(
            deviceRate: stream.port.rate, sessionRate: rate.hertz, cancelsEcho: cancelsEcho)
    }

    /// Returns the time at which the device called last, if it is lost; to be asked at every look.
    package mutating func lostSince() -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        if stream.port.callbacks != calls.count {
            calls = (stream.port.callbacks, now)
            return nil
        }
        return !stream.isActive || now - calls.at > patience ? calls.at : nil
    }
}
