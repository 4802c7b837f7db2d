import Synchronization

/// Lets tasks that work side by side do one part of their work in order.
///
/// Whoever holds turn `n` calls ``pass()`` when done, which gives turn `n + 1`. Waiting suspends
/// the task; it blocks no thread.
final class TurnQueue: Sendable {
    private struct State {
        var next = 0
        // As many as there are tasks, at most.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Waits for a turn that is still to come; every turn is waited for once.
    func turn(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if state.next == number { return true }
                state.waiting[number] = continuation
                return false
            }
            if isNow { continuation.resume() }
        }
    }

    /// Gives the next turn.
    func pass() {
        let following = state.withLock { state in
            state.next += 1
            return state.waiting.removeValue(forKey: state.next)
        }
        following?.resume()
    }
}
