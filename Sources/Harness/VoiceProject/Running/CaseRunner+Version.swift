internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTrace

extension CaseRunner {
    /// The upgrade between `golden`, which is in `folder`, and what this program runs.
    func version(of golden: GoldenSession, in folder: SessionFolder) throws -> VersionChange? {
        guard let engine = declaration(of: golden.manifest) else { return nil }
        return VersionChange(
            from: golden.manifest, try AcceptanceLedger(in: folder),
            to: .init(kind: engine.kind, version: engine.version), program: createdBy)
    }

    /// Returns the defaults of the settings of the engine of `session`, and of its app, which
    /// `command` runs.
    func standards(of session: RecordedSession, running command: ProgramCommand?) -> JSONObject {
        let kind = session.manifest.engine.kind
        guard let factory = factories.first(where: { $0.declaration.kind == kind }),
            let told = try? factory.told(running: command, describedBy: session.files)
        else { return [:] }
        return SessionSettings(engine: told.declaration).object
    }
}

extension RecordedSession {
    /// The events, the first of which tells of the settings in force what that of `golden` told,
    /// and what is not as `standards` says.
    func events(besides golden: RecordedTrace, standards: JSONObject) -> [TraceEvent] {
        guard let told = golden.events.first?.settingsInForce,
            let all = events.first?.settingsInForce
        else { return events }
        var events = events
        events[0].why[TraceEvent.settingsKey] = .object(
            all.settings(besides: told, standards: standards))
        return events
    }
}

extension GoldenSession {
    /// Returns the `prompts` of a run of `manifest` that tell of other causes than a version: how
    /// another version of this program has a text spoken by the same synthesiser is its own doing.
    func told(_ prompts: PromptIndex, by manifest: SessionManifest) -> PromptIndex {
        guard self.manifest.synthesizer == manifest.synthesizer else { return prompts }
        return prompts.digests.reduce(into: prompts) { index, digest in
            if case .realized(let prompt) = index[digest]?.outcome, prompt.source != .audioFile {
                index[digest] = nil
            }
        }
    }

    /// Says that the recognizer of `manifest` has another model or grammar, in a sentence.
    func recognizerChanges(to manifest: SessionManifest) -> [String] {
        let (before, now) = (self.manifest.recognizer, manifest.recognizer)
        guard before.kind == now.kind, before != now else { return [] }
        return ["recorded with another model or grammar of \(before.kind)"]
    }
}
