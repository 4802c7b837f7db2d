internal import VoiceDiff
internal import VoiceTime

/// Answers that come late, and prompts that stop late.
extension ExpectationJudge {
    func lateAnswers(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        latency.turns.compactMap { turn in
            let end = turn.turn.active.upperBound
            switch turn.response {
            case .measured(let frames) where frames > limit:
                let prompt = said.first {
                    $0.heard.lowerBound == end + frames && !$0.heard.isEmpty
                }
                let answer = prompt?.name ?? "the answer"
                return fault(
                    expectation,
                    "the caller ended at \(text(end)) and \(answer) came \(text(frames)) later, at"
                        + " \(text(end + frames))" + words.parts(of: turn, rate),
                    in: end..<(end + frames), at: end + frames, event: prompt?.sequence)
            case .censored(let frames, let reason) where frames > limit:
                return fault(
                    expectation,
                    "the caller ended at \(text(end)) and no answer came in \(text(frames)), up to"
                        + " \(text(end + frames)): \(reason.rawValue)"
                        + words.parts(of: turn, rate),
                    in: end..<(end + frames), at: end + frames)
            default: return nil
            }
        }
    }

    func lateStops(
        _ expectation: TurnExpectation, _ latency: SessionLatency, _ limit: Frame
    ) -> [TurnFault] {
        latency.turns.compactMap { turn in
            let begin = turn.turn.active.lowerBound
            let stretch = stretches(over: turn.turn).last { $0.frames.contains(begin) }
            let prompt = stretch.map { said[$0.sounds[0].place].name } ?? "the prompt"
            let later = stretch.map { $0.sounds.count - 1 } ?? 0
            let over = "the caller spoke over \(prompt) from \(text(begin)) on, and "
            switch turn.bargeIn {
            case .measured(let frames) where frames > limit:
                let subject = later == 0 ? "it" : "the last of \(later) more behind it"
                return fault(
                    expectation,
                    over + "\(subject) stopped \(text(frames)) later, at \(text(begin + frames))"
                        + words.stop(at: begin + frames),
                    in: begin..<(begin + frames), at: begin + frames)
            case .censored(let frames, let reason) where frames > limit:
                let subject = later == 0 ? "it" : "the app, with \(later) more behind it,"
                return fault(
                    expectation,
                    over + "\(subject) went on for \(text(frames)), up to"
                        + " \(text(begin + frames)): \(reason.rawValue)",
                    in: begin..<(begin + frames), at: begin + frames)
            default: return nil
            }
        }
    }
}
