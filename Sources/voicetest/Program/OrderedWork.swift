/// Runs work side by side and hands the results over in order, each as soon as it is its turn.
enum OrderedWork {
    /// Calls `work` for 0 up to `count`, at most `jobs` at once, and `take` with what it gave.
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
