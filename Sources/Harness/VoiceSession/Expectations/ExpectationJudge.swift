internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Finds the places where a run does not do what is expected of its turn-taking.
struct ExpectationJudge {
    let judged: JudgedRun
    let run: MeasuredRun
    let rate: SampleRate
    let said: [SaidPrompt]
    /// The run's latencies, or why they are not known.
    let latency: Result<SessionLatency, SessionError>
    let words: DecisionWords
    private let modules: ModuleTimeline

    init(_ judged: JudgedRun) {
        self.judged = judged
        run = judged.run
        rate = run.manifest.sampleRate
        do throws(SessionError) {
            let subject = try judged.run.subject()
            latency = .success(SessionLatency(subject))
            said = SaidPrompts(run, subject, judged.prompts).prompts
        } catch {
            latency = .failure(error)
            // Prompts are known, but for the silence in front of them.
            said = SaidPrompts(run, nil, judged.prompts).prompts
        }
        words = DecisionWords(run)
        modules = ModuleTimeline(run.events, run.vocabulary)
    }

    func faults(of expectation: TurnExpectation) -> [TurnFault] {
        switch expectation.demand {
        case .noRepetition: return repetitions(expectation)
        case .happening(let happening, let order):
            return misplaced(expectation, happening, order).map { [$0] } ?? []
        case .event(let pattern): return missing(expectation, pattern).map { [$0] } ?? []
        case .call(.order): return lateItems(expectation)
        case .call(.end): return laterEnds(expectation)
        case .call(.marks): return wrongMarks(expectation)
        case .call(.text): return wrongTexts(expectation)
        case .bound(let measure, let milliseconds):
            return faults(of: expectation, measure, milliseconds)
        }
    }

    private func faults(
        of expectation: TurnExpectation, _ measure: TurnExpectation.Measure, _ milliseconds: Int64
    ) -> [TurnFault] {
        let limit = rate.frames(milliseconds: milliseconds)
        func timed(_ judge: (TurnExpectation, SessionLatency, Frame) -> [TurnFault]) -> [TurnFault]
        {
            switch latency {
            case .success(let known): judge(expectation, known, limit)
            case .failure(let error): [unjudged(expectation, error)]
            }
        }
        return switch measure {
        case .answer: timed(lateAnswers)
        case .stop: timed(lateStops)
        case .talkover: timed(overlaps)
        case .pause: timed(interruptedPauses)
        case .silence: timed(deadAir)
        case .cut: wrongCuts(expectation, milliseconds)
        case .stopped: soundBehindCuts(expectation, limit)
        case .mute: muteTurns(expectation, limit)
        }
    }

    /// Returns the fault that nothing tells when the caller spoke, and why.
    func unjudged(_ expectation: TurnExpectation, _ error: SessionError) -> TurnFault {
        fault(expectation, "it cannot be judged: \(error)", in: 0..<run.frames, at: 0)
    }

    /// A fault that is seen `at` a frame of its stretch, in the event of that number where one
    /// tells of it.
    func fault(
        _ expectation: TurnExpectation, _ what: String, in frames: Range<Frame>, at frame: Frame,
        event number: Int? = nil, lane: EventLane = .prompts
    ) -> TurnFault {
        let position =
            run.events.lastIndex { $0.sequence == number }
            ?? run.events.lastIndex { $0.frame <= frame }
        return TurnFault(
            .expectation, rule: expectation.description, what: what, frames: frames,
            line: position.map { run.events[$0].sequence + 1 } ?? 1,
            module: position.flatMap { modules.module(at: $0) }, lane: lane,
            place: position.map(place) ?? "")
    }

    /// Returns the identity of the event at `position`, and the number of its like before it.
    private func place(of position: Int) -> String {
        let identities = run.events[...position].map(run.vocabulary.identity)
        return "\(identities[position]) \(identities.count { $0 == identities[position] })"
    }

    /// Returns the caller's turns that count: not coughs, and not what nothing listened to.
    func countedTurns(_ latency: SessionLatency) -> [TurnLatency] {
        latency.turns.filter { turn in
            if case .excluded(.noWords) = turn.endpoint { return false }
            if case .excluded(.nobodyListened) = turn.endpoint { return false }
            return true
        }
    }

    /// Whether the engine plays no prompts: then what the app is told is its answer.
    var playsNothing: Bool { run.vocabulary.kinds(of: .playBegin).isEmpty }

    func text(_ frames: Frame) -> String { rate.text(frames) }

    /// Returns the prompts that are heard as one while the caller speaks in `turn`.
    func stretches(over turn: SpokenTurn) -> [HeardStretch] {
        let sounds = said.enumerated().compactMap { place, prompt in
            prompt.heard.isEmpty
                ? nil
                : HeardStretch.Sound(place: place, asked: prompt.asked, heard: prompt.heard)
        }
        return HeardStretch.stretches(of: sounds, over: turn, rate: rate)
    }

    /// The prompts of a stretch, as a sentence names them.
    func name(_ stretch: HeardStretch) -> String {
        let first = said[stretch.sounds[0].place].name
        let more = stretch.sounds.count - 1
        return more == 0 ? first : "\(first), with \(more) more behind it,"
    }
}
