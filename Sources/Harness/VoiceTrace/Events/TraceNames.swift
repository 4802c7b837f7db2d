internal import VoiceJSON

/// The kinds of event that a trace has, and the names of their evidence.
///
/// A session keeps what these mean, so that its own trace is understood whatever a later version of
/// its engine declares.
package struct TraceNames: Sendable, Equatable {
    /// The names of the kinds.
    private(set) var kinds: Set<String> = []
    /// The names of the evidence, as they stand in `why`.
    private(set) var evidence: Set<String> = []

    /// The names in `events`.
    package init(of events: some Sequence<TraceEvent> = []) {
        for event in events { add(event) }
    }

    /// Adds the names in `event`.
    package mutating func add(_ event: TraceEvent) {
        kinds.insert(event.kind)
        for member in event.why.members { evidence.insert(member.key) }
    }
}

extension EventVocabulary {
    /// Returns the part of the vocabulary that a trace of `names` needs: its kinds, its evidence,
    /// and the kinds that end a run, which the last input names.
    package func needed(for names: TraceNames) -> EventVocabulary {
        EventVocabulary(
            scopeWord: scopeWord,
            kinds: kinds.filter { names.kinds.contains($0.name) || $0.roles.contains(.runEnd) },
            evidence: evidence.filter { names.evidence.contains($0.key) })
    }
}
