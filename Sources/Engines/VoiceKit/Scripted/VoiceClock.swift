public import Foundation

/// The time of an engine that has no run.
@MainActor
public protocol VoiceClock: AnyObject {
    /// Seconds since the clock began.
    var now: TimeInterval { get }
    /// Waits so many seconds of this clock; 0 or less returns at once.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(seconds: TimeInterval) async throws
}

/// The machine's time, for a demonstration that people watch.
@MainActor
public final class RealVoiceClock: VoiceClock {
    private let start = OutsideWorld.date()

    /// A clock that begins now.
    public init() {}

    /// Seconds since the clock began.
    public var now: TimeInterval { OutsideWorld.date().timeIntervalSince(start) }

    /// Waits in real time.
    public func wait(seconds: TimeInterval) async throws {
        try await OutsideWorld.wait(seconds: seconds)
    }
}
