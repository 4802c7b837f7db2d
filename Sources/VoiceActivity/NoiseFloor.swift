/// Follows the noise in every band: its mean while nobody speaks, its minimum always.
///
/// The minimum of the last ``SpeechSettings/floorWindowMs`` is what speech, with its gaps in
/// every band, lets through and steady noise does not undercut. It lifts the floor after a jump
/// of the noise and leaves it down during long speech. Units: thousandths of a decibel.
struct NoiseFloor {
    private static let pieces = 8
    private let bandCount: Int
    private let pieceHops: Int
    private let lowest: Int32
    private let biases: [Int32]
    private var smoothed: [Int32]
    private var newest: [Int32]
    private var ring: [Int32]
    private var past: [Int32]
    private var means: [Int32]
    private var hopsInPiece = 0
    private var piece = 0
    private var hops = 0
    /// The floor of each band.
    private(set) var levels: [Int32]

    init(bands: [BandLayout.Band], settings: SpeechSettings) {
        bandCount = bands.count
        pieceHops = max(1, settings.floorWindowMs / 10 / Self.pieces)
        lowest = Int32(settings.floorMinimumMilliDB)
        biases = bands.map { Self.bias(bins: $0.bins.count) }
        smoothed = [Int32](repeating: 0, count: bandCount)
        newest = [Int32](repeating: .max, count: bandCount)
        past = newest
        ring = [Int32](repeating: .max, count: bandCount * Self.pieces)
        means = [Int32](repeating: Int32(settings.floorInitialMilliDB), count: bandCount)
        levels = means
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
        let isFirst = hops == 0
        hops += 1
        for band in 0..<bandCount {
            let level = bandLevels[band]
            smoothed[band] = isFirst ? level : smoothed[band] + (level - smoothed[band]) / 4
            newest[band] = min(newest[band], smoothed[band])
        }
        hopsInPiece += 1
        if hopsInPiece == pieceHops { turn() }
        for band in 0..<bandCount {
            if isFirst { means[band] = min(means[band], bandLevels[band]) }
            follow(band, bandLevels[band], pace: pace)
        }
    }

    private mutating func follow(_ band: Int, _ level: Int32, pace: Int32) {
        var mean = means[band]
        mean += (level - mean) * (hops < 50 ? 4 * pace : pace) / 128
        // A minimum over less than a third of a second would be speech at a quick start.
        if hops >= 30 {
            let lift = min(past[band], newest[band]) + biases[band]
            mean = min(max(mean, lift - 4_000), lift + 8_000)
        }
        means[band] = mean
        levels[band] = max(lowest, mean)
    }

    /// Closes a piece of the window and forgets the oldest.
    private mutating func turn() {
        hopsInPiece = 0
        for band in 0..<bandCount {
            ring[piece * bandCount + band] = newest[band]
            newest[band] = smoothed[band]
        }
        piece = (piece + 1) % Self.pieces
        for band in 0..<bandCount {
            var least = Int32.max
            for other in 0..<Self.pieces { least = min(least, ring[other * bandCount + band]) }
            past[band] = least
        }
    }
}
