public import Foundation

/// A clock for tests: waits end in the order of their times, and take no real time.
///
/// Without ``isManual`` time moves by itself when the app has nothing left to do: after so many
/// turns of the main actor without a new wait. With it, ``advance(by:)`` moves time.
@MainActor
public final class VirtualVoiceClock: VoiceClock {
    /// Most waits at once; one more fails.
    public static let waitLimit = 1_000
    /// Turns of the main actor without a new wait until time moves.
    static let settlingTurns = 16

    private struct Wait {
        let due: Int
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// Whether time stands still until ``advance(by:)``.
    public let isManual: Bool
    private var microseconds = 0
    private var waits: [Wait] = []
    private var count = 0
    private var isMoving = false

    /// A clock at 0 seconds.
    public init(isManual: Bool = false) { self.isManual = isManual }

    /// Seconds since the clock began.
    public var now: TimeInterval { TimeInterval(microseconds) / 1e6 }

    /// Number of waits that are under way.
    public var waitingCount: Int { waits.count }

    /// Waits until the clock is `seconds` later.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, ``VoiceIOError/underlying(_:)``
    ///   beyond ``waitLimit``.
    public func wait(seconds: TimeInterval) async throws {
        try Task.checkCancellation()
        guard seconds > 0 else { return }
        guard waits.count < Self.waitLimit else {
            throw VoiceIOError.underlying(
                "more than \(Self.waitLimit) waits at once. Await calls before making more.")
        }
        count += 1
        let number = count
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Wait(due: due(in: seconds), number: number, continuation: continuation))
            }
        } onCancel: {
            Task { @MainActor in self.cancel(number) }
        }
    }

    /// Moves time; waits that end by then end one after the other, each at its own time.
    public func advance(by seconds: TimeInterval) async {
        let end = due(in: max(0, seconds))
        await settle()
        while let next = waits.first, next.due <= end {
            resumeFirst()
            await settle()
        }
        microseconds = max(microseconds, end)
    }

    private func due(in seconds: TimeInterval) -> Int {
        let limited = seconds.isNaN ? 0 : min(seconds, OutsideWorld.longestPause)
        return microseconds + Int((limited * 1e6).rounded())
    }

    private func add(_ wait: Wait) {
        let index = waits.firstIndex { $0.due > wait.due } ?? waits.count
        waits.insert(wait, at: index)
        guard !isManual, !isMoving else { return }
        isMoving = true
        Task { await move() }
    }

    private func move() async {
        while !waits.isEmpty {
            await settle()
            resumeFirst()
        }
        isMoving = false
    }

    private func resumeFirst() {
        guard !waits.isEmpty else { return }
        let wait = waits.removeFirst()
        microseconds = max(microseconds, wait.due)
        wait.continuation.resume()
    }

    /// Lets the app run on the main actor until it waits.
    private func settle() async {
        var quiet = 0
        var known = count
        while quiet < Self.settlingTurns {
            await Task.yield()
            await Self.passTurn()
            quiet = count == known ? quiet + 1 : 0
            known = count
        }
    }

    /// Lets work begin that was started elsewhere, as the children of `async let` are.
    @concurrent
    private nonisolated static func passTurn() async { await Task.yield() }

    private func cancel(_ number: Int) {
        guard let index = waits.firstIndex(where: { $0.number == number }) else { return }
        waits.remove(at: index).continuation.resume(throwing: CancellationError())
    }
}
