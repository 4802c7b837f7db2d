import VoiceDiff
import VoiceSession

extension ReplayOutcome {
    /// Works out the latencies of `run`, and gives what they are worked out from; nil where nothing
    /// tells when its caller spoke, which ``unmeasured`` then says.
    mutating func measure(_ run: MeasuredRun) -> LatencySubject? {
        do {
            let subject = try run.subject()
            let session = SessionLatency(subject)
            latency = session
            places = session.places(in: run.events)
            return subject
        } catch {
            unmeasured = error
            return nil
        }
    }
}
