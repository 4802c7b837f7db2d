import Synchronization

/// What somebody was told.
final class Heard: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
}
