/// The tasks of an app in a world whose time is no device's: time moves when none has anything
/// left to do.
///
///     let host = SimulatedHost()
///     let chat = host.perform { try await app.chat() }    // runs it up to its first wait
///     host.go()
///     try await chat.value
///
/// That is all an app has to do: what `chat` runs, on the main actor, on actors of its own, in
/// `async let`, in groups and in tasks that it makes, runs job after job on the thread of the run,
/// in the order in which it became ready. Three things do not belong here: a real sleep, another
/// thread, and an actor with an executor of its own, unless it is called back. They are waited for
/// where the app can do nothing else, no longer than ``limitMilliseconds``; where time has moved
/// meanwhile the run fails, for no two runs would be alike.
///
/// The first app with tasks puts an executor before the main actor's, for the rest of the process:
/// jobs that are no app's go through it to the main queue.
@MainActor
public final class AppTasks {
    /// Milliseconds of real time that the app may wait for something that is not its run.
    public var limitMilliseconds = 5_000

    /// Jobs that the app may run before it waits for something: the pieces of its tasks.
    package var jobLimit = 1_000_000

    /// Reason why the app cannot be run any further.
    public private(set) var failure: RunError?

    /// Whether the app has tasks at all.
    private(set) var isUsed = false
    private let number: Int
    private static var count = 0
    /// Tasks of the app that are not over.
    private var roots = 0
    /// Names of what the app is told and has not come back from.
    private var posts: [String] = []
    /// Calls that wait for an answer.
    private var calls = 0
    private var waiter: CheckedContinuation<Void, Never>?
    private var waits = 0
    /// The newest wait whose time is over.
    private var expiredWait = 0

    /// An app without tasks.
    package init() {
        Self.count += 1
        number = Self.count
    }

    /// Runs `work` as the app, at once and up to its first wait.
    public func perform<Value: Sendable>(
        _ work: @escaping @MainActor @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        begin()
        roots += 1
        let all: @MainActor @Sendable () async throws -> Value = { [self] in
            defer {
                roots -= 1
                changed()
            }
            return try await work()
        }
        let task = AppQueue.shared.task(of: number, all)
        if !AppQueue.shared.isDraining { drain() }
        return task
    }

    /// Runs `work` as the app when its turn comes; time stands still until it is over. `name` is
    /// what the app is told, for people.
    public func post(
        _ name: String, _ work: @escaping @MainActor @Sendable () async -> Void
    ) -> Task<Void, Never> {
        begin()
        posts.append(name)
        let all: @MainActor @Sendable () async -> Void = { [self] in
            await work()
            posts.removeFirst()
            _ = AppQueue.shared.takeStray(of: number)
            changed()
        }
        return AppQueue.shared.task(of: number, all)
    }

    /// Does `body`, and all that the app does because of it.
    public func run(_ body: () -> Void) {
        guard isUsed else { return body() }
        AppQueue.shared.inside(number, body)
        drain()
    }

    /// Runs the app until it has nothing left to do.
    public func drain() {
        guard isUsed, failure == nil else { return }
        if !AppQueue.shared.drain(jobLimit: jobLimit) {
            failure = .appNeverRests(jobs: jobLimit)
        }
        Self.doPutOff()
    }

    /// Work that moves a run, and waits until no app is being run: jobs of another app could be
    /// next.
    private static var putOff: [@MainActor () -> Void] = []

    /// Does `work` when no app is being run, which may be at once.
    static func whenAtRest(_ work: @escaping @MainActor () -> Void) {
        putOff.append(work)
        doPutOff()
    }

    static func doPutOff() {
        while !AppQueue.shared.isDraining, !putOff.isEmpty { putOff.removeFirst()() }
    }

    /// As ``drain()``, before time moves: the app must not have been woken behind its run's back.
    func settle(hasMoved: Bool) {
        guard isUsed else { return }
        drain()
        guard failure == nil, posts.isEmpty, AppQueue.shared.takeStray(of: number) else { return }
        if hasMoved { failure = .appWoken }
    }

    /// As ``settle(hasMoved:)``, when the session of a replay is over: an app that waits for
    /// something else now has not made its last calls.
    func settleAtEnd() {
        settle(hasMoved: true)
        if failure == nil, isStuck { failure = .appLeftWaiting }
    }

    /// Does `body` so that tasks it makes are not the app's.
    static func outside(_ body: () -> Void) { AppQueue.shared.outside(body) }

    /// Does `work` on the main actor soon: as the app where its tasks are waited for.
    nonisolated static func hop(
        isApp: Bool, _ work: @escaping @MainActor @Sendable () -> Void
    ) {
        // It begins off the main actor, for there the preference counts.
        Task(executorPreference: isApp ? AppExecutor.shared : nil) { await work() }
    }

    private func begin() {
        guard !isUsed else { return }
        isUsed = true
        if let fault = TaskHooks.fault { preconditionFailure(fault) }
    }

    // MARK: Calls that wait

    /// Counts the calling task as waiting for an answer from now on.
    func callBegan() {
        begin()
        AppQueue.shared.noteCaller(of: number)
        calls += 1
        changed()
    }

    /// Counts a completion block of the app as waiting for an answer from now on.
    func handlerBegan() {
        calls += 1
        changed()
    }

    /// Ends the wait for an answer, which came or is not waited for any longer.
    func callEnded() { calls -= 1 }

    // MARK: Waiting for something else

    /// Name of what the app has been told first and has not come back from; nil for nothing.
    var openPost: String? { posts.first }

    /// Whether the app is under way and waits for no answer and no callback.
    var isStuck: Bool { roots > 0 && calls == 0 && posts.isEmpty }

    /// Runs the app and waits, on this thread, until it has come back from what it was told;
    /// `what` names that for people.
    public func wait(for what: String) { wait(for: what) { posts.isEmpty } }

    /// Runs the app and waits for it, on this thread, until `isDone`.
    func wait(for what: String, until isDone: () -> Bool) {
        drain()
        guard failure == nil, !isDone() else { return }
        if !AppQueue.shared.drain(until: isDone, milliseconds: limitMilliseconds) {
            failure = .appWaits(for: what, milliseconds: limitMilliseconds)
        }
        _ = AppQueue.shared.takeStray(of: number)
        Self.doPutOff()
    }

    /// As ``wait(for:until:)``, and lets others onto the main actor meanwhile.
    func waited(for what: String, until isDone: () -> Bool) async {
        drain()
        guard failure == nil, !isDone() else { return }
        waits += 1
        let wait = waits
        RealTimeLimit.after(milliseconds: limitMilliseconds) { [weak self] in
            MainActor.assumeIsolated { self?.expired(wait) }
        }
        while failure == nil, !isDone() {
            if expiredWait >= wait {
                failure = .appWaits(for: what, milliseconds: limitMilliseconds)
            } else {
                changed()
                await withCheckedContinuation { waiter = $0 }
            }
            _ = AppQueue.shared.takeStray(of: number)
            drain()
        }
    }

    private func expired(_ wait: Int) {
        expiredWait = max(expiredWait, wait)
        changed()
    }

    private func changed() {
        waiter?.resume()
        waiter = nil
    }
}
