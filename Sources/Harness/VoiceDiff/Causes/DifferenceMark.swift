internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Mark by which the first difference of two runs is known in a third one.
package struct DifferenceMark: Sendable, Hashable {
    private let frame: Frame
    private let golden: Int?
    private let actual: String?

    init(frame: Frame, golden: Int? = nil, actual: String? = nil) {
        (self.frame, self.golden, self.actual) = (frame, golden, actual)
    }

    /// The mark of the point at which a run first parts from its golden session; nil where it
    /// agrees.
    package init?(_ diff: TraceDiff) {
        guard let first = FirstCause.earliest(diff.differences, diff.vocabulary) else { return nil }
        frame = first.frame
        golden = first.golden?.sequence
        // An event that comes later now may be moved by other edits, too.
        actual = first.actual.flatMap { event in
            guard event.frame <= first.frame else { return nil }
            // Lines of the app move with edits above them.
            var why = event.why
            why[TraceEvent.lineKey] = nil
            let parts: JSONValue = [
                "kind": .string(event.kind), "t": .integer(event.frame),
                "fields": .object(event.fields), "why": .object(why),
            ]
            return JSONWriter.text(parts)
        }
    }
}
