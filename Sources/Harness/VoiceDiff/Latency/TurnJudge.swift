internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Judges the outcome of every turn of a session.
struct TurnJudge {
    private let turns: [SpokenTurn]
    let frames: Frame
    let slack: Frame
    let rate: SampleRate
    let prompts: PromptTimeline
    private let parts: TurnParts
    private let speech: SpeechTimeline
    private let scopes: [(start: Frame, name: String)]
    private let runEnd: Frame?
    /// Whether the ends of speech in the trace are decisions of the app. Those of a trace without
    /// listening and answers are the harness's own: the app hears sound and decides for itself.
    private let tellsDecisions: Bool

    init(_ subject: LatencySubject) {
        turns = subject.turns
        frames = subject.frames
        rate = subject.sampleRate
        slack = rate.frames(milliseconds: 1_000)
        prompts = PromptTimeline(subject)
        parts = TurnParts(subject, prompts)
        speech = SpeechTimeline(subject.events)
        let isAppsOwn =
            !prompts.listening.isEmpty || speech.hasAnswers || speech.segments.isEmpty
        tellsDecisions = subject.tellsDecisions && isAppsOwn
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
            let stop = reason == .nobodyListened ? reaction(to: turn) : nil
            return TurnLatency(
                turn: turn, module: module, endpoint: excluded, recognition: excluded,
                told: excluded, response: excluded,
                bargeIn: stop ?? excluded)
        }
        let (end, next) = (turn.active.upperBound, nextStart(after: index))
        let found = speech.ending(turn.active, before: next, slack: slack)
        let (response, prompt) = response(turn.active, next)
        var latency = TurnLatency(
            turn: turn, module: module, endpoint: endpoint(turn.active, next, found?.segment),
            recognition: .excluded(.noEndpoint), told: told(turn.active, next),
            response: response, bargeIn: bargeIn(turn, found?.segment))
        latency.prompt = prompt?.item
        if case .talkedOver(let early) = latency.endpoint {
            // The app took its turn too early, whenever it said so.
            latency.response = .talkedOver(latency.response.frames ?? early)
        }
        if let (segment, parts) = found, latency.endpoint.frames != nil {
            latency.recognition = recognition(
                segment, next, asked: segment.end + self.parts.wait(segment))
            latency.answer = segment.answer.map(Self.text)
            latency.liveEndOffset = segment.spokenEnd.map { $0 - end }
            if let spoken = segment.spokenEnd, spoken <= turn.active.lowerBound {
                latency.notes.append(.staleAnchor)
            }
            if parts > 1 { latency.notes.append(.severalSegments) }
        }
        addParts(to: &latency, end: end, found?.segment, prompt)
        return latency
    }

    /// Returns the reason why a turn does not count; nil where it does.
    private func whyNot(_ turn: SpokenTurn) -> LatencyReason? {
        if turn.active.isEmpty || turn.words == "" { return .noWords }
        // A trace that has answers or ends of speech but no listening tells nothing about who
        // listened.
        if prompts.listening.isEmpty, speech.hasAnswers || !speech.segments.isEmpty { return nil }
        return prompts.listening.contains { $0.overlaps(turn.active) } ? nil : .nobodyListened
    }

    /// Returns the start of the next turn; sounds that are no turn, such as a cough, are skipped.
    private func nextStart(after index: Int) -> Frame? {
        turns[(index + 1)...].first {
            $0.active.lowerBound > turns[index].active.lowerBound && whyNot($0) == nil
        }?.active.lowerBound
    }

    private func endpoint(
        _ turn: Range<Frame>, _ next: Frame?, _ segment: SpeechTimeline.Segment?
    ) -> LatencyOutcome {
        guard tellsDecisions else { return .excluded(.notRecorded) }
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

    /// Returns the outcome of the response, and the prompt that it is; nil where the app was told.
    private func response(
        _ turn: Range<Frame>, _ next: Frame?
    ) -> (outcome: LatencyOutcome, prompt: PromptTimeline.Prompt?) {
        // An engine without prompts answers its caller by what it tells its app.
        if !prompts.hasPrompts, prompts.told != nil { return (told(turn, next), nil) }
        let end = turn.upperBound
        if !tellsDecisions, isSpokenOver(turn) { return (.excluded(.playedOn), nil) }
        let bound = next ?? .max
        // A tone that plays before the app knows what was said is no answer.
        let known = prompts.told?.first { turn.lowerBound < $0 && $0 < bound } ?? end
        for prompt in prompts.prompts {
            guard let heard = prompt.heard, turn.lowerBound < heard else { continue }
            if heard < end { return (.talkedOver(heard - end), prompt) }
            guard heard >= known else { continue }
            // A caller whom the prompt itself makes speak has been answered.
            guard prompt.start <= bound else { break }
            return (.measured(heard - end), prompt)
        }
        if next == nil, runEnd != nil { return (.excluded(.runEnded), nil) }
        return (open(from: end, next, otherwise: .sessionEnded), nil)
    }

    /// Whether the app speaks before `turn`, all the while, and long behind it: "mhm" waits for no
    /// answer.
    private func isSpokenOver(_ turn: Range<Frame>) -> Bool {
        prompts.prompts.contains {
            ($0.heard ?? .max) <= turn.lowerBound
                && turn.upperBound + slack <= $0.end ?? frames
        }
    }

    /// Returns the outcome of a latency that was still open when the caller went on, or when the
    /// session ended.
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
        guard speech.hasAnswers, !recordsOnly(segment) else { return .excluded(.notRecognized) }
        let last = next ?? frames
        return last > segment.end
            ? .censored(last - segment.end, next == nil ? .noAnswer : .callerWentOn)
            : .excluded(.noAnswer)
    }

    /// Whether a segment was heard by a job that does what no job with an answer does: it records.
    private func recordsOnly(_ segment: SpeechTimeline.Segment) -> Bool {
        guard let activity = prompts.activity(at: segment.end) else { return false }
        return !speech.segments.contains {
            $0.answer != nil && prompts.activity(at: $0.end) == activity
        }
    }

    private func addParts(
        to latency: inout TurnLatency, end: Frame, _ segment: SpeechTimeline.Segment?,
        _ prompt: PromptTimeline.Prompt?
    ) {
        guard let response = latency.response.measured else { return }
        let start = prompt?.start ?? end + response
        var decision: TurnParts.Decision?
        if latency.endpoint.measured != nil, let segment {
            if segment.end > start {
                latency.notes.append(.promptBeforeEndpoint)
            } else if let answer = segment.answer?.frame, answer > start,
                latency.recognition.measured != nil
            {
                latency.notes.append(.answerAfterPrompt)
            }
            decision = TurnParts.Decision(
                segment: segment, isAnswered: latency.recognition.measured != nil)
        }
        latency.parts = parts.parts(
            from: end, to: end + response, prompt, decision, isOwn: !tellsDecisions)
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
        if turns.contains(where: { $0.words != "" && $0.active.overlaps(between) }) {
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
