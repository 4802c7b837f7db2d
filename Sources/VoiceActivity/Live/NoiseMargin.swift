/// Learns which margins noise reaches by itself, and sets the threshold above them.
///
/// Units: thousandths of a decibel.
struct NoiseMargin {
    private let lowest: Int
    private let highest: Int
    private let relief: Int
    private let restlessnessPermille: Int
    private let leastDistance: Int
    private let hops: Int32
    private let bound: Int32
    private let limit: Int32
    // So many times the value as hops, so that integer steps do not stop short of it.
    private var mean: Int32
    private var deviation: Int32 = 0

    init(settings: SpeechSettings) {
        lowest = settings.thresholdMilliDB
        highest = max(lowest, settings.thresholdLimitMilliDB)
        relief = settings.hysteresisMilliDB
        restlessnessPermille = settings.restlessnessPermille
        leastDistance = settings.constants.thresholdLeastMilliDB
        hops = Int32(max(1, settings.constants.marginMeanHops))
        bound = Int32(settings.constants.marginBoundMilliDB)
        limit = Int32(settings.constants.marginLimitMilliDB)
        mean = hops * Int32(settings.constants.marginInitialMilliDB)
    }

    mutating func learn(_ margin: Int32, pace: Int32) {
        let bounded = min(margin, mean / hops + bound)
        mean += (bounded - mean / hops) * pace
        deviation += (abs(bounded - mean / hops) - deviation / hops) * pace
    }

    /// What a margin is compared with; lower while speech goes on.
    func threshold(whileVoiced: Bool) -> Int32 {
        let restless = Int(deviation / hops) * restlessnessPermille / 1_000
        let above = min(max(lowest, restless), highest)
        return min(mean / hops, limit)
            + Int32(max(leastDistance, above - (whileVoiced ? relief : 0)))
    }
}
