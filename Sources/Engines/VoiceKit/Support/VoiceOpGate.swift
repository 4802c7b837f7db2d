/// Lets one task at a time into a section of code, in the order in which they asked.
///
///     await gate.acquire()
///     await work()
///     await gate.release()
///
/// A waiting task uses no processor time. Waiting does not end when the task is cancelled: the
/// order of the others depends on it.
public actor VoiceOpGate {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// A gate that is free.
    public init() {}

    /// Number of tasks that wait.
    public var waitingCount: Int { waiting.count }

    /// Takes the gate; waits while another task has it.
    public func acquire() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Gives the gate to the task that waits longest, or frees it. A free gate stays free.
    public func release() {
        guard isTaken else { return }
        guard !waiting.isEmpty else {
            isTaken = false
            return
        }
        waiting.removeFirst().resume()
    }

    /// Takes the gate from a task that failed to release it, as ``release()`` does.
    public func forceClear() { release() }
}
