internal import VoiceEngine
public import VoiceTrace

extension FrameLoop {
    /// What came in and what happened since the last call, for whoever writes it away.
    ///
    /// The loop then forgets it, but for the last events, so that a session of any length keeps
    /// its memory constant.
    public mutating func drain() -> (inputs: [InputEvent], events: [TraceEvent]) {
        let fresh = Array(events.suffix(eventCount - drainedCount))
        drainedCount = eventCount
        if events.count >= Self.memory { events.removeFirst(events.count - Self.memory / 2) }
        let came = inputs
        inputs.removeAll()
        return (came, fresh)
    }

    /// The event with this sequence number, of the last 512 at least; nil for one forgotten.
    public func event(numbered sequence: Int) -> TraceEvent? {
        let index = events.count - (eventCount - sequence)
        return events.indices.contains(index) ? events[index] : nil
    }

    /// Injected crossings that no open listening job took, where the trace is kept.
    public var unconsumedEvents: [TraceEvent] { unconsumed.map { events[$0] } }
}
