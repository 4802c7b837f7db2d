/// What the live detector goes by besides its settings: chosen once, the same for every session.
///
/// They stand here, by name, so that a session's trace can say which of them it was made with.
/// Units: the last word of a name says hops of 10 ms, hertz, milliseconds (`Ms`), thousandths of a
/// decibel (`MilliDB`) or thousandths (`Permille`).
package struct SpeechConstants: Sendable, Equatable {
    /// Hops before margins say more about the noise than about the floor's first guess.
    package var settlingHops = 50
    /// How far over the threshold what is taken for speech may still be noise.
    package var narrowMilliDB = 4_000
    /// Hops without a voiced one after which what comes is noise.
    package var quietHops = 10
    /// Hops without a pitched one after which what comes is noise.
    package var pitchlessHops = 40
    /// How many times as fast as from a quiet hop is learned from one that surely is noise.
    package var surePace = 4
    /// Pieces that the floor's window is remembered in.
    package var floorPieces = 8
    /// Hops in which the floor learns ``floorQuickPace`` times as fast.
    package var floorQuickHops = 50
    /// How many times as fast the floor learns at the beginning.
    package var floorQuickPace = 4
    /// Hops before the minimum may lift the floor: over less, it would be speech at a quick start.
    package var floorLiftHops = 30
    /// How far the floor may stay below its minimum.
    package var floorSlackMilliDB = 4_000
    /// How far the floor may stand above its minimum.
    package var floorReachMilliDB = 8_000
    /// The share of a new level in the smoothed one that minima are taken of: 1 to two to this.
    package var floorSmoothShift = 2
    /// The share of a quiet hop's level in the floor: 1 to two to this.
    package var floorFollowShift = 7
    /// How far the minimum of noise lies below its mean, in bands of up to as many bins as
    /// ``floorBiasBins`` says, then in wider ones: fewer bins swing further.
    package var floorBiasMilliDB = [6_500, 5_000, 4_000, 3_000, 2_200]
    /// Bins of a band, ascending: one fewer than there are ``floorBiasMilliDB``.
    package var floorBiasBins = [3, 5, 9, 16]
    /// The margin that noise is thought to have before any was heard.
    package var marginInitialMilliDB = 2_000
    /// How far above the mean a margin may teach: a single clang must not deafen.
    package var marginBoundMilliDB = 8_000
    /// The highest mean margin that raises the threshold.
    package var marginLimitMilliDB = 6_000
    /// Hops that the noise's margin is a mean of.
    package var marginMeanHops = 512
    /// The shares of this hop's level, the last one's and the one's before in a margin.
    package var marginSmoothPermille = [500, 300, 200]
    /// The least distance of the threshold from the mean margin.
    package var thresholdLeastMilliDB = 500
    /// The share of bands that stand out most.
    package var keptBandsPermille = 300
    /// The periodicity that noise is thought to have before any was heard.
    package var pitchInitialPermille = 220
    /// The mean deviation of that periodicity.
    package var pitchDeviationPermille = 45
    /// Hops that the noise's periodicity is a mean of.
    package var pitchMeanHops = 256
    /// What spectra are taken and cut into bands by.
    package var spectrum = SpectrumConstants()

    /// The detector's own.
    package init() {}

    /// Every constant that is one number by name, in order, with the way to it.
    package static var scalars: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("settlingHops", \.settlingHops), ("narrowMilliDB", \.narrowMilliDB),
            ("quietHops", \.quietHops), ("pitchlessHops", \.pitchlessHops),
            ("surePace", \.surePace), ("floorPieces", \.floorPieces),
            ("floorQuickHops", \.floorQuickHops), ("floorQuickPace", \.floorQuickPace),
            ("floorLiftHops", \.floorLiftHops), ("floorSlackMilliDB", \.floorSlackMilliDB),
            ("floorReachMilliDB", \.floorReachMilliDB),
            ("floorSmoothShift", \.floorSmoothShift), ("floorFollowShift", \.floorFollowShift),
            ("marginInitialMilliDB", \.marginInitialMilliDB),
            ("marginBoundMilliDB", \.marginBoundMilliDB),
            ("marginLimitMilliDB", \.marginLimitMilliDB), ("marginMeanHops", \.marginMeanHops),
            ("thresholdLeastMilliDB", \.thresholdLeastMilliDB),
            ("keptBandsPermille", \.keptBandsPermille),
            ("pitchInitialPermille", \.pitchInitialPermille),
            ("pitchDeviationPermille", \.pitchDeviationPermille),
            ("pitchMeanHops", \.pitchMeanHops), ("windowMs", \.spectrum.windowMs),
            ("pitchLowestHertz", \.spectrum.pitchLowestHertz),
            ("pitchHighestHertz", \.spectrum.pitchHighestHertz),
            ("partialsLowestHertz", \.spectrum.partialsLowestHertz),
            ("partialsHighestHertz", \.spectrum.partialsHighestHertz),
            ("lagShareLeastPermille", \.spectrum.lagShareLeastPermille),
        ].map { ("detector.\($0.0)", $0.1) }
    }

    /// Every constant that is a list of numbers by name, in order, with the way to it.
    package static var lists: [(name: String, path: WritableKeyPath<Self, [Int]>)] {
        [
            ("floorBiasMilliDB", \.floorBiasMilliDB), ("floorBiasBins", \.floorBiasBins),
            ("marginSmoothPermille", \.marginSmoothPermille),
            ("bandEdgesHertz", \.spectrum.bandEdgesHertz),
            ("bandWeights", \.spectrum.bandWeights),
        ].map { ("detector.\($0.0)", $0.1) }
    }
}

/// What the detector's spectra are taken and cut into bands by.
package struct SpectrumConstants: Sendable, Equatable {
    /// The window of a spectrum, rounded up to a length that is quick to transform.
    package var windowMs = 32
    /// Where bands begin and the last one ends, ascending, about a critical band apart.
    package var bandEdgesHertz = [
        110, 200, 300, 400, 500, 630, 770, 920, 1_080, 1_270, 1_480, 1_720, 2_000, 2_320, 2_700,
        3_150, 3_700, 4_400, 5_300, 6_400, 7_700,
    ]
    /// Each band's say in a mean: rumble and hiss say less than what lies between.
    package var bandWeights = [2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 2]
    /// The lowest pitch of a voice.
    package var pitchLowestHertz = 70
    /// The highest pitch of a voice.
    package var pitchHighestHertz = 400
    /// The lowest partial that carries a pitch.
    package var partialsLowestHertz = 80
    /// The highest partial that carries a pitch.
    package var partialsHighestHertz = 1_600
    /// The least share that a window is thought to leave of a lag.
    package var lagShareLeastPermille = 200

    /// The detector's own.
    package init() {}
}
