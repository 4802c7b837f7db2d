import Synchronization

/// Hands out the numbers 0, 1, 2 … to tasks that run side by side, each once.
final class SharedIndex: Sendable {
    private let next = Atomic(0)
    private let count: Int

    /// Numbers below `count`.
    init(count: Int) { self.count = count }

    /// The next number; nil when all are taken.
    func take() -> Int? {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}
