import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files that this process has begun and not yet given their name.
///
/// A writer that is dropped removes its own. A program that ends at a signal drops nothing, so it
/// calls ``removeAll()`` first. Only a kill that no program can answer leaves one behind, called
/// `NAME.PROCESS-NUMBER.partial` beside the output.
public enum UnfinishedFiles {
    private struct State {
        var paths: [String] = []
        var isOver = false
    }

    private static let state = Mutex(State())

    static func add(_ path: String) {
        state.withLock { state in
            if state.isOver { _ = unlink(path) } else { state.paths.append(path) }
        }
    }

    static func forget(_ path: String) {
        state.withLock { state in state.paths.removeAll { $0 == path } }
    }

    /// Removes all of them, and those that are begun from now on: the program is about to end.
    public static func removeAll() {
        state.withLock { state in
            for path in state.paths { _ = unlink(path) }
            state.paths = []
            state.isOver = true
        }
    }
}
