internal import VoiceActivity
internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Prompts over the caller, prompts in a pause of the caller, and silence.
extension ExpectationJudge {
    func overlaps(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        countedTurns(latency).flatMap { turn -> [TurnFault] in
            heard(in: turn.turn.active).compactMap { prompt, common in
                let length = Frame(common.count)
                guard length > limit else { return nil }
                let began = prompt.heard.lowerBound
                let isLater = began > turn.turn.active.lowerBound
                return fault(
                    expectation,
                    "\(prompt.name) and the caller are heard at once for \(text(length)), from"
                        + " \(text(common.lowerBound)) to \(text(common.upperBound))"
                        + (isLater ? words.begin(of: prompt, rate) : ""),
                    in: common, at: common.lowerBound)
            }
        }
    }

    func interruptedPauses(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        let turns = countedTurns(latency).map(\.turn)
        let ends = run.events.filter { $0.core == .speechEnd }.map(\.frame)
        return pauses(in: turns).compactMap { pause in
            let length = Frame(pause.frames.count)
            guard length < limit else { return nil }
            let prompt = said.first { prompt in
                let began = prompt.heard.lowerBound
                guard !prompt.heard.isEmpty, pause.frames.lowerBound <= began, began < pause.end,
                    !pause.isEnded(by: prompt)
                else { return false }
                // What begins only when the caller goes on was decided in the pause, or is none.
                return began < pause.frames.upperBound
                    || ends.last { $0 <= run.events[prompt.position(in: run)].frame }
                        .map(pause.frames.contains) == true
            }
            guard let prompt else { return nil }
            return fault(
                expectation,
                "the caller paused for \(text(length)), from \(text(pause.frames.lowerBound)) to"
                    + " \(text(pause.frames.upperBound)), and \(prompt.name) began at"
                    + " \(text(prompt.heard.lowerBound))" + words.begin(of: prompt, rate),
                in: pause.frames, at: prompt.heard.lowerBound)
        }
    }

    func deadAir(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        let sounds = Self.joined(
            latency.turns.filter { $0.turn.words != "" }.map(\.turn.active)
                + said.map(\.heard).filter { !$0.isEmpty } + answers)
        let end = run.events.last { run.vocabulary.role(of: $0) == .runEnd }?.frame ?? run.frames
        var last: Frame = 0
        var faults: [TurnFault] = []
        for sound in sounds + [end..<end] {
            defer { last = max(last, sound.upperBound) }
            let silence = last..<max(last, min(sound.lowerBound, end))
            guard Frame(silence.count) > limit, counts(silence) else { continue }
            faults.append(
                fault(
                    expectation,
                    "nothing is heard for \(text(Frame(silence.count))), from \(text(last)) to"
                        + " \(text(silence.upperBound))" + around(silence, latency),
                    in: silence, at: silence.upperBound))
        }
        return faults
    }

    /// Whether silence of the app's counts: an engine without prompts owes nothing but an answer.
    private func counts(_ silence: Range<Frame>) -> Bool {
        !answersInSilence
            || !answers.contains { $0.upperBound == silence.lowerBound }
                && silence.lowerBound > 0
    }

    private var answersInSilence: Bool { run.vocabulary.kinds(of: .playBegin).isEmpty }

    /// Answers as a moment each, where the engine plays no prompts.
    private var answers: [Range<Frame>] {
        guard answersInSilence else { return [] }
        return run.events.filter { run.vocabulary.role(of: $0) == .answer }
            .map { $0.frame..<$0.frame }
    }

    /// What comes before and after a silence, and what decided its end.
    private func around(_ silence: Range<Frame>, _ latency: SessionLatency) -> String {
        let turn = latency.turns.first { $0.turn.active.upperBound == silence.lowerBound }
        if let turn { return ", after the caller's turn" + words.parts(of: turn, rate) }
        let before = said.last { $0.heard.upperBound == silence.lowerBound && !$0.heard.isEmpty }
        let after = said.first { $0.heard.lowerBound == silence.upperBound && !$0.heard.isEmpty }
        return (before.map { ", after \($0.name)" } ?? "")
            + (after.map { ", before \($0.name)" } ?? "") + words.listening(in: silence, rate)
    }

    static func joined(_ ranges: [Range<Frame>]) -> [Range<Frame>] {
        ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
            .reduce(into: []) { joined, range in
                if let last = joined.last, range.lowerBound <= last.upperBound {
                    joined[joined.count - 1] =
                        last.lowerBound..<max(last.upperBound, range.upperBound)
                } else {
                    joined.append(range)
                }
            }
    }
}

/// A silence of the caller, who goes on after it.
private struct CallerPause {
    /// The silence.
    let frames: Range<Frame>
    /// Where the caller ends who goes on after it.
    let end: Frame
    /// The number of the event that made the caller go on; nil where the caller had more to say.
    let trigger: Int?

    /// Whether the caller goes on because of `prompt`, or of what came after it.
    func isEnded(by prompt: SaidPrompt) -> Bool { trigger.map { $0 >= prompt.sequence } ?? false }
}

extension ExpectationJudge {
    /// The pauses between the turns of a caller and within them.
    private func pauses(in turns: [SpokenTurn]) -> [CallerPause] {
        let triggers = judged.triggers().mapValues { pattern in
            run.events.first { pattern.matches($0.kind, $0.fields) }?.sequence
        }
        var pauses: [CallerPause] = []
        for (turn, next) in zip(turns, turns.dropFirst())
        where turn.active.upperBound < next.active.lowerBound {
            pauses.append(
                CallerPause(
                    frames: turn.active.upperBound..<next.active.lowerBound,
                    end: next.active.upperBound,
                    trigger: next.line.flatMap { triggers[$0] ?? nil }))
        }
        for turn in turns {
            let parts = speech.map { $0.clamped(to: turn.active) }.filter { !$0.isEmpty }
            for (part, next) in zip(parts, parts.dropFirst()) {
                pauses.append(
                    CallerPause(
                        frames: part.upperBound..<next.lowerBound, end: next.upperBound,
                        trigger: nil))
            }
        }
        return pauses.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    }

    /// Stretches of speech that the caller's track holds; none without one.
    private var speech: [Range<Frame>] { (try? CallerTruth(run).segments()) ?? [] }
}
