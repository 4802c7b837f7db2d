import VoiceFlow
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

// Most traces of these tests are voiceflow's: they need not say so each time.

extension TraceDiff {
    init(
        golden: [TraceEvent], actual: [TraceEvent], sampleRate: SampleRate,
        tolerance: Tolerance = .exact, goldenIsEdited: Bool = false, takesShortcut: Bool = true
    ) {
        self.init(
            golden: golden, actual: actual, sampleRate: sampleRate, vocabulary: .voiceflow,
            tolerance: tolerance, goldenIsEdited: goldenIsEdited, takesShortcut: takesShortcut)
    }

    init(
        golden: TraceLines, actual: TraceLines, sampleRate: SampleRate,
        tolerance: Tolerance = .exact, detailLimit: Int = TraceWindows.detailLimit
    ) throws(TraceError) {
        try self.init(
            golden: golden, actual: actual, sampleRate: sampleRate, vocabulary: .voiceflow,
            tolerance: tolerance, detailLimit: detailLimit)
    }
}

extension GateSelfTest {
    init(sampleRate: SampleRate, tolerance: Tolerance) {
        self.init(sampleRate: sampleRate, vocabulary: .voiceflow, tolerance: tolerance)
    }

    init(
        sampleRate: SampleRate,
        differs: @escaping @Sendable (_ golden: [TraceEvent], _ actual: [TraceEvent]) -> Bool
    ) {
        self.init(sampleRate: sampleRate, vocabulary: .voiceflow, differs: differs)
    }
}

extension Tolerance {
    init(json bytes: [UInt8]) throws(DiffError) {
        try self.init(json: bytes, kinds: EventVocabulary.voiceflow.names)
    }
}

extension FieldUnit {
    init(field: String) { self.init(field: field, in: .voiceflow) }
}

extension FlowCoverage {
    mutating func add(_ events: [TraceEvent]) { add(events, .voiceflow) }
}

extension TraceEvent {
    var label: String { EventVocabulary.voiceflow.label(of: self) }
}
