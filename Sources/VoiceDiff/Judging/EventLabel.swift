internal import VoiceTrace

extension TraceEvent {
    /// Whether both are the same event with the same particulars and evidence at the same frame.
    func isExactly(_ other: TraceEvent) -> Bool {
        frame == other.frame && hasContent(of: other)
    }

    /// Whether both are the same but for their time.
    func hasContent(of other: TraceEvent) -> Bool {
        kind == other.kind && tap == other.tap && fields == other.fields && why == other.why
    }
}
