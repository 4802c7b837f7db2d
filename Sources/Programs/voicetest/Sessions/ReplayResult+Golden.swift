import VoiceProject
import VoiceSession
import VoiceTrace

extension ReplayResult {
    /// The upgrade since the golden of `state` was made; nil where both have the same versions.
    func version(since state: GoldenState) -> VersionChange? {
        VersionChange(
            from: manifest, state.ledger,
            to: .init(kind: manifest.engine.kind, version: engineVersion),
            program: Voicetest.program)
    }

    /// Whether only a version can be behind the difference: the golden of `state` is the accepted
    /// one, and recognizer and settings are those of the recording.
    func isAlike(_ state: GoldenState) -> Bool {
        state.isAccepted && outdated.isEmpty && changes.isEmpty
    }
}
