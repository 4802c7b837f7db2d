import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How far a batch has come, in one line on standard error: on a terminal, and nowhere else.
final class ProgressLine: Sendable {
    private struct State {
        var shares: [Double]
        var finished = 0
        var shown = -1
    }

    private let state: Mutex<State>
    private let isShown = isatty(STDERR_FILENO) == 1

    private let unit: String

    /// A line for so many files, or of what `unit` names.
    init(count: Int, unit: String = "files") {
        self.unit = unit
        state = Mutex(State(shares: [Double](repeating: 0, count: count)))
    }

    /// Notes what share of a file is done, 0 through 1.
    func note(_ share: Double, of file: Int) {
        guard isShown else { return }
        let text = state.withLock { state -> String? in
            state.finished += share >= 1 && state.shares[file] < 1 ? 1 : 0
            state.shares[file] = share
            let done = state.shares.reduce(0, +) / Double(state.shares.count)
            let percent = Int(done * 100)
            guard percent != state.shown else { return nil }
            state.shown = percent
            return "\r\u{1B}[K\(percent) %  \(state.finished) of \(state.shares.count) \(unit)"
        }
        if let text { Console.write(unnamed: text) }
    }

    /// Takes the line away.
    func clear() {
        if isShown { Console.write(unnamed: "\r\u{1B}[K") }
    }
}
