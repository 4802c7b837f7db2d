internal import VoiceTime
internal import VoiceTrace

/// Takes a measured response apart: who spends which part of it.
struct TurnParts {
    private let prompts: PromptTimeline
    private let waits: [AppWait]
    private let silences: SilenceSettings

    init(_ subject: LatencySubject, _ prompts: PromptTimeline) {
        self.prompts = prompts
        waits = subject.appWaits
        silences = SilenceSettings(subject.settings, rate: subject.sampleRate)
    }

    /// The decision that a turn is over, and its outcome.
    struct Decision {
        let segment: SpeechTimeline.Segment
        /// Whether the recognizer was waited for.
        let isAnswered: Bool
    }

    /// The parts of a response from `end` to `heard`, which `prompt` is; nil where the app was
    /// told.
    ///
    /// They sum to the response, and none is 0. An app that decides for itself (`isOwn`) ends the
    /// turn with its first question to the outside world.
    func parts(
        from end: Frame, to heard: Frame, _ prompt: PromptTimeline.Prompt?, _ decision: Decision?,
        isOwn: Bool = false
    ) -> [LatencyPart] {
        var walk = PartWalk(from: end, to: heard)
        let start = prompt?.start ?? heard
        if let segment = decision?.segment, segment.end <= start {
            let rule = endOfTurn(segment)
            walk.append(.endOfTurn, upTo: segment.end, owner: rule.owner, limit: rule.limit)
            if decision?.isAnswered == true, let answer = segment.answer?.frame, answer <= start {
                if let asked = asked(segment) {
                    walk.append(.ruleWait, upTo: asked.frame, owner: asked.by, limit: asked.limit)
                }
                walk.append(.recognizer, upTo: answer)
            }
        }
        if isOwn,
            let asks = waits.first(where: { (end..<max(end, start)).contains($0.range.lowerBound) })
        {
            walk.append(.endOfTurn, upTo: asks.range.lowerBound, owner: "the app")
        }
        // A callback on the beginning of a prompt may hold its sound back.
        let begin = prompt?.soundStart ?? start
        for wait in waits where wait.range.lowerBound < begin {
            walk.append(.other, upTo: min(begin, wait.range.lowerBound))
            walk.append(.app, upTo: min(begin, wait.range.upperBound), owner: wait.owner)
        }
        walk.append(.other, upTo: start)
        if let prompt {
            // A prompt whose first sounds are silent is silent up to the one that is heard.
            walk.append(.synthesis, upTo: prompt.start + prompt.delay, owner: prompt.item)
            walk.append(.silence, upTo: heard, owner: prompt.item)
        }
        return walk.parts
    }

    /// Frames from the `speechEnd` of a segment to the end of listening, where an engine that tells
    /// answers asks the recognizer only then; 0 where it does not.
    func wait(_ segment: SpeechTimeline.Segment) -> Frame {
        asked(segment).map { $0.frame - segment.end } ?? 0
    }

    /// The end of listening at which the recognizer is asked; nil where that is at `speechEnd`.
    private func asked(_ segment: SpeechTimeline.Segment) -> PromptTimeline.ListenEnd? {
        guard prompts.told != nil, let answer = segment.answer?.frame else { return nil }
        return prompts.listenEnds.first { segment.end < $0.frame && $0.frame <= answer }
    }

    /// Returns what decided that a segment was over: the rule that ended listening with it, or the
    /// setting that asks for as much silence as the detector waited for.
    private func endOfTurn(
        _ segment: SpeechTimeline.Segment
    ) -> (owner: String?, limit: Frame?) {
        if let end = prompts.listenEnds.first(where: { $0.frame == segment.end }),
            let by = end.by, end.limit != nil
        {
            return (by, end.limit)
        }
        return (silences.name(of: segment.limit), segment.limit)
    }
}

/// Cuts a stretch of time into parts, one after the other.
private struct PartWalk {
    private(set) var parts: [LatencyPart] = []
    private var place: Frame
    private let last: Frame

    init(from start: Frame, to last: Frame) {
        place = start
        self.last = last
    }

    /// Appends the stretch between here and `frame`; nothing where that lies behind.
    mutating func append(
        _ kind: LatencyPart.Kind, upTo frame: Frame, owner: String? = nil, limit: Frame? = nil
    ) {
        let end = min(last, frame)
        guard end > place else { return }
        parts.append(LatencyPart(kind: kind, frames: end - place, owner: owner, limit: limit))
        place = end
    }
}
