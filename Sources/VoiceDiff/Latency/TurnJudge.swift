internal import VoiceTime
internal import VoiceTrace

/// Says what became of every turn of a session.
struct TurnJudge {
    private let turns: [SpokenTurn]
    private let frames: Frame
    private let slack: Frame
    let prompts: PromptTimeline
    private let speech: SpeechTimeline
    private let scopes: [(start: Frame, name: String)]
    private let runEnd: Frame?

    init(_ subject: LatencySubject) {
        turns = subject.turns
        frames = subject.frames
        slack = subject.sampleRate.frames(milliseconds: 1_000)
        prompts = PromptTimeline(
            subject.events, frames: subject.frames, subject.vocabulary)
        speech = SpeechTimeline(subject.events)
        let vocabulary = subject.vocabulary
        let begins = ScopeBegins(vocabulary)
        scopes = subject.events.compactMap { event in
            guard begins.contains(event) else { return nil }
            return vocabulary.scope(of: event).map { (event.frame, $0) }
        }
        runEnd = subject.events.last { vocabulary.role(of: $0) == .runEnd }?.frame
    }

    /// Whether the run ended by itself.
    var hasRunEnd: Bool { runEnd != nil }

    func latency(of index: Int) -> TurnLatency {
        let turn = turns[index]
        let module = scopes.last { $0.start <= turn.active.upperBound }?.name
        if let reason = whyNot(turn) {
            let excluded = LatencyOutcome.excluded(reason)
            return TurnLatency(
                turn: turn, module: module, endpoint: excluded, recognition: excluded,
                told: excluded, response: excluded, bargeIn: excluded)
        }
        let (end, next) = (turn.active.upperBound, nextStart(after: index))
        let found = speech.ending(turn.active, before: next, slack: slack)
        var latency = TurnLatency(
            turn: turn, module: module, endpoint: endpoint(turn.active, next, found?.segment),
            recognition: .excluded(.noEndpoint), told: told(turn.active, next),
            response: response(turn.active, next), bargeIn: bargeIn(turn.active, found?.segment))
        if case .talkedOver(let early) = latency.endpoint {
            // The app took its turn too early, whenever it said so.
            latency.response = .talkedOver(latency.response.frames ?? early)
        }
        if let (segment, parts) = found, latency.endpoint.frames != nil {
            latency.wait = prompts.wait(segment)
            latency.recognition = recognition(segment, next, asked: segment.end + latency.wait)
            latency.answer = segment.answer.map(Self.text)
            latency.liveEndOffset = segment.spokenEnd.map { $0 - end }
            if let spoken = segment.spokenEnd, spoken <= turn.active.lowerBound {
                latency.notes.append(.staleAnchor)
            }
            if parts > 1 { latency.notes.append(.severalSegments) }
        }
        addRest(to: &latency, end: end, segment: found?.segment)
        return latency
    }

    /// Why a turn counts for nothing; nil where it does.
    private func whyNot(_ turn: SpokenTurn) -> LatencyReason? {
        if turn.active.isEmpty || turn.words == "" { return .noWords }
        // A trace that has answers but no listening tells nothing about who listened.
        if prompts.listening.isEmpty, speech.hasAnswers { return nil }
        return prompts.listening.contains { $0.overlaps(turn.active) } ? nil : .nobodyListened
    }

    private func nextStart(after index: Int) -> Frame? {
        turns[(index + 1)...].first { $0.active.lowerBound > turns[index].active.lowerBound }?
            .active.lowerBound
    }

    private func endpoint(
        _ turn: Range<Frame>, _ next: Frame?, _ segment: SpeechTimeline.Segment?
    ) -> LatencyOutcome {
        let end = turn.upperBound
        let last = min(next ?? frames, segment?.end ?? frames)
        if prompts.cuts.contains(where: { turn.lowerBound < $0 && $0 < last }) {
            return .excluded(.cutByLimit)
        }
        if let segment {
            let frames = segment.end - end
            return frames < 0 ? .talkedOver(frames) : .measured(frames)
        }
        return open(from: end, next, otherwise: .noSpeechEnd)
    }

