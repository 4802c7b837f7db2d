/// Follows the noise in every band: its mean while nobody speaks, its minimum always.
///
/// The minimum of the last ``SpeechSettings/floorWindowMs`` is what speech, with its gaps in
/// every band, lets through and steady noise does not undercut. It lifts the floor after a jump
/// of the noise and leaves it down during long speech. Units: thousandths of a decibel.
struct NoiseFloor {
    private let pieces: Int
    private let pieceHops: Int
    private let quickHops: Int
    private let liftHops: Int
    private let slack: Int32
    private let reach: Int32
    private let lowest: Int32
    private var bands: [Band]
    private var ring: [Int32]
    private var hopsInPiece = 0
    private var piece = 0
    private var hops = 0
    /// The floor of each band.
    private(set) var levels: [Int32]

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
        liftHops = constants.floorLiftHops
        slack = Int32(constants.floorSlackMilliDB)
        reach = Int32(constants.floorReachMilliDB)
        lowest = Int32(settings.floorMinimumMilliDB)
        let initial = Int32(settings.floorInitialMilliDB)
        bands = layout.map { Band(bias: Self.bias(bins: $0.bins.count), mean: initial) }
        ring = [Int32](repeating: .max, count: bands.count * pieces)
        levels = [Int32](repeating: initial, count: bands.count)
    }

    /// How far the minimum of noise lies below its mean; fewer bins swing further.
    private static func bias(bins: Int) -> Int32 {
        switch bins {
        case ...3: 6_500
        case ...5: 5_000
        case ...9: 4_000
        case ...16: 3_000
        default: 2_200
        }
    }

    /// Takes the band levels of a hop; `pace` says how sure it is that it is noise: 0 to 4.
    mutating func learn(_ bandLevels: [Int32], pace: Int32) {
        precondition(bandLevels.count == bands.count, "a level a band")
        let isFirst = hops == 0
        hops += 1
        bands.withUnsafeMutableBufferPointer { bands in
            bandLevels.withUnsafeBufferPointer { levels in
                for index in 0..<levels.count { bands[index].note(levels[index], isFirst: isFirst) }
            }
        }
        hopsInPiece += 1
        if hopsInPiece == pieceHops { turn() }
        let sure = hops < quickHops ? 4 * pace : pace
        let span = hops >= liftHops ? (slack, reach) : nil
        let lowest = lowest
        levels.withUnsafeMutableBufferPointer { floors in
            bands.withUnsafeMutableBufferPointer { bands in
                bandLevels.withUnsafeBufferPointer { levels in
                    for index in 0..<levels.count {
                        bands[index].follow(levels[index], pace: sure, span: span)
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
    fileprivate mutating func note(_ level: Int32, isFirst: Bool) {
        smoothed = isFirst ? level : smoothed &+ (level &- smoothed) / 4
        newest = min(newest, smoothed)
        if isFirst { mean = min(mean, level) }
    }

    /// `span` is how far from its minimum the floor may be, below and above; nil for anywhere.
    fileprivate mutating func follow(
        _ level: Int32, pace: Int32, span: (below: Int32, above: Int32)?
    ) {
        mean &+= (level &- mean) &* pace / 128
        guard let span else { return }
        let lift = min(past, newest) &+ bias
        mean = min(max(mean, lift &- span.below), lift &+ span.above)
    }
}
