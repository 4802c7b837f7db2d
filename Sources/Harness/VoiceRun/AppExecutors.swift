internal import CTaskHooks
internal import Dispatch

/// The executor that the tasks of an app prefer: their jobs wait until the app's turn comes.
final class AppExecutor: TaskExecutor {
    static let shared = AppExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        _ = AppQueue.shared.enqueue(UnownedJob(job), .app)
    }
}

/// The main actor's executor in a process that runs apps: jobs of apps wait until the app's turn
/// comes, all others go to the main queue as ever.
final class AppMainExecutor: SerialExecutor {
    static let shared = AppMainExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if TaskHooks.isProbed(job) || AppQueue.shared.enqueue(job, .main) { return }
        DispatchQueue.main.async { AppJob(job: job, lane: .main).run() }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}

/// One piece of a task, up to its next wait.
struct AppJob {
    /// Executor that would run it without a harness.
    enum Lane { case main, concurrent, app }

    let job: UnownedJob
    let lane: Lane
    /// The app it belongs to.
    var owner = 0

    /// The number of its task; 0 for what is no task, as an actor that has work.
    var task: UInt64 { voicetest_job_task(Self.pointer(job)) }

    func run() {
        switch lane {
        case .main: voicetest_run_job(Self.pointer(job), 1)
        case .concurrent: voicetest_run_job(Self.pointer(job), 0)
        case .app: job.runSynchronously(on: AppExecutor.shared.asUnownedTaskExecutor())
        }
    }

    /// A job is a reference to the library's own object, and nothing else.
    static func pointer(_ job: UnownedJob) -> UnsafeMutableRawPointer {
        unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
    }
}

/// The hooks by which Swift's concurrency library asks where a job is to run.
enum TaskHooks {
    private static let mainQueue = DispatchSpecificKey<Bool>()

    /// Reason why tasks of apps cannot be ordered in this process; nil where they can. Asked for
    /// the first time, the hooks are installed and tested.
    static let fault: String? = {
        guard voicetest_hooks_exist() != 0 else { return sentence("it has no hooks for jobs") }
        install()
        guard let fault = HookTest.fault else { return nil }
        voicetest_hooks_remove()
        return sentence(fault)
    }()

    /// Whether `job` is kept by a test of the hooks.
    static func isProbed(_ job: UnownedJob) -> Bool {
        voicetest_probe_take(AppJob.pointer(job)) != 0
    }

    /// `fault` with the version of Swift and the next step.
    static func sentence(_ fault: String) -> String {
        "VoiceRun does not know the concurrency library of Swift \(version): \(fault). Build with"
            + " Swift 6.2 or 6.3, or run this app without tasks."
    }

    /// The version of Swift that this was built with, as far as the compiler says it.
    private static var version: String {
        #if compiler(>=6.4)
            "6.4 or later"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    private static func install() {
        DispatchQueue.main.setSpecific(key: mainQueue, value: true)
        // An executor reference is the object and the table of its methods.
        let words = unsafeBitCast(
            AppMainExecutor.shared.asUnownedSerialExecutor(),
            to: (UnsafeMutableRawPointer, UInt).self)
        voicetest_hooks_install(
            { pointer in
                guard let pointer else { return 0 }
                let job = unsafeBitCast(pointer, to: UnownedJob.self)
                return AppQueue.shared.enqueue(job, .concurrent) ? 1 : 0
            }, words.0, words.1)
    }

    /// Whether the caller stands on the main queue.
    static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueue) != nil }
}
