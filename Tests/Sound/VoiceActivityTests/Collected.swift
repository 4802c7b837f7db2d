import Synchronization

/// Positions that a scan's jobs hand over.
final class Collected: Sendable {
    private let positions = Mutex<[Int64]>([])

    func add(_ more: [Int64]) { positions.withLock { $0 += more } }

    var all: [Int64] { positions.withLock { $0 } }
}
