package import VoiceAudio
package import VoiceDiff
internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// A run that happened and what can be heard of it: what its latencies and its turn-taking are
/// worked out from, whether it stands in a folder or in memory.
package struct MeasuredRun: Sendable {
    /// The session, as reports name it.
    package var name: String
    /// Path of the session, as the user wrote it.
    package var path: String
    /// Manifest of the session.
    package var manifest: SessionManifest
    /// Events of the run.
    package var events: [TraceEvent]
    /// Meaning of its events.
    package var vocabulary: EventVocabulary
    /// Inputs of the run.
    package var inputs: [InputEvent]
    /// Sounds that can be heard of it: the caller's track, and prompts by their digests.
    package var sounds: SessionSounds
    /// The run's length in frames.
    package var frames: Frame
    /// Whether a scenario scripts the app, and where no device opened also the caller; what the
    /// manifest lists, which lists nothing before a session is written.
    package var hasScenario: Bool
    /// Whether its trace was changed by hand since it was written.
    package internal(set) var isEdited = false

    /// A run of these parts, as long as its manifest says, or up to its last event.
    package init(
        name: String, path: String, manifest: SessionManifest, events: [TraceEvent],
        vocabulary: EventVocabulary, inputs: [InputEvent], sounds: SessionSounds
    ) {
        self.name = name
        self.path = path
        self.manifest = manifest
        self.events = events
        self.vocabulary = vocabulary
        self.inputs = inputs
        self.sounds = sounds
        let scenario = "\(SessionFolder.Part.flow)/scenario.json"
        hasScenario = manifest.files.contains { $0.path == scenario }
        // A flow that comes late goes on past the recorded end.
        frames = max(manifest.frames, events.last?.frame ?? 0)
    }

    /// Returns the facts that latencies are worked out from: the events, the caller's turns as they
    /// were really spoken, and the silence in front of each prompt.
    ///
    /// - Throws: ``SessionError`` where neither a scripted caller nor the caller's track is at
    /// hand,   and for a track that cannot be read or does not fit the clock.
    package func subject() throws(SessionError) -> LatencySubject {
        guard !manifest.isCall else { return callSubject() }
        var subject = LatencySubject(
            name: name, path: path, sampleRate: manifest.sampleRate, frames: frames,
            events: events, vocabulary: vocabulary, turns: try CallerTruth(self).turns())
        subject.leadingSilence = leadingSilence()
        subject.settings = manifest.settings
        subject.appWaits = AppWait.waits(in: inputs, events, vocabulary)
        return subject
    }

    /// Frames of silence at the beginning of each sound that the events name, by digest; none for
    /// those that are heard at once or are not at hand.
    private func leadingSilence() -> [String: Frame] {
        let digests = vocabulary.fields(of: .digest)
        var silences: [String: Frame] = [:]
        var known: Set<String> = []
        for event in events {
            for field in digests {
                guard let digest = event.fields[field]?.string, known.insert(digest).inserted,
                    let sound = sounds.prompt(digest)
                else { continue }
                let silent = Frame(LeadingSilence.frames(of: sound))
                let frames =
                    silent * Frame(manifest.sampleRate.hertz) / Frame(max(1, sound.sampleRate))
                if frames > 0 { silences[digest] = frames }
            }
        }
        return silences
    }
}
