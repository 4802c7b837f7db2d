/// Follows the noise in every band: its mean while nobody speaks, its minimum always.
///
/// The minimum of the last ``SpeechSettings/floorWindowMs`` is what speech, with its gaps in
/// every band, lets through and steady noise does not undercut. It lifts the floor after a jump
/// of the noise and leaves it down during long speech. Units: thousandths of a decibel.
struct NoiseFloor {
    private let pieces: Int
    private let pieceHops: Int
    private let quickHops: Int
    private let quickPace: Int32
    private let liftHops: Int
    private let slack: Int32
    private let reach: Int32
    private let lowest: Int32
    private let smoothing: Share
    private let following: Share
    private var bands: [Band]
    private var ring: [Int32]
    private var hopsInPiece = 0
    private var piece = 0
    private var hops = 0
    /// The floor of each band.
    private(set) var levels: [Int32]

    /// A share of 1 to a power of two.
    fileprivate struct Share {
        private let shift: Int32
        private let rest: Int32

        init(shift: Int) {
            self.shift = Int32(min(max(0, shift), 30))
            rest = 1 &<< self.shift &- 1
        }

        /// The share of a value, rounded towards zero.
        @inline(__always)
        func of(_ value: Int32) -> Int32 { (value &+ (value &>> 31 & rest)) &>> shift }
    }

    fileprivate struct Band {
        let bias: Int32
        var mean: Int32
        var smoothed: Int32 = 0
        /// The minimum of the piece that is being filled.
        var newest = Int32.max
        /// The minimum of the pieces before it.
        var past = Int32.max
    }

    init(bands layout: [BandLayout.Band], settings: SpeechSettings) {
        let constants = settings.constants
        pieces = max(1, constants.floorPieces)
        pieceHops = max(1, settings.floorWindowMs / 10 / pieces)
        quickHops = constants.floorQuickHops
        quickPace = Int32(constants.floorQuickPace)
        liftHops = constants.floorLiftHops
        slack = Int32(constants.floorSlackMilliDB)
        reach = Int32(constants.floorReachMilliDB)
        lowest = Int32(settings.floorMinimumMilliDB)
        let initial = Int32(settings.floorInitialMilliDB)
        smoothing = Share(shift: constants.floorSmoothShift)
        following = Share(shift: constants.floorFollowShift)
        bands = layout.map {
            Band(bias: Self.bias(bins: $0.bins.count, constants), mean: initial)
        }
        ring = [Int32](repeating: .max, count: bands.count * pieces)
        levels = [Int32](repeating: initial, count: bands.count)
    }

    /// How far the minimum of noise lies below its mean; fewer bins swing further.
    private static func bias(bins: Int, _ constants: SpeechConstants) -> Int32 {
        let place = constants.floorBiasBins.firstIndex { bins <= $0 }
        return Int32(constants.floorBiasMilliDB[place ?? constants.floorBiasBins.count])
    }

    /// Takes the band levels of a hop; `pace` says how sure it is that it is noise: 0 to 4.
    mutating func learn(_ bandLevels: [Int32], pace: Int32) {
        precondition(bandLevels.count == bands.count, "a level a band")
        let isFirst = hops == 0
        let (smoothing, following) = (smoothing, following)
        hops += 1
        bands.withUnsafeMutableBufferPointer { bands in
            bandLevels.withUnsafeBufferPointer { levels in
                for index in 0..<levels.count {
                    bands[index].note(levels[index], isFirst: isFirst, smoothing)
                }
            }
        }
        hopsInPiece += 1
        if hopsInPiece == pieceHops { turn() }
        let sure = hops < quickHops ? quickPace * pace : pace
        let span = hops >= liftHops ? (slack, reach) : nil
        let lowest = lowest
        levels.withUnsafeMutableBufferPointer { floors in
            bands.withUnsafeMutableBufferPointer { bands in
                bandLevels.withUnsafeBufferPointer { levels in
                    for index in 0..<levels.count {
                        bands[index].follow(
                            levels[index], pace: sure, span: span, following)
                        floors[index] = max(lowest, bands[index].mean)
                    }
                }
            }
        }
    }

    /// Closes a piece of the window and forgets the oldest.
    private mutating func turn() {
        hopsInPiece = 0
        let bandCount = bands.count
        for band in 0..<bandCount {
            ring[piece * bandCount + band] = bands[band].newest
            bands[band].newest = bands[band].smoothed
        }
        piece = (piece + 1) % pieces
        for band in 0..<bandCount {
            var least = Int32.max
            for other in 0..<pieces { least = min(least, ring[other * bandCount + band]) }
            bands[band].past = least
        }
    }
}

/// Levels stay far from where these sums could wrap.
extension NoiseFloor.Band {
    fileprivate mutating func note(
        _ level: Int32, isFirst: Bool, _ smoothing: NoiseFloor.Share
    ) {
        smoothed = isFirst ? level : smoothed &+ smoothing.of(level &- smoothed)
        newest = min(newest, smoothed)
        if isFirst { mean = min(mean, level) }
    }

    /// `span` is how far from its minimum the floor may be, below and above; nil for anywhere.
    fileprivate mutating func follow(
        _ level: Int32, pace: Int32, span: (below: Int32, above: Int32)?,
        _ following: NoiseFloor.Share
    ) {
        mean &+= following.of((level &- mean) &* pace)
        guard let span else { return }
        let lift = min(past, newest) &+ bias
        mean = min(max(mean, lift &- span.below), lift &+ span.above)
    }
}
