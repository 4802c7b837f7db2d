/// Learns which margins noise reaches by itself, and sets the threshold above them.
struct NoiseMargin {
    private let settings: SpeechSettings
    // 512 times the value, so that integer steps do not stop short of it.
    private var mean: Int32
    private var deviation: Int32 = 0

    init(settings: SpeechSettings) {
        self.settings = settings
        mean = 512 * 2_000
    }

    mutating func learn(_ margin: Int32, pace: Int32) {
        // A single clang must not deafen: what one hop teaches is bounded.
        let bounded = min(margin, mean / 512 + 8_000)
        mean += (bounded - mean / 512) * pace
        deviation += (abs(bounded - mean / 512) - deviation / 512) * pace
    }

    /// What a margin is compared with; lower while speech goes on.
    func threshold(whileVoiced: Bool) -> Int32 {
        let restless = Int(deviation / 512) * settings.restlessnessPermille / 1_000
        let limit = max(settings.thresholdMilliDB, settings.thresholdLimitMilliDB)
        let above = min(max(settings.thresholdMilliDB, restless), limit)
        let relief = whileVoiced ? settings.hysteresisMilliDB : 0
        return min(mean / 512, 6_000) + Int32(max(500, above - relief))
    }
}
