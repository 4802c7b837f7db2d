import Dispatch
import Synchronization

/// An executor that an app chose: a serial queue of its own, which counts what it runs.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "app")
    private let jobs = Mutex(0)

    /// How many jobs it ran.
    var count: Int { jobs.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { [self] in
            jobs.withLock { $0 += 1 }
            job.runSynchronously(on: executor)
        }
    }

    /// Traps where the caller does not run here.
    func requireBeingHere() { dispatchPrecondition(condition: .onQueue(queue)) }
}
