internal import VoiceAudio
internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Prompts over the caller, and silence.
extension ExpectationJudge {
    func overlaps(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        // Keys of a telephone are no speech.
        countedTurns(latency).map(\.turn).filter { $0.keys == nil }.flatMap { turn in
            stretches(over: turn).compactMap { stretch in
                let length = stretch.length(in: turn.active)
                guard length > limit else { return nil }
                let common = stretch.frames.clamped(to: turn.active)
                let number = said[stretch.sounds[0].place].sequence
                let isLater = stretch.frames.lowerBound > turn.active.lowerBound
                return fault(
                    expectation,
                    "\(name(stretch)) and the caller are heard at once for \(text(length)), from"
                        + " \(text(common.lowerBound)) to \(text(common.upperBound))"
                        + (isLater ? words.begin(at: number, rate) : ""),
                    in: common, at: common.lowerBound, event: isLater ? number : nil)
            }
        }
    }

    func deadAir(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        let turns = latency.turns.filter { $0.turn.words != "" }.map(\.turn.active)
        let heard = said.map(\.heard).filter { !$0.isEmpty }
        let sounds = (turns + heard + answers).joinedRanges()
        let end = run.events.last { run.vocabulary.role(of: $0) == .runEnd }?.frame ?? run.frames
        // As the figures of calls count: from the first word on, and not after the app's last.
        let isCall = run.manifest.isCall
        let isEndedByApp =
            isCall && said.map(\.heard.upperBound).max() == sounds.last?.upperBound
        var last: Frame = isCall ? sounds.first?.lowerBound ?? end : 0
        var faults: [TurnFault] = []
        for sound in sounds + (isEndedByApp ? [] : [end..<end]) {
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
        !playsNothing
            || !answers.contains { $0.upperBound == silence.lowerBound }
                && silence.lowerBound > 0
    }

    /// Answers as a moment each, where the engine plays no prompts.
    private var answers: [Range<Frame>] {
        guard playsNothing else { return [] }
        return run.events.filter { run.vocabulary.role(of: $0) == .answer }
            .map { $0.frame..<$0.frame }
    }

    /// Describes what comes before and after a silence, and the decision that ended it.
    private func around(_ silence: Range<Frame>, _ latency: SessionLatency) -> String {
        let turn = latency.turns.first { $0.turn.active.upperBound == silence.lowerBound }
        if let turn { return ", after the caller's turn" + words.parts(of: turn, rate) }
        let before = said.last { $0.heard.upperBound == silence.lowerBound && !$0.heard.isEmpty }
        let after = said.first { $0.heard.lowerBound == silence.upperBound && !$0.heard.isEmpty }
        return (before.map { ", after \($0.name)" } ?? "")
            + (after.map { ", before \($0.name)" } ?? "") + words.listening(in: silence, rate)
    }
}
