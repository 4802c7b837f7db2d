import VoiceDiff
import VoiceFlow
import VoiceTime
import VoiceTrace

// Most traces of these tests are voiceflow's: they need not say so each time.

extension TraceDiff {
    init(
        golden: [TraceEvent], actual: [TraceEvent], sampleRate: SampleRate,
        tolerance: Tolerance = .exact
    ) {
        self.init(
            golden: golden, actual: actual, sampleRate: sampleRate, vocabulary: .voiceflow,
            tolerance: tolerance)
    }
}

extension FlowCoverage {
    mutating func add(_ events: [TraceEvent]) { add(events, .voiceflow) }
}
