internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Expectations that a scenario may have of an app because a run of it did so: its steps, its end,
/// and the longest wait of its caller.
struct ProposedExpectations {
    /// The members of `expect`.
    let values: [JSONValue]

    /// Steps that are proposed at most.
    private static let stepLimit = 100
    /// Bounds are whole multiples of this, in milliseconds.
    private static let roundMilliseconds: Int64 = 100

    /// Expectations from `run`, whose latencies are `latency`.
    init(_ run: MeasuredRun, _ latency: SessionLatency) {
        var events: [JSONValue] = []
        for event in run.events {
            guard let pattern = Self.pattern(of: event, run.vocabulary),
                !events.contains(pattern), events.count < Self.stepLimit
            else { continue }
            events.append(pattern)
        }
        let rate = run.manifest.sampleRate
        let bounds: [(TurnExpectation.Measure, [LatencyOutcome])] = [
            (.answer, latency.turns.map(\.response)), (.stop, latency.turns.map(\.bargeIn)),
        ]
        values =
            events
            + bounds.compactMap { measure, outcomes in
                Self.bound(of: outcomes, rate, isCall: run.manifest.isCall).map {
                    .string(
                        TurnExpectation(.bound(measure, milliseconds: $0)).description)
                }
            }
    }

    /// A step or the end of the run, as `expect` asks for it; nil for another event.
    private static func pattern(
        of event: TraceEvent, _ vocabulary: EventVocabulary
    ) -> JSONValue? {
        let roles: [FieldRole]
        switch vocabulary.role(of: event) {
        case .step: roles = [.from, .by, .to]
        case .runEnd: roles = [.reason]
        default: return nil
        }
        var object: JSONObject = ["kind": .string(event.kind)]
        for role in roles {
            guard let name = vocabulary[event.kind]?.field(role),
                let value = event.fields[name]?.string
            else { continue }
            object[name] = .string(value)
        }
        return .object(object)
    }

    /// The longest of `outcomes`, at least one step of 100 ms above it; nil where none counts. Of a
    /// recorded call no wait counts that is dead air, or had no answer: a test is not to expect it.
    private static func bound(
        of outcomes: [LatencyOutcome], _ rate: SampleRate, isCall: Bool
    ) -> Int64? {
        let deadAir = rate.frames(milliseconds: CallFigures.leastSilenceMilliseconds)
        let counted = outcomes.compactMap { outcome -> Frame? in
            switch outcome {
            case .measured(let frames): isCall && frames >= deadAir ? nil : frames
            case .censored(let frames, _): isCall ? nil : frames
            case .talkedOver, .excluded: nil
            }
        }
        guard let longest = counted.max(), longest >= 0 else { return nil }
        return (rate.milliseconds(longest) / roundMilliseconds + 2) * roundMilliseconds
    }
}
