public import VoiceDiff
internal import VoiceEngine
internal import VoiceTrace

extension ReplayResult {
    /// The first reason why the replay parts from the session: what the app handed over or called
    /// otherwise before the first event that differs, else that event. Nil where it did the same.
    public var firstCause: FirstCause? {
        let diff = TraceDiff(
            golden: golden.events, actual: events, sampleRate: manifest.sampleRate,
            vocabulary: vocabulary, standards: standards)
        let called = differences.first { $0.handed == nil }
        let next = differences.drop { $0.handed != nil }.dropFirst().first
        let change = called.flatMap { called in
            isBefore(diff, called) ? CalledOtherwise(called, before: next)?.cause : nil
        }
        let flags =
            handedChanges.map(\.what)
            + differences.compactMap { difference in
                guard difference.handed == nil else { return nil }
                return difference == called
                    ? change?.what ?? difference.description
                    : difference.description
            }
        return FirstCause(
            diff, causes: handedChanges + (change.map { [$0] } ?? []),
            flags: diff.isEmpty ? flags : [])
    }

    /// Whether a call was made otherwise before anything else was otherwise.
    private func isBefore(_ diff: TraceDiff, _ called: AnswerDifference) -> Bool {
        guard let event = called.event, let first = diff.differences.first else { return true }
        guard first.frame == event.frame else { return event.frame < first.frame }
        return event.sequence < (first.actual ?? first.golden)?.sequence ?? 0
    }

    /// Kinds of event that the engine does not declare, and, where nothing else differs, what the
    /// app declared otherwise, in sentences.
    package func vocabularyFaults(beside diff: TraceDiff) -> [String] {
        vocabulary.faults(of: events) + (diff.isEmpty ? declaredOtherwise : [])
    }
}
