internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Recorded inputs that a replay feeds its loop, and recorded events that are not worked out again.
/// They go onto the loop's queue shortly before their frames: a queue of all would be as long as
/// the session.
struct RecordedTapEvents {
    private let inputs: [InputEvent]
    private let events: [TraceEvent]
    private let injected: Set<Tap>
    private let firstRun: Int
    /// Whether the events come in the order of their frames; a trace changed by hand need not.
    private let isOrdered: Bool
    private var nextInput = 0
    private var nextEvent = 0
    /// Number of entries that go onto the queue at once, where more than that is due later.
    private static let batch = 1_024

    init(_ parts: SessionParts, tap: StartingTap) {
        inputs = parts.inputs
        events = parts.golden.events
        firstRun = parts.inputs.firstIndex { $0.during == nil && $0.input == .run } ?? 0
        injected =
            switch tap {
            case .audio: []
            case .speech: [.speech]
            case .words: [.speech, .words]
            }
        isOrdered = zip(events, events.dropFirst()).allSatisfy { $0.frame <= $1.frame }
    }

    /// The calls that were made before the run.
    var callsBeforeRun: [EngineCall] {
        inputs[..<firstRun].compactMap { input in
            guard input.during == nil, case .call(let call) = input.input else { return nil }
            return call
        }
    }

    /// Frame and reason of the session's end; nil where that is not among the inputs.
    var end: (frame: Frame, reason: String)? {
        for input in inputs.reversed() where input.during == nil {
            if case .end(let reason) = input.input { return (input.frame, reason) }
        }
        return nil
    }

    /// Puts all that is due by `frame` onto the queue.
    mutating func schedule(upTo frame: Frame, into loop: inout FrameLoop<ReplayHost>) {
        while nextInput < inputs.count, inputs[nextInput].frame <= frame {
            schedule(inputs[nextInput], at: nextInput, into: &loop)
            nextInput += 1
        }
        while nextEvent < events.count, !isOrdered || events[nextEvent].frame <= frame {
            if injected.contains(events[nextEvent].tap) { loop.inject(events[nextEvent]) }
            nextEvent += 1
        }
    }

    /// Works off all that comes before `frame`, a batch at a time, and puts the rest on the queue.
    mutating func play(upTo frame: Frame, on loop: inout FrameLoop<ReplayHost>) {
        while true {
            let due = [batchEnd(inputs, nextInput), batchEnd(events, nextEvent)].compactMap { $0 }
            guard let next = due.min(), next < frame else { break }
            schedule(upTo: next, into: &loop)
            loop.settle(before: next)
        }
        schedule(upTo: frame, into: &loop)
    }

    private func batchEnd(_ inputs: [InputEvent], _ index: Int) -> Frame? {
        let last = min(index + Self.batch, inputs.count) - 1
        return index < inputs.count ? inputs[last].frame : nil
    }

    private func batchEnd(_ events: [TraceEvent], _ index: Int) -> Frame? {
        let last = min(index + Self.batch, events.count) - 1
        return index < events.count ? events[last].frame : nil
    }

    private func schedule(
        _ input: InputEvent, at index: Int, into loop: inout FrameLoop<ReplayHost>
    ) {
        guard input.during == nil else { return }
        switch input.input {
        // The loop measures the delay itself; the host knows the recorded ones.
        case .end, .recognizerDelay, .partialDelay: break
        case .call where index < firstRun: break
        case .device(.saved, _): break
        default: loop.schedule(input.input, at: input.frame)
        }
    }
}
