internal import Synchronization

/// The one way into a live session for everything but sound: posted by any thread, taken by the
/// session's own, which stamps it then.
public final class LiveMailbox: Sendable {
    private let waiting = Mutex<[LiveNews]>([])

    /// An empty mailbox.
    public init() {}

    /// Posts news.
    public func post(_ news: LiveNews) { waiting.withLock { $0.append(news) } }

    /// Takes everything that was posted, in order.
    func take() -> [LiveNews] {
        waiting.withLock { waiting in
            defer { waiting.removeAll() }
            return waiting
        }
    }
}
