/// What the live detector goes by besides its settings: chosen once, the same for every session.
///
/// They stand here, by name, so that a session's trace can say which of them it was made with.
/// Units: the last word of a name says hops of 10 ms, thousandths of a decibel (`MilliDB`) or
/// thousandths (`Permille`).
package struct SpeechConstants: Sendable, Equatable {
    /// Hops before margins say more about the noise than about the floor's first guess.
    package var settlingHops = 50
    /// How far over the threshold what is taken for speech may still be noise.
    package var narrowMilliDB = 4_000
    /// Hops without a voiced one after which what comes is noise.
    package var quietHops = 10
    /// Hops without a pitched one after which what comes is noise.
    package var pitchlessHops = 40
    /// Pieces that the floor's window is remembered in.
    package var floorPieces = 8
    /// Hops in which the floor learns four times as fast.
    package var floorQuickHops = 50
    /// Hops before the minimum may lift the floor: over less, it would be speech at a quick start.
    package var floorLiftHops = 30
    /// How far the floor may stay below its minimum.
    package var floorSlackMilliDB = 4_000
    /// How far the floor may stand above its minimum.
    package var floorReachMilliDB = 8_000
    /// The margin that noise is thought to have before any was heard.
    package var marginInitialMilliDB = 2_000
    /// How far above the mean a margin may teach: a single clang must not deafen.
    package var marginBoundMilliDB = 8_000
    /// The highest mean margin that raises the threshold.
    package var marginLimitMilliDB = 6_000
    /// The least distance of the threshold from the mean margin.
    package var thresholdLeastMilliDB = 500
    /// The share of bands that stand out most.
    package var keptBandsPermille = 300
    /// The periodicity that noise is thought to have before any was heard.
    package var pitchInitialPermille = 220
    /// The mean deviation of that periodicity.
    package var pitchDeviationPermille = 45

    /// The detector's own.
    package init() {}

    /// Every constant by name, in order, with the way to it.
    package static var schema: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("settlingHops", \.settlingHops), ("narrowMilliDB", \.narrowMilliDB),
            ("quietHops", \.quietHops), ("pitchlessHops", \.pitchlessHops),
            ("floorPieces", \.floorPieces), ("floorQuickHops", \.floorQuickHops),
            ("floorLiftHops", \.floorLiftHops), ("floorSlackMilliDB", \.floorSlackMilliDB),
            ("floorReachMilliDB", \.floorReachMilliDB),
            ("marginInitialMilliDB", \.marginInitialMilliDB),
            ("marginBoundMilliDB", \.marginBoundMilliDB),
            ("marginLimitMilliDB", \.marginLimitMilliDB),
            ("thresholdLeastMilliDB", \.thresholdLeastMilliDB),
            ("keptBandsPermille", \.keptBandsPermille),
            ("pitchInitialPermille", \.pitchInitialPermille),
            ("pitchDeviationPermille", \.pitchDeviationPermille),
        ].map { ("detector.\($0.0)", $0.1) }
    }

    /// Every constant with its value, in order.
    package var named: [(name: String, value: Int)] {
        Self.schema.map { ($0.name, self[keyPath: $0.path]) }
    }
}
