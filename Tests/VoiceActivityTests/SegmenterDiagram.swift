import VoiceActivity

/// Feeds a segmenter from a drawing and draws what it decided.
///
/// One column per 10 ms hop: `#` voiced and pitched, `+` voiced only, anything else silence.
enum SegmenterDiagram {
    static let hopFrames: Int64 = 160

    static func evidence(_ column: Character) -> HopEvidence {
        let voiced = column == "#" || column == "+"
        return HopEvidence(
            energy: voiced ? -30_000 : -60_000, floor: -60_000, margin: voiced ? 30_000 : 0,
            threshold: 6_000, periodicity: column == "#" ? 800 : 100, voiced: voiced,
            pitched: column == "#")
    }

    static func decisions(
        _ drawing: String, _ segmenter: inout SpeechSegmenter
    ) -> [SpeechDecision] {
        var found: [SpeechDecision] = []
        for (index, column) in drawing.enumerated() {
            let frame = Int64(index + 1) * hopFrames
            if let decision = segmenter.step(evidence(column), at: frame) {
                found.append(decision)
            }
        }
        return found
    }

    /// `S` and `E` in the column that decided, `.` elsewhere.
    static func draw(_ drawing: String, _ segmenter: inout SpeechSegmenter) -> String {
        String(
            drawing.enumerated().map { index, column -> Character in
                let frame = Int64(index + 1) * hopFrames
                switch segmenter.step(evidence(column), at: frame) {
                case .start: return "S"
                case .end: return "E"
                case nil: return "."
                }
            })
    }

    /// Times a test can count columns with: 50 ms of speech, 80 ms of silence.
    static var quickSettings: SpeechSettings {
        var settings = SpeechSettings()
        settings.minSpeechMs = 50
        settings.endSilenceMs = 80
        settings.minPitchedMs = 20
        settings.bridgeMs = 20
        settings.headMs = 60
        settings.tailMs = 60
        return settings
    }
}
