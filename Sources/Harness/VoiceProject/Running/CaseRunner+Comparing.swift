internal import VoiceDiff
internal import VoiceJSON
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

extension CaseRunner {
    /// Compares the traces of `golden`, on the clock of the run, and `session`.
    func comparison(
        of session: RecordedSession, with golden: GoldenSession, _ item: ProjectCase
    ) -> (clock: ClockChange?, goldenEvents: [TraceEvent], standards: JSONObject, diff: TraceDiff) {
        let vocabulary = vocabulary(of: golden.manifest)
        let clock = ClockChange(
            from: golden.manifest.sampleRate, to: session.manifest.sampleRate, vocabulary)
        let events = golden.trace.events.map { clock?.event($0) ?? $0 }
        let standards = standards(of: session, running: item.configuration.programCommand)
        let diff = TraceDiff(
            golden: events, actual: session.events, sampleRate: session.manifest.sampleRate,
            vocabulary: vocabulary, tolerance: tolerance, goldenIsEdited: golden.trace.isEdited,
            standards: standards)
        return (clock, events, standards, diff)
    }

    static func clockFault(_ golden: GoldenSession, _ session: RecordedSession) -> String {
        "the session runs at \(session.manifest.sampleRate.hertz) Hz, its golden at"
            + " \(golden.manifest.sampleRate.hertz) Hz"
    }
}