    private func response(_ turn: Range<Frame>, _ next: Frame?) -> LatencyOutcome {
        // What answers a caller of an engine without prompts is what its app is told.
        if !prompts.hasPrompts, prompts.told != nil { return told(turn, next) }
        let end = turn.upperBound
        let starts = prompts.prompts.map(\.start)
        if let early = starts.first(where: { turn.lowerBound < $0 && $0 < end }) {
            return .talkedOver(early - end)
        }
        let bound = next ?? .max
        if let start = starts.first(where: { end <= $0 && $0 < bound }) {
            return .measured(start - end)
        }
        if next == nil, runEnd != nil { return .excluded(.flowEnded) }
        return open(from: end, next, otherwise: .sessionEnded)
    }

    /// What had not come when the caller went on, or when the session ended.
    func open(
        from end: Frame, _ next: Frame?, otherwise reason: LatencyReason
    ) -> LatencyOutcome {
        if let next {
            return next > end
                ? .censored(next - end, .callerWentOn) : .excluded(.callerWentOn)
        }
        return frames > end ? .censored(frames - end, reason) : .excluded(.stillSpeaking)
    }

    private func recognition(
        _ segment: SpeechTimeline.Segment, _ next: Frame?, asked: Frame
    ) -> LatencyOutcome {
        if let answer = segment.answer { return .measured(answer.frame - asked) }
        guard speech.hasAnswers else { return .excluded(.notRecognized) }
        let last = next ?? frames
        return last > segment.end
            ? .censored(last - segment.end, next == nil ? .noAnswer : .callerWentOn)
            : .excluded(.noAnswer)
    }

    private func addRest(
        to latency: inout TurnLatency, end: Frame, segment: SpeechTimeline.Segment?
    ) {
        guard let response = latency.response.measured else { return }
        let start = end + response
        guard latency.endpoint.measured != nil, let segment else { return }
        guard segment.end <= start else {
            latency.notes.append(.promptBeforeEndpoint)
            return
        }
        guard let answer = segment.answer?.frame, latency.recognition.measured != nil else {
            latency.rest = start - segment.end
            return
        }
        if answer > start { latency.notes.append(.answerAfterPrompt) }
        latency.rest = start - (answer > start ? segment.end : answer)
    }

    private func bargeIn(
        _ turn: Range<Frame>, _ segment: SpeechTimeline.Segment?
    ) -> LatencyOutcome {
        let begin = turn.lowerBound
        let playing = prompts.prompts.last { $0.start <= begin && begin < $0.end ?? frames }
        guard let playing else { return .excluded(.noPromptPlayed) }
        guard let end = playing.end else { return .censored(frames - begin, .neverStopped) }
        guard playing.isStopped else { return .censored(end - begin, .playedOn) }
        // What stops speech is there before the utterance is over.
        if !playing.isInterrupted, let segment, end >= segment.end {
            return .censored(end - begin, .stoppedLate)
        }
        return .measured(end - begin)
    }

    /// The silence after every prompt that ended, or why there is none.
    func gaps() -> [PromptGap] {
        prompts.prompts.indices.map { index in
            let prompt = prompts.prompts[index]
            return PromptGap(
                item: prompt.item, frame: prompt.end ?? frames, outcome: gap(after: index))
        }
    }

    private func gap(after index: Int) -> LatencyOutcome {
        let prompt = prompts.prompts[index]
        guard let end = prompt.end else { return .excluded(.neverStopped) }
        if prompt.isStopped { return .excluded(.promptStopped) }
        let isBeforeClip = prompts.prompts.dropFirst(index + 1).first { $0.start >= end }?.isClip
        if isBeforeClip == true { return .excluded(.clipFollowed) }
        let next = prompts.prompts[(index + 1)...].first { $0.start >= end }
        let between = end..<max(end, next?.start ?? frames)
        if turns.contains(where: { $0.active.overlaps(between) }) {
            return .excluded(.spokenBetween)
        }
        if prompts.listening.contains(where: { $0.overlaps(between) }) {
            return .excluded(.listenedBetween)
        }
        guard let next else { return .excluded(.lastPrompt) }
        return .measured(next.start - end)
    }

    private static func text(_ answer: TraceEvent) -> String {
        guard let text = answer.fields[CoreKey.text]?.string else { return answer.kind }
        return "\(answer.kind) \"\(text)\""
    }
}
