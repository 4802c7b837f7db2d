import ArgumentParser

/// Files that are worked on side by side and shown in their order, with progress on a terminal.
enum FileBatch {
    /// Works on files 0 up to `count`, at most `jobs` at once, and exits with the gravest of what
    /// happened; `status` is what happened before.
    ///
    /// - Parameters:
    ///   - work: works on one file; notes now and then what share of it is done, 0 through 1.
    ///   - show: shows what came of one file. What either throws is noted, and the rest goes on;
    ///     an exit code ends everything.
    static func run<Outcome: Sendable>(
        count: Int, jobs: Int, status: ExitStatus,
        work:
            @escaping @Sendable (
                _ file: Int, _ progress: @escaping @Sendable (Double) -> Void
            ) async throws -> Outcome,
        show: (_ file: Int, _ outcome: Outcome) throws -> Void
    ) async throws {
        var status = status
        let line = ProgressLine(count: count)
        try await OrderedWork.run(count: count, jobs: jobs) { file in
            let result: Result<Outcome, any Error>
            do {
                result = .success(try await work(file) { line.note($0, of: file) })
            } catch { result = .failure(error) }
            line.note(1, of: file)
            return result
        } take: { file, result in
            line.clear()
            do {
                try show(file, try result.get())
            } catch let code as ExitCode {
                throw code
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        if status != .agrees { throw ExitCode(status.rawValue) }
    }
}
