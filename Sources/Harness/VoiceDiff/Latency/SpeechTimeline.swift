internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The utterances that the engine told apart, and their answers, as the trace has them.
struct SpeechTimeline {
    /// One stretch from `speechStart` to `speechEnd`.
    struct Segment {
        /// Frame at which the detector decided that it began.
        let start: Frame
        /// Frame at which the detector decided that it was over.
        let end: Frame
        /// Frame at which the engine takes the speech to have ended.
        let spokenEnd: Frame?
        /// The silence that the detector waited for, in frames.
        let limit: Frame?
        /// Its answer, when there is one.
        var answer: TraceEvent?
    }

    private(set) var segments: [Segment] = []
    /// Whether anything was recognised at all.
    private(set) var hasAnswers = false

    init(_ events: [TraceEvent]) {
        var begun: Frame?
        var lastEnd: Frame = 0
        for event in events {
            switch event.core {
            case .speechStart: begun = event.frame
            case .speechEnd:
                segments.append(
                    Segment(
                        start: min(begun ?? lastEnd, event.frame), end: event.frame,
                        spokenEnd: event.fields[CoreKey.spoken]?.integer,
                        limit: event.why["limit"]?.integer))
                begun = nil
                lastEnd = event.frame
            default: break
            }
        }
        assign(events.filter { $0.core?.isAnswer == true })
    }

    /// Gives every segment the first answer that is about it. One that is about several, because
    /// listening went on over the silence between them, belongs to the last.
    private mutating func assign(_ answers: [TraceEvent]) {
        hasAnswers = !answers.isEmpty
        var free = answers
        for index in segments.indices {
            let segment = segments[index]
            let bound =
                index + 1 < segments.count ? segments[index + 1].end : Frame.max
            let found = free.firstIndex { answer in
                guard answer.frame >= segment.start else { return false }
                guard let start = answer.why[CoreKey.start]?.integer,
                    let end = answer.why[CoreKey.end]?.integer
                else { return answer.frame < bound }
                return start < segment.end && end > segment.start
                    && !goesOn(after: index, from: start, to: end)
            }
            if let found { segments[index].answer = free.remove(at: found) }
        }
    }

    /// Whether what was recognised from `start` to `end` holds all of the segment after this one.
    private func goesOn(after index: Int, from start: Frame, to end: Frame) -> Bool {
        guard index + 1 < segments.count else { return false }
        let next = segments[index + 1]
        return start <= next.start && (next.spokenEnd ?? next.end) <= end
    }

    /// The segment that ends `turn`, the number of segments it was parted into; nil without one.
    ///
    /// A start is decided while the turn is spoken or soon after; what is decided once the next
    /// turn has begun belongs to that.
    func ending(
        _ turn: Range<Frame>, before next: Frame?, slack: Frame
    ) -> (segment: Segment, parts: Int)? {
        let latest = min(turn.upperBound + slack, next ?? .max)
        let own = segments.filter { segment in
            segment.start < latest && segment.end > turn.lowerBound && segment.end <= next ?? .max
        }
        guard let last = own.first(where: { $0.end >= turn.upperBound }) ?? own.last else {
            return nil
        }
        return (last, own.filter { $0.end <= last.end }.count)
    }
}
