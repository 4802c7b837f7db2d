public import VoiceDiff
internal import VoiceEngine
internal import VoiceTrace

extension ReplayResult {
    /// First cause that made the replay part from the session: the first event that differs, and
    /// where none does, what the app called otherwise. Nil where it did the same.
    public var firstCause: FirstCause? {
        let diff = TraceDiff(
            golden: golden.events, actual: events, sampleRate: manifest.sampleRate,
            vocabulary: vocabulary, standards: standards)
        return FirstCause(diff, flags: diff.isEmpty ? differences.map(\.description) : [])
    }

    /// Kinds of event that the engine does not declare, and, where nothing else differs, what the
    /// app declared otherwise, in sentences.
    package func vocabularyFaults(beside diff: TraceDiff) -> [String] {
        vocabulary.faults(of: events) + (diff.isEmpty ? declaredOtherwise : [])
    }
}
