internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Judges when an app is told what its caller said.
extension TurnJudge {
    /// Returns the time from the end of a turn to what the app is told of it.
    func told(_ turn: Range<Frame>, _ next: Frame?) -> LatencyOutcome {
        guard let told = prompts.told else { return .excluded(.notTold) }
        let end = turn.upperBound
        let bound = next ?? .max
        if let frame = told.first(where: { turn.lowerBound < $0 && $0 < bound }) {
            return frame < end ? .talkedOver(frame - end) : .measured(frame - end)
        }
        if prompts.prompts.contains(where: { end <= $0.start && $0.start < bound }) {
            return .excluded(.promptCame)
        }
        if next == nil, hasRunEnd { return .excluded(.runEnded) }
        return open(from: end, next, otherwise: .sessionEnded)
    }

    /// Returns the beginnings of sounds of which the engine tells them.
    func sounds(in events: [TraceEvent], _ vocabulary: EventVocabulary) -> [SoundBeginning] {
        let kinds = Set(vocabulary.kinds(of: .playBegin))
        return events.compactMap { event in
            guard kinds.contains(event.kind), vocabulary.role(of: event) == .playBegin else {
                return nil
            }
            let sound = SoundBeginning(
                item: vocabulary.text(.item, of: event) ?? "", frame: event.frame,
                clipGap: clipGap(event, vocabulary),
                start: vocabulary.frames(.delay, of: event).map { .measured($0) })
            return sound.clipGap == nil && sound.start == nil ? nil : sound
        }
    }

    /// The silence that a clip tells; nil of what is no clip.
    private func clipGap(
        _ event: TraceEvent, _ vocabulary: EventVocabulary
    ) -> LatencyOutcome? {
        guard let field = vocabulary[event.kind]?.field(.gap) else { return nil }
        guard let gap = event.fields[field]?.integer, gap >= 0 else {
            return .excluded(.noSpeechBefore)
        }
        let silence = max(0, event.frame - gap)..<event.frame
        let isBroken = prompts.listening.contains { $0.overlaps(silence) }
        return isBroken ? .excluded(.listenedBetween) : .measured(gap)
    }
}
