internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Pauses of the caller in which the app takes its turn.
extension ExpectationJudge {
    func interruptedPauses(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        let takings = self.takings
        let found: [CallerPause]
        do throws(SessionError) {
            found = try pauses(latency)
        } catch { return [unjudged(expectation, error)] }
        return found.compactMap { pause in
            let length = Frame(pause.frames.count)
            guard length < limit, let taking = takings.first(where: { takes($0, pause) })
            else { return nil }
            return fault(
                expectation,
                "the caller paused for \(text(length)), from \(text(pause.frames.lowerBound)) to"
                    + " \(text(pause.frames.upperBound)), and \(taking.name) came at"
                    + " \(text(taking.frame))" + words.begin(at: taking.sequence, rate),
                in: pause.frames, at: taking.frame, event: taking.sequence)
        }
    }

    /// Whether the app takes its turn in a pause: then, or by a decision that was made then.
    private func takes(_ taking: Taking, _ pause: CallerPause) -> Bool {
        guard (pause.frames.lowerBound..<pause.end).contains(taking.frame),
            !pause.isEnded(by: taking.sequence)
        else { return false }
        if taking.frame < pause.frames.upperBound { return true }
        // An event that begins only when the caller goes on was decided in the pause, or is no
        // taking.
        let decided = run.events.last {
            $0.core == .speechEnd && $0.sequence < taking.sequence
        }
        return decided.map { pause.frames.contains($0.frame) } ?? false
    }

    /// Takings of a turn by the app: a prompt, or an answer that it is told where its engine plays
    /// none.
    private var takings: [Taking] {
        guard playsNothing else {
            return said.filter { !$0.heard.isEmpty }.map {
                Taking(frame: $0.heard.lowerBound, sequence: $0.sequence, name: $0.name)
            }
        }
        return run.events.filter { run.vocabulary.role(of: $0) == .answer }.map {
            Taking(frame: $0.frame, sequence: $0.sequence, name: "the answer \($0.kind)")
        }
    }
}

/// Taking of a turn by the app.
private struct Taking {
    let frame: Frame
    /// The number of the event that begins it.
    let sequence: Int
    let name: String
}

/// A silence of the caller, who goes on after it.
private struct CallerPause {
    /// The silence.
    let frames: Range<Frame>
    /// Frame at which the caller ends who goes on after it.
    let end: Frame
    /// The number of the event that made the caller go on; nil where the caller had more to say.
    let trigger: Int?

    /// Whether the caller goes on because of the event of that number, or of a later one.
    func isEnded(by number: Int) -> Bool { trigger.map { $0 >= number } ?? false }
}

extension ExpectationJudge {
    /// The pauses within the caller's turns that count, and those after them in which the caller
    /// goes on: an app that takes its turn by then may not listen any longer.
    ///
    /// - Throws: ``SessionError`` for a track of the caller that cannot be read.
    private func pauses(_ latency: SessionLatency) throws(SessionError) -> [CallerPause] {
        let counted = Set(countedTurns(latency).map(\.turn))
        let turns = latency.turns.map(\.turn).filter { $0.words != "" }
        let triggers = judged.triggers()
        var pauses: [CallerPause] = []
        for (turn, next) in zip(turns, turns.dropFirst())
        where counted.contains(turn) && turn.active.upperBound < next.active.lowerBound {
            pauses.append(
                CallerPause(
                    frames: turn.active.upperBound..<next.active.lowerBound,
                    end: next.active.upperBound,
                    trigger: next.line.flatMap { triggers[$0] }))
        }
        // Without a track nothing parts the turns.
        let speech = try CallerTruth(run).segments() ?? []
        for turn in turns where counted.contains(turn) {
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
}
