/// A world whose audio session can be interrupted from outside: by a phone call, a machine that is
/// suspended, a test.
@MainActor
public protocol InterruptibleHost: RunHost {
    /// An interruption of the audio session begins, or is over. Nothing before the first run.
    func interrupt(_ began: Bool)
}

extension InterruptibleHost {
    /// Interrupts the audio session as `interruptions` say: true where one begins, false where it
    /// is over. Cancel the task to follow them no longer.
    @discardableResult
    public func follow(_ interruptions: AsyncStream<Bool>) -> Task<Void, Never> {
        Task { [weak self] in
            for await began in interruptions { self?.interrupt(began) }
        }
    }
}
