package import VoiceDiff
internal import VoiceJSON

/// Something that keeps a run from being complete: a session that was not found, not read or
/// skipped, or a file that could not be written.
package struct RunFault: Sendable, Hashable {
    /// The exit code that it makes the run end with at least.
    package let status: ExitStatus
    /// The fault, its place, its reason and the next step.
    package let text: String
    /// The place, among all sessions of the run, of the session that it is about; nil for a fault
    /// of the run. Faults of sessions stand in the order of their places, whatever shard has them.
    package let place: Int?
    /// The turns that it is about, the worst first, where annotations show it; none for most
    /// faults. A result does not keep them: it judges again.
    package var turns: [Turn] = []

    /// A turn of a session that a fault is about.
    package struct Turn: Sendable, Hashable {
        /// The session, as the run was told.
        package let path: String
        /// Place of the turn, and the fault there.
        package let fault: TurnFault

        /// File and line of its trace: `happy.vsession/trace.jsonl:12`.
        var tracePlace: String { TracePlace.text(of: path, line: fault.line) }

        /// The fault, and the module that it is in.
        var text: String {
            Sentence.closed((fault.module.map { "In \($0), " } ?? "") + fault.what)
        }
    }

    /// A fault; `status` is not 0.
    package init(_ status: ExitStatus, _ text: String, place: Int? = nil) {
        precondition(status != .agrees, "a fault has an exit code of its own")
        self.status = status
        self.text = text
        self.place = place
    }

    /// Codec of a fault: `{"exit", "what", "place"?}`.
    static let codec = JSONCodec<RunFault>(
        JSON.member("exit", ExitStatus.codec), JSON.member("what", JSON.text),
        JSON.optional("place", JSON.count()),
        parts: { ($0.status, $0.text, $0.place) },
        make: { $0 == .agrees ? nil : RunFault($0, $1, place: $2) })

    /// The same without the place.
    var value: JSONValue { Self.codec.write(RunFault(status, text)) }
}

/// Ending of a run: the one place that decides its exit code.
///
/// The exit code is the gravest of all sessions', the faults' and the self-test's. A run without
/// any session is never complete.
package struct RunEnding: Sendable, Equatable {
    /// Faults that keep the run from being complete, each once.
    package let faults: [RunFault]
    /// The exit code.
    package let exit: ExitStatus

    /// Faults at most: no run tells of more.
    static let faultLimit = 10_000

    /// The ending of a run.
    ///
    /// - Parameters:
    ///   - sessions: the exit code of every session that was replayed.
    ///   - count: the sessions of the whole run, of which these may be a shard.
    ///   - faults: what could not be found, read or used.
    ///   - selfTest: the result of the planted regressions; nil where none were planted.
    package init(
        sessions: [ExitStatus], of count: Int, faults: [RunFault] = [],
        selfTest: GateSelfTest.Outcome? = nil
    ) {
        var known: Set<RunFault> = []
        let unique = faults.filter { known.insert($0).inserted }
        var faults =
            unique.filter { $0.place == nil }
            + unique.filter { $0.place != nil }.sorted {
                ($0.place ?? 0, $0.text) < ($1.place ?? 0, $1.text)
            }
        if count == 0, faults.isEmpty {
            let text = "No session was found. Name a folder that holds some."
            faults.append(RunFault(.missing, text))
        }
        self.faults = faults
        let gate: ExitStatus = selfTest?.warning == nil ? .agrees : .differs
        exit = (sessions + faults.map(\.status)).reduce(gate) { $0.graver($1) }
    }

    /// One sentence on all faults; nil when the run is complete.
    package var warning: String? { warning(faults) }

    /// The same on those that no annotation of their own tells of, as it does of a budget.
    var unplacedWarning: String? { warning(faults.filter(\.turns.isEmpty)) }

    private func warning(_ faults: [RunFault]) -> String? {
        guard let first = faults.first else { return nil }
        let more = faults.count - 1
        return "\(failure): \(first.text)"
            + (more > 0 ? " And \(TerminalReport.count(more, "more fault"))." : "")
    }

    /// ``warning`` for a reader who was told of each fault already: how many there are; nil when
    /// the run is complete.
    package var count: String? {
        guard !faults.isEmpty else { return nil }
        let messages = TerminalReport.count(faults.count, "message")
        return "\(failure): see \(messages) on standard error."
    }

    /// Describes the effect of the faults on the run: a run that ran whole and misses a demand, as
    /// for coverage, fails.
    var failure: String {
        faults.allSatisfy { $0.status == .differs } ? "The run fails" : "The run is not complete"
    }
}
