import VoiceDiff
import VoiceSession

extension ReplayOutcome {
    /// Works out the latencies of `run`; where nothing tells when its caller spoke, ``unmeasured``
    /// says so.
    mutating func measure(_ run: MeasuredRun) {
        do {
            let session = try run.latency()
            latency = session
            places = session.places(in: run.events)
        } catch { unmeasured = error }
    }
}
