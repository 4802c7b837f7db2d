import Synchronization
internal import VoiceSystem

/// The files that this process has begun and not yet given their name.
///
/// A writer that is dropped removes its own. A program that ends at a signal drops nothing, so it
/// calls ``removeAll(then:)`` first. Only a kill that no program can answer leaves one behind,
/// called `NAME.PROCESS-NUMBER.partial` beside the output.
package enum UnfinishedFiles {
    private static let paths = Mutex<[(path: String, isTree: Bool)]>([])

    /// Creates the file `path`, which must not be there yet; gives its descriptor, or less than 0
    /// with the reason in `errno`.
    ///
    /// A file that is there is known here too: no thread can be between the two when all are
    /// removed.
    static func create(_ path: String, mode: UInt32) -> Int32 {
        paths.withLock { paths in
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
            let reason = errno
            if descriptor >= 0 { paths.append((path, false)) }
            errno = reason
            return descriptor
        }
    }

    /// Creates the folder `path`, which must not be there yet, to be removed with all in it; 0, or
    /// less with the reason in `errno`.
    package static func makeTree(_ path: String) -> Int32 {
        paths.withLock { paths in
            let outcome = mkdir(path, 0o777)
            let reason = errno
            if outcome == 0 { paths.append((path, true)) }
            errno = reason
            return outcome
        }
    }

    /// Has the file or the empty folder at `path` removed too, before those noted earlier.
    package static func register(_ path: String) { paths.withLock { $0.append((path, false)) } }

    /// Has the folder at `path` removed with all that is in it: one that no other program
    /// writes into.
    package static func register(tree path: String) { paths.withLock { $0.append((path, true)) } }

    /// Leaves the file at `path` alone from now on.
    package static func forget(_ path: String) {
        paths.withLock { paths in paths.removeAll { $0.path == path } }
    }

    /// Removes all of them, then does `end`, which ends the program; another thread that would
    /// begin one waits.
    package static func removeAll(then end: () -> Void) {
        paths.withLock { paths in
            // Newest first: files before the folder they stand in.
            for (path, isTree) in paths.reversed() {
                if isTree { try? DiskFile.remove(path) } else { _ = remove(path) }
            }
            paths = []
            end()
        }
    }
}
