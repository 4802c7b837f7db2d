/// Works on several files at once and hands the results over in the files' order.
struct FileBatch {
    /// The files.
    let files: [String]
    /// How many cores there are for all of them.
    let jobs: Int
    /// Whether files are worked on one after the other, each on all cores.
    var isAlone = false

    /// Works on every file; what comes of one, result or error, goes to `each`.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable (_ index: Int, _ jobs: Int) async throws -> Result,
        each: (Int, Swift.Result<Result, any Error>) throws -> Void
    ) async throws {
        let workers = isAlone ? 1 : max(1, min(jobs, files.count))
        // What a file cannot use for itself goes to the files beside it.
        let share = max(1, jobs / workers)
        try await withThrowingTaskGroup(of: (Int, Swift.Result<Result, any Error>).self) { group in
            var begun = 0
            func begin() {
                guard begun < files.count else { return }
                let index = begun
                begun += 1
                group.addTask {
                    do { return (index, .success(try await work(index, share))) } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for _ in 0..<workers { begin() }
            var waiting: [Int: Swift.Result<Result, any Error>] = [:]
            var given = 0
            while let (index, result) = try await group.next() {
                begin()
                waiting[index] = result
                while let next = waiting.removeValue(forKey: given) {
                    try each(given, next)
                    given += 1
                }
            }
        }
    }
}
