internal import VoiceTime

/// Judges how long an app talks on when its caller begins to speak.
extension TurnJudge {
    /// Returns the time from the beginning of a turn to the end of what the caller hears on: the
    /// prompt that plays there, and those that continue it.
    func bargeIn(_ turn: SpokenTurn, _ segment: SpeechTimeline.Segment?) -> LatencyOutcome {
        guard let playing = playing(at: turn.active.lowerBound) else {
            return .excluded(.noPromptPlayed)
        }
        let across = across(playing, turn)
        if !prompts.listening.isEmpty, !isReaction(playing, turn),
            !prompts.listening.contains(where: { $0.overlaps(across) })
        {
            return .excluded(.notInterruptible)
        }
        let begin = turn.active.lowerBound
        let last = last(after: playing, turn)
        guard let end = last.end else { return .censored(frames - begin, .neverStopped) }
        guard last.isStopped else { return .censored(end - begin, .playedOn) }
        // An event that stops speech comes before the utterance is over.
        if !last.isInterrupted, let segment, end >= segment.end {
            return .censored(end - begin, .stoppedLate)
        }
        return .measured(end - begin)
    }

    /// Returns the outcome of a barge-in of a caller whom the app does not listen to; nil where the
    /// app stops nothing.
    func reaction(to turn: SpokenTurn) -> LatencyOutcome? {
        guard let playing = playing(at: turn.active.lowerBound) else { return nil }
        let outcome = bargeIn(turn, nil)
        return isReaction(playing, turn) || outcome.measured != nil ? outcome : nil
    }

    /// The place of the prompt that began last of those that are heard at `begin`.
    private func playing(at begin: Frame) -> Int? {
        prompts.prompts.lastIndex {
            ($0.heard ?? .max) <= begin && begin < $0.end ?? frames
        }
    }

    private func across(_ place: Int, _ turn: SpokenTurn) -> Range<Frame> {
        let begin = turn.active.lowerBound
        return begin..<max(begin, prompts.prompts[place].end ?? frames)
    }

    /// Whether a prompt was stopped for a turn. An app may do that for a caller whom it does not
    /// listen to yet.
    private func isReaction(_ place: Int, _ turn: SpokenTurn) -> Bool {
        prompts.prompts[place].isStopped
            && across(place, turn).upperBound <= turn.active.upperBound + slack
    }

    /// The prompt that ends last of those that the caller hears as one with the prompt at `place`.
    private func last(after place: Int, _ turn: SpokenTurn) -> PromptTimeline.Prompt {
        let stretches = HeardStretch.stretches(
            of: prompts.sounds(upTo: frames), over: turn, rate: rate)
        let stretch = stretches.first { $0.sounds.contains { $0.place == place } }
        return prompts.prompts[stretch?.sounds.last?.place ?? place]
    }
}
