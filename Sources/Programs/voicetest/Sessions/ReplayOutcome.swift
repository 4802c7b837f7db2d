import VoiceDiff
import VoiceFiles
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// Outcome of one session's replay.
struct ReplayOutcome: Sendable {
    var verdict: Verdict
    var status: ExitStatus
    /// The hash of what happened; nil when the session could not be replayed.
    var digest: String?
    /// Events that the hash covers, where a certificate compares runs.
    var events: [TraceEvent] = []
    /// A program of the user's that heard the session, and the hash of its answers.
    var answers: ProgramAnswers?
    /// The upgrade that alone explains what differs; nil where something else changed too.
    var upgrade: VersionChange?
    /// Whether its scenario did not get what it asks for.
    var isUnmet = false
    /// Whether the run proves nothing, as one that asked what was not recorded: no session of it is
    /// left.
    var provesNothing = false
    var notes: [String] = []
    /// Rules of telephone calls that it breaks and that came after its golden.
    var laterRules: Set<String> = []
    /// Faults besides the verdict that keep the run from being complete.
    var faults: [RunFault] = []
    /// Coverage of its flow; nil when the session could not be replayed.
    var coverage: FlowCoverage?
    /// Whether the comparison noticed what was planted; nil where nothing was.
    var selfTest: GateSelfTest.Outcome?
    /// Rules of the tolerance that spoke for some of its events; nil without rules.
    var ruleUse: RuleUse?
    /// Recorded length of the session; nil when it could not be replayed.
    var milliseconds: Int64?
    /// Latencies of the session; nil where they were not asked for, and where ``unmeasured`` says
    /// why not.
    var latency: SessionLatency?
    /// Places of the session that budgets judge.
    var places: [LatencyPlace] = []
    /// Reason why its latencies are not known.
    var unmeasured: (any Error)?
    /// Record that the report keeps of it; nil without a report, or when it could not be replayed.
    var record: SessionRecord?

    /// Writes the notes on standard error: warnings and faults always, others not with `--quiet`.
    func tellNotes() {
        let faults = Set(faults.map(\.text))
        for note in notes {
            if note.hasPrefix("warning: ") || faults.contains(note) {
                Console.report(note)
            } else {
                Console.inform(note)
            }
        }
    }

    /// Notes the effect of a differing run on the caller of the session in `folder`: `golden` are
    /// its events on the clock of the run, `unplayed` lines of its caller that never played this
    /// time, on its own clock.
    mutating func noteEffect(
        in folder: SessionFolder, golden: [TraceEvent], actual: [TraceEvent],
        unplayed: [CallerLine] = []
    ) {
        guard verdict.outcome == .differs, let diff = verdict.diff, !diff.isEmpty else { return }
        var gatherer = LatencyGatherer()
        // A session with an unknown caller still has prompts and times.
        let subject = try? gatherer.recorded(folder, name: verdict.name)
        let clock = subject.flatMap {
            ClockChange(from: $0.sampleRate, to: diff.sampleRate, diff.vocabulary)
        }
        verdict.effect = CallerEffect(
            diff, golden: golden, actual: actual,
            turns: (subject?.turns ?? []).map { clock?.turn($0) ?? $0 },
            unplayed: unplayed.map { clock?.line($0) ?? $0 })
    }

    /// Returns what else keeps a run over `all` from being complete, each with the place of its
    /// session.
    static func faults(_ outcomes: [ReplayOutcome], of all: [SessionFolder]) -> [RunFault] {
        let places = Dictionary(
            all.enumerated().map { (NameBytes($1.path), $0) }
        ) { first, _ in first }
        return outcomes.flatMap { outcome in
            outcome.faults.map {
                RunFault($0.status, $0.text, place: places[NameBytes(outcome.verdict.path)])
            }
        }
    }

    /// The coverage of every flow, one for all its sessions, in the order of the sessions.
    static func coverages(_ outcomes: [ReplayOutcome]) -> [FlowCoverage] {
        FlowCoverage.merged(outcomes.compactMap(\.coverage))
    }

    /// Works out the latencies of `run`; where nothing tells when its caller spoke, ``unmeasured``
    /// says so.
    mutating func measure(_ run: MeasuredRun) {
        do {
            let session = try run.latency()
            latency = session
            places = session.places(in: run.events)
        } catch { unmeasured = error }
    }
}
