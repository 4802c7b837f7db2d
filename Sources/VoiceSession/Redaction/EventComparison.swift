internal import VoiceTime
internal import VoiceTrace

/// Whether a redacted session does what the session did, and which spans are to blame.
enum EventComparison {
    /// The first event of `actual` that is not the one of `golden`, in words; nil where all are.
    ///
    /// What the detector measured may differ; what it decided, and all that follows, may not.
    static func difference(
        of actual: [TraceEvent], from golden: [TraceEvent], _ rate: SampleRate
    ) -> String? {
        first(actual, golden).map { text(actual, golden, at: $0, rate) }
    }

    /// Everything in which `result` differs, with the spans that come before it.
    static func differences(
        _ result: ReplayResult, from golden: [TraceEvent], spans: [Range<Int>], _ rate: SampleRate
    ) -> [String] {
        guard let index = first(result.events, golden) else {
            return result.unplaced.isEmpty && result.unknownPrompts.isEmpty
                ? [] : ["calls of the app or prompts found no place any more"]
        }
        let what = text(result.events, golden, at: index, rate)
        let frames = [golden, result.events].compactMap { events in
            index < events.count ? Int(events[index].frame) : nil
        }
        guard let frame = frames.min(),
            let span = spans.last(where: { $0.lowerBound < frame }) ?? spans.first
        else { return [what] }
        let (start, end) = (rate.text(Frame(span.lowerBound)), rate.text(Frame(span.upperBound)))
        return ["the span from \(start) to \(end) could not be hidden: \(what)"]
    }

    private static func first(_ actual: [TraceEvent], _ golden: [TraceEvent]) -> Int? {
        for index in 0..<max(actual.count, golden.count) {
            guard index < actual.count, index < golden.count,
                decided(actual[index]) == decided(golden[index])
            else { return index }
        }
        return nil
    }

    private static func decided(_ event: TraceEvent) -> TraceEvent {
        var event = event
        if event.tap == .speech { event.why = [:] }
        event.why[TraceEvent.settingsKey] = nil
        return event
    }

    private static func text(
        _ actual: [TraceEvent], _ golden: [TraceEvent], at index: Int, _ rate: SampleRate
    ) -> String {
        func name(_ events: [TraceEvent]) -> String {
            guard index < events.count else { return "nothing" }
            return "\(events[index].kind) at \(rate.text(events[index].frame))"
        }
        let (was, became) = (name(golden), name(actual))
        return was == became ? "\(was) came with other fields" : "\(was) became \(became)"
    }
}
