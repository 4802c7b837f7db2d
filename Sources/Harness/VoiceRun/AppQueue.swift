internal import CTaskHooks
internal import Dispatch
internal import Synchronization

/// The jobs of apps, in the order in which they became ready.
///
/// One thread runs them, that of the app's run, until none is left: what an app does is then one
/// sequence, whatever actors and child tasks it is written with. A job is an app's when its task
/// prefers ``AppExecutor``, when its task was made by an app, or when its task has waited in
/// ``AppCalls/call(_:)``. All other jobs of the process run where they always do.
final class AppQueue: Sendable {
    static let shared = AppQueue()

    /// Tasks that are known to be an app's; of more than this, the oldest half is forgotten.
    private static let taskLimit = 65_536

    private struct State {
        var jobs: [AppJob] = []
        var next = 0
        /// Tasks and the apps they belong to.
        var owners: [UInt64: Int] = [:]
        /// Tasks that an app makes have higher numbers than this one.
        var newest: UInt64 = 0
        var isProbing = false
        /// The app that runs.
        var owner = 0
        var isDraining = false
        var isPosted = false
        /// Apps that something else than their run woke.
        var strays: Set<Int> = []
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Enqueues a job that is an app's; false for a job of other code.
    func enqueue(_ job: UnownedJob, _ lane: AppJob.Lane) -> Bool {
        var job = AppJob(job: job, lane: lane)
        let task = job.task
        let isInside = voicetest_scope(0) > 0
        let isElsewhere = !isInside && !TaskHooks.isOnMainQueue
        let wants = state.withLock { state -> (taken: Bool, post: Bool) in
            if state.isProbing, lane == .app, isInside {
                state.newest = task
                state.isProbing = false
            }
            let owner = state.owners[task]
            let isNew = isInside && (task == 0 || task > state.newest)
            guard owner != nil || isNew || lane == .app else { return (false, false) }
            job.owner = owner ?? state.owner
            if task != 0, owner == nil { Self.record(task, of: job.owner, in: &state) }
            if isElsewhere { state.strays.insert(job.owner) }
            state.jobs.append(job)
            guard !state.isDraining, !state.isPosted else { return (true, false) }
            state.isPosted = true
            return (true, true)
        }
        if isElsewhere, wants.taken { arrivals.signal() }
        if wants.post { post() }
        return wants.taken
    }

    /// Notes that the calling task is an app's.
    func noteCaller(of owner: Int) {
        let task = voicetest_current_task()
        guard task != 0 else { return }
        state.withLock { Self.record(task, of: owner, in: &$0) }
    }

    private static func record(_ task: UInt64, of owner: Int, in state: inout State) {
        if state.owners.count >= taskLimit {
            let middle = state.owners.keys.sorted()[taskLimit / 2]
            state.owners = state.owners.filter { $0.key > middle }
        }
        state.owners[task] = owner
    }

    /// Jobs that no run is about to work off do not stay: the main queue runs them.
    private func post() {
        DispatchQueue.main.async { [self] in
            state.withLock { $0.isPosted = false }
            _ = drain()
            MainActor.assumeIsolated { AppTasks.doPutOff() }
        }
    }

    /// Does `body`, whose new tasks are those of `owner`.
    func inside<Value>(_ owner: Int, _ body: () -> Value) -> Value {
        enter()
        defer { _ = voicetest_scope(-1) }
        let before = state.withLock { state in
            defer { state.owner = owner }
            return state.owner
        }
        defer { state.withLock { $0.owner = before } }
        return body()
    }

    /// A task of `owner`'s app.
    func task<Value: Sendable>(
        of owner: Int, _ work: @escaping @MainActor @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        inside(owner) {
            Task(executorPreference: AppExecutor.shared) { try await work() }
        }
    }

    /// Runs a task of `owner`'s app, for work that throws nothing.
    func task(
        of owner: Int, _ work: @escaping @MainActor @Sendable () async -> Void
    ) -> Task<Void, Never> {
        inside(owner) { Task(executorPreference: AppExecutor.shared) { await work() } }
    }

    /// Does `body`, whose new tasks belong to the process and to no app.
    func outside(_ body: () -> Void) {
        let depth = voicetest_scope(0)
        _ = voicetest_scope(-depth)
        body()
        _ = voicetest_scope(depth)
    }

    /// Runs jobs until none is left; false where the app goes on after so many.
    func drain(jobLimit: Int = 1_000_000) -> Bool {
        guard state.withLock({ $0.next < $0.jobs.count }) else { return true }
        let isOutermost = state.withLock { state in
            defer { state.isDraining = true }
            return !state.isDraining
        }
        defer { if isOutermost { drained() } }
        enter()
        defer { _ = voicetest_scope(-1) }
        for _ in 0..<jobLimit {
            guard let job = next() else { return true }
            job.run()
        }
        // They would keep every other app from coming to rest as well.
        state.withLock {
            $0.jobs = []
            $0.next = 0
        }
        return false
    }

    /// Whether jobs are run further up on the stack.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    private func drained() {
        let isLeft = state.withLock { state in
            state.isDraining = false
            // Another thread may have brought a job just now.
            guard state.next < state.jobs.count, !state.isPosted else { return false }
            state.isPosted = true
            return true
        }
        if isLeft { post() }
    }

    private func next() -> AppJob? {
        state.withLock { state in
            guard state.next < state.jobs.count else {
                state.jobs.removeAll(keepingCapacity: true)
                state.next = 0
                return nil
            }
            defer { state.next += 1 }
            state.owner = state.jobs[state.next].owner
            return state.jobs[state.next]
        }
    }

    /// Begins to count the caller's new tasks as an app's. A task made here for nothing says from
    /// which number on tasks are new.
    private func enter() {
        guard voicetest_scope(1) == 1 else { return }
        state.withLock { $0.isProbing = true }
        Task(executorPreference: AppExecutor.shared) {}
    }

    /// Whether something else than its run woke an app, which is then forgotten.
    func takeStray(of owner: Int) -> Bool {
        state.withLock { $0.strays.remove(owner) != nil }
    }

    /// Runs jobs as they come, also from other threads, until `isDone`; false when that is not so
    /// in so many milliseconds.
    func drain(until isDone: () -> Bool, milliseconds: Int) -> Bool {
        let end = RealTimeLimit.end(milliseconds: milliseconds)
        while drain(), !isDone() {
            guard arrivals.wait(timeout: end) == .success else { return false }
        }
        return isDone()
    }
}
