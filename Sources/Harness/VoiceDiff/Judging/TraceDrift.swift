package import VoiceTime
package import VoiceTrace

/// Drift of a trace's events in time from those of an anchor, without what prompts of another
/// length explain.
///
/// A prompt whose sound is another one, and that plays to its own end in both traces, moves what
/// follows by the difference of both lengths: a changed text or recording says why. Only the rest
/// is drift. What does not wait for the prompt stays where it was: the caller, who may speak at a
/// time of their own, and what began before.
package struct TraceDrift: Sendable, Equatable {
    /// The largest distance that an event moved by and no prompt explains, in milliseconds, rounded
    /// up.
    package let milliseconds: Int64
    /// The largest distance that prompts of another length explain, in milliseconds, rounded up.
    package let promptMilliseconds: Int64

    /// The drift of `actual` from `anchor`; `lengths` are those of prompts' sounds by their
    /// digests, for engines whose events do not tell them.
    package init(
        from anchor: [TraceEvent], to actual: [TraceEvent], sampleRate: SampleRate,
        vocabulary: EventVocabulary, lengths: [String: Frame] = [:]
    ) {
        let diff = TraceDiff(
            golden: anchor, actual: actual, sampleRate: sampleRate, vocabulary: vocabulary)
        var differences: [Int: Difference] = [:]
        for difference in diff.differences {
            if let event = difference.golden { differences[event.sequence] = difference }
        }
        var walk = DriftWalk(
            before: PlayedLengths(anchor, vocabulary, lengths: lengths),
            now: PlayedLengths(actual, vocabulary, lengths: lengths),
            known: Set(lengths.values), rate: sampleRate, vocabulary: vocabulary)
        for event in anchor {
            let difference = differences[event.sequence]
            if difference?.kind == .missing {
                // A prompt that says something else is another event in some vocabularies.
                guard vocabulary.role(of: event) == .playBegin,
                    let other = diff.differences.first(where: {
                        $0.kind == .extra && $0.event.kind == event.kind
                            && $0.frame == event.frame &+ walk.inForce
                    })
                else { continue }
                walk.add(event, other.event, nil)
                continue
            }
            walk.add(event, difference?.actual ?? event, difference)
        }
        milliseconds = AcceptedChange.milliseconds(walk.greatest, at: sampleRate)
        promptMilliseconds = AcceptedChange.milliseconds(walk.explained, at: sampleRate)
    }
}
