/// Works out what every hop shows by itself: the part of the detector that runs on all cores.
///
/// Sound at 16 kHz is split at 4 kHz; of the lower half a window of 32 ms about each hop is
/// transformed, four hops at a time. Nothing is remembered between calls, and however a sound is
/// cut into calls, and whatever the CPU, the bits are the same. A call allocates nothing.
public struct FeatureExtractor: ~Copyable {
    typealias Lanes = SIMD4<Float>

    /// The samples in one hop: 10 ms at 16 kHz.
    public static let hopFrames = HopGrid.hopFrames
    /// The samples looked at before a hop.
    public static let lead = 192
    /// The samples looked at after a hop.
    public static let lag = 192
    private static let blockHops = 32
    /// Half-rate samples in a hop.
    private static let stride = 80
    private let half: HalfBandSplit
    private let spectrum: LaneSpectrum
    private let pitch = LanePitch.shared
    private let quarters: QuarterPowers
    private let bands = BandSums.shared

    /// Prepares an extractor, one for every thread, of the sound times `gain`.
    public init(gain: Float = 1) {
        half = HalfBandSplit(
            capacity: Self.stride * (Self.blockHops - 1) + LaneSpectrum.size, gain: gain)
        spectrum = LaneSpectrum()
        quarters = QuarterPowers(capacity: 4 * Self.blockHops + 4)
    }

    /// Fills `features` with the features of `hops` hops.
    ///
    /// `samples` are those of the hops, with ``lead`` before them and ``lag`` after them, zeros
    /// where the sound has none.
    public func extract(
        _ samples: UnsafeBufferPointer<Int16>, hops: Int,
        into features: UnsafeMutableBufferPointer<HopFeatures>
    ) {
        precondition(
            samples.count == Self.lead + hops * Self.hopFrames + Self.lag,
            "features need \(Self.lead) samples before the hops and \(Self.lag) after them")
        precondition(features.count >= hops, "there is no room for the features")
        guard let sound = samples.baseAddress, let target = features.baseAddress else { return }
        for first in Swift.stride(from: 0, to: hops, by: Self.blockHops) {
            let count = min(Self.blockHops, hops - first)
            half.split(
                sound + first * Self.hopFrames + 4,
                count: Self.stride * (count - 1) + LaneSpectrum.size)
            quarters.measure(half, count: 4 * count + 4)
            fill(target + first, count: count)
        }
    }

    /// Fills the features of a block: four hops at a time, or one where there are fewer.
    private func fill(_ target: UnsafeMutablePointer<HopFeatures>, count: Int) {
        guard count >= 4 else {
            for hop in 0..<count { fill(target + hop, from: hop, lanes: 1) }
            return
        }
        for four in Swift.stride(from: 0, to: count, by: 4) {
            // A last group that is not full begins earlier: its bits do not change by that.
            let start = min(four, count - 4)
            fill(target + start, from: start, lanes: 4)
        }
    }

    /// Fills the features of `lanes` hops from hop `start` of the block on.
    private func fill(
        _ target: UnsafeMutablePointer<HopFeatures>, from start: Int, lanes: Int
    ) {
        let values = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Int16.self)
        spectrum.measure(
            half.low + start * Self.stride, stride: lanes == 4 ? Self.stride : 0)
        bands.fill(values, spectrum.powers, lanes: lanes)
        let (strength, lag) = pitch.measure(spectrum.powers)
        let periodicity = CentiDecibels.rounded(strength * 1_000)
        for lane in 0..<lanes {
            let row = values + 32 * lane + 16
            row[HopFeatures.Place.periodicity] = Int16(truncatingIfNeeded: periodicity[lane])
            row[HopFeatures.Place.lag] = Int16(lag[lane])
            row[HopFeatures.Place.nothing] = 0
            quarters.fill(row, hop: start + lane)
        }
    }
}
