import VoiceFlow
import VoiceMedia
import VoiceTrace

/// The engines that this program has: every command asks here.
enum Engines {
    /// A maker for each, in the order in which a bare trace is tried for them.
    static func factories() -> [any EngineFactory] { [VoiceflowFactory()] }

    private static let declarations = factories().map(\.declaration)

    /// What each engine declares of its events.
    static let vocabularies = declarations.map(\.vocabulary)

    /// Every kind of event that one of the engines emits, those of the core first.
    static let kinds = EventVocabulary.names(of: vocabularies)

    /// What the events of the session of `manifest` mean: as it says itself, or as its engine does;
    /// nil where neither is known.
    static func vocabulary(of manifest: SessionManifest) -> EventVocabulary? {
        manifest.vocabulary
            ?? declarations.first { $0.kind == manifest.engine.kind }?.vocabulary
    }

    /// What the events of `manifest` mean, or those of `trace` where it does not say.
    ///
    /// - Throws: ``TraceError`` where a line that is read is no event.
    static func vocabulary(
        of manifest: SessionManifest?, _ trace: TraceLines
    ) throws(TraceError) -> EventVocabulary {
        if let own = manifest.flatMap({ vocabulary(of: $0) }) { return own }
        guard vocabularies.count > 1 else { return vocabularies.first ?? .core }
        var events: [TraceEvent] = []
        // Every kind has its first line among these.
        for index in trace.sample(of: [], context: 0) { events.append(try trace.event(at: index)) }
        return vocabulary(covering: events)
    }

    /// The vocabulary of the first engine that declares every kind of `events`; of those that do
    /// not, the first one's.
    static func vocabulary(
        covering events: [TraceEvent], among known: [EventVocabulary] = vocabularies
    ) -> EventVocabulary {
        known.first { $0.undeclared(in: events).isEmpty } ?? known.first ?? .core
    }
}

extension EventVocabulary {
    /// The vocabulary of the session of `manifest`; the core's alone where nothing is known of it.
    static func of(_ manifest: SessionManifest) -> EventVocabulary {
        Engines.vocabulary(of: manifest) ?? .core
    }
}
