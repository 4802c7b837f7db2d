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
    private static let paths = Mutex<[String]>([])

    static func add(_ path: String) { paths.withLock { $0.append(path) } }

    static func forget(_ path: String) {
        paths.withLock { paths in paths.removeAll { $0 == path } }
    }

    /// Removes all of them; writers that still run fail when they finish.
    public static func removeAll() {
        paths.withLock { paths in
            for path in paths { _ = unlink(path) }
            paths = []
        }
    }
}
