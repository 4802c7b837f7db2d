import Synchronization
import VoiceSystem

/// Runs work side by side and hands the results over in order, each as soon as it is its turn.
enum OrderedWork {
    /// Calls `work` for 0 up to `count`, at most `jobs` at once, and `take` with each result.
    static func run<Outcome: Sendable>(
        count: Int, jobs: Int, work: @escaping @Sendable (Int) async -> Outcome,
        take: (Int, Outcome) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var waiting: [Int: Outcome] = [:]
            var (started, taken) = (0, 0)
            func start() {
                guard started < count else { return }
                let number = started
                group.addTask { (number, await work(number)) }
                started += 1
            }
            for _ in 0..<max(1, jobs) { start() }
            while let (number, outcome) = try await group.next() {
                waiting[number] = outcome
                while let next = waiting.removeValue(forKey: taken) {
                    try take(taken, next)
                    taken += 1
                }
                // Not before: what the next one prints must stand below.
                start()
            }
        }
    }
}

/// Hands out the numbers 0, 1, 2 … to tasks that run side by side, each once.
final class SharedIndex: Sendable {
    private let taken = Atomic(0)
    private let count: Int

    /// Numbers below `count`.
    init(count: Int) { self.count = count }

    /// The next number; nil when all are taken.
    func next() -> Int? {
        let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}

/// The processor's cores.
enum Cores {
    /// Number of cores to work on.
    static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
