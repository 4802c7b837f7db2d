internal import CTaskHooks
internal import Synchronization

/// Tests the installed hooks with two tasks of its own: each job has to come to the hooks, and to
/// do its work when it is run here.
enum HookTest {
    /// Number of a task, which the task stores when it runs.
    private final class Report: Sendable {
        let task = Atomic<UInt64>(0)
    }

    /// Difference of the concurrency library from what the hooks expect; nil where they work.
    static var fault: String? {
        let concurrent = Report()
        voicetest_probe_begin()
        Task.detached { concurrent.task.store(voicetest_current_task(), ordering: .relaxed) }
        if let fault = fault(of: concurrent, job: voicetest_probe_end(), isMain: false) {
            return fault
        }
        let main = Report()
        voicetest_probe_begin()
        Task.detached { @MainActor in
            main.task.store(voicetest_current_task(), ordering: .relaxed)
        }
        return fault(of: main, job: voicetest_probe_end(), isMain: true)
    }

    private static func fault(
        of report: Report, job: UnsafeMutableRawPointer?, isMain: Bool
    ) -> String? {
        let whose = isMain ? "the main actor" : "a task"
        guard let job else { return "a job of \(whose) does not come to the hooks" }
        let number = voicetest_job_task(job)
        voicetest_run_job(job, isMain ? 1 : 0)
        guard number != 0, report.task.load(ordering: .relaxed) == number else {
            return "a job of \(whose) does not run where the hooks run it"
        }
        return nil
    }
}
