import Synchronization

/// How far a file has come that is gone through several times, nobody knows how often: the first
/// pass counts for a share of the whole, every other for half of what is left.
final class PassProgress: Sendable {
    private struct State {
        var done = 0.0
        var span: Double
        var last = -1.0
    }

    private let state: Mutex<State>
    private let note: @Sendable (Double) -> Void

    /// Notes to `note`; the first pass counts for the share `first` of the whole.
    init(first: Double, note: @escaping @Sendable (Double) -> Void) {
        state = Mutex(State(span: first))
        self.note = note
    }

    /// Takes what share of the present pass is done; one no greater than before begins the next.
    func take(_ share: Double) {
        note(
            state.withLock { state in
                if share <= state.last {
                    state.done += state.span
                    state.span = (1 - state.done) / 2
                }
                state.last = share
                return state.done + state.span * share
            })
    }
}
