internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Describes what decided something about a turn: a setting, a rule, the recognizer, the app, a
/// prompt.
struct DecisionWords {
    private let events: [TraceEvent]
    private let vocabulary: EventVocabulary
    private let silences: SilenceSettings

    init(_ run: MeasuredRun) {
        events = run.events
        vocabulary = run.vocabulary
        silences = SilenceSettings(run.manifest.settings, rate: run.manifest.sampleRate)
    }

    /// Describes the parts of a wait and who spends them, as in `: end of turn 800 ms
    /// (speech.endSilenceMs), recognizer 40 ms`; empty where nothing tells.
    func parts(of turn: TurnLatency, _ rate: SampleRate) -> String {
        let parts = turn.parts.map { part in
            "\(part.kind.word) \(rate.text(part.frames))"
                + (part.owner.map { " (\($0))" } ?? "")
        }
        if !parts.isEmpty { return ": \(parts.joined(separator: ", "))" }
        let end = turn.endpoint.measured.map { turn.turn.active.upperBound + $0 }
        return end.flatMap { decision(at: $0, rate) }.map { "; \($0)" } ?? ""
    }

    /// Describes the end of a turn that decided the event of that number; empty where nothing
    /// tells.
    func begin(at number: Int, _ rate: SampleRate) -> String {
        let end = events.last { $0.sequence < number && isDecision($0) }
        guard let end else { return "" }
        return decision(at: end.frame, rate).map { "; \($0)" } ?? ""
    }

    /// Describes the reason that stopped a prompt at `frame`.
    func stop(at frame: Frame) -> String {
        guard
            let event = events.first(where: {
                $0.frame == frame && vocabulary.role(of: $0) == .playStop
            }), let reason = vocabulary.text(.reason, of: event)
        else { return "" }
        return ": \(reason)"
    }

    /// Describes the end of listening that goes on in a silence.
    func listening(in silence: Range<Frame>, _ rate: SampleRate) -> String {
        let end = events.last { event in
            silence.contains(event.frame - 1)
                && [.listenEnd, .listenCut, .listenFail].contains(vocabulary.role(of: event))
        }
        guard let end else { return "" }
        return decision(at: end.frame, rate).map { "; \($0)" } ?? ""
    }

    private func isDecision(_ event: TraceEvent) -> Bool {
        event.core == .speechEnd
            || [.listenEnd, .listenCut].contains(vocabulary.role(of: event))
    }

    /// The rule or setting that ended a turn or listening at `frame`, with the silence it waited
    /// for; nil where the trace does not say.
    private func decision(at frame: Frame, _ rate: SampleRate) -> String? {
        let here = events.filter { $0.frame == frame && isDecision($0) }
        for event in here.reversed() {
            let limit = event.why[evidence: .limit]
            let name = vocabulary.text(.by, of: event) ?? silences.name(of: limit)
            guard name != nil || limit != nil else { continue }
            let silence = limit.map { rate.text($0) }
            let rule = [name, silence].compactMap { $0 }.joined(separator: ", ")
            return "the turn was ended at \(rate.text(frame)) (\(rule))"
        }
        return nil
    }
}
