import VoiceActivity

/// Feeds a segmenter from a drawing and draws what it decided.
///
/// One column per 10 ms hop: `#` is probably speech, `+` likely enough only to go on, `q` speech
/// too quiet to count, anything else silence.
enum SegmenterDiagram {
    static let hopFrames: Int64 = 160

    static func evidence(_ column: Character) -> HopEvidence {
        switch column {
        case "#": HopEvidence(energy: -30_000, floor: -60_000, odds: 2_197, probability: 900)
        case "+": HopEvidence(energy: -40_000, floor: -60_000, odds: -405, probability: 400)
        case "q": HopEvidence(energy: -80_000, floor: -90_000, odds: 2_197, probability: 900)
        default: HopEvidence(energy: -60_000, floor: -60_000, odds: -4_595, probability: 10)
        }
    }

    /// What is decided, at the hops with which the evidence comes.
    static func decisions(
        _ drawing: String, _ segmenter: inout SpeechSegmenter, delayHops: Int = 4
    ) -> [SpeechDecision?] {
        [SpeechDecision?](repeating: nil, count: delayHops)
            + drawing.enumerated().map { index, column in
                segmenter.step(
                    evidence(column), at: Int64(index + 1 + delayHops) * hopFrames)
            }
    }

    /// `S` and `E` in the column that decided, `.` elsewhere: as many more columns as evidence
    /// comes later.
    static func draw(
        _ drawing: String, _ segmenter: inout SpeechSegmenter, delayHops: Int = 4
    ) -> String {
        String(
            decisions(drawing, &segmenter, delayHops: delayHops).map { decision -> Character in
                switch decision {
                case .start: "S"
                case .end: "E"
                case nil: "."
                }
            })
    }

    /// Times a test can count columns with: 50 ms of speech, 80 ms of silence.
    static var quickSettings: SpeechSettings {
        var settings = SpeechSettings()
        settings.thresholdPermille = 500
        settings.holdPermille = 300
        settings.minSpeechMs = 50
        settings.endSilenceMs = 80
        settings.bridgeMs = 20
        return settings
    }
}
