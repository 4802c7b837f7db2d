/// Learns which margins noise reaches by itself, and sets the threshold above them.
struct NoiseMargin {
    private let settings: SpeechSettings
    // 512 times the value, so that integer steps do not stop short of it.
    private var mean: Int32
    private var deviation: Int32 = 0

    init(settings: SpeechSettings) {
        self.settings = settings
        mean = 512 * Int32(settings.constants.marginInitialMilliDB)
    }

    mutating func learn(_ margin: Int32, pace: Int32) {
        let bounded = min(margin, mean / 512 + Int32(settings.constants.marginBoundMilliDB))
        mean += (bounded - mean / 512) * pace
        deviation += (abs(bounded - mean / 512) - deviation / 512) * pace
    }

    /// What a margin is compared with; lower while speech goes on.
    func threshold(whileVoiced: Bool) -> Int32 {
        let restless = Int(deviation / 512) * settings.restlessnessPermille / 1_000
        let limit = max(settings.thresholdMilliDB, settings.thresholdLimitMilliDB)
        let above = min(max(settings.thresholdMilliDB, restless), limit)
        let relief = whileVoiced ? settings.hysteresisMilliDB : 0
        let constants = settings.constants
        return min(mean / 512, Int32(constants.marginLimitMilliDB))
            + Int32(max(constants.thresholdLeastMilliDB, above - relief))
    }
}
