/// What the network is told of a hop: its features, measured against the noise on both sides.
///
/// Hops are gathered in blocks of a tenth of a second. A band's floor is the lowest block within
/// three seconds either way: speech has gaps in every band, steady noise has none. All of it is
/// relative, so the gain of a recording does not matter.
struct SpeechInputs: Sendable {
    /// Numbers a hop.
    static let count = 28
    /// Blocks looked at either way for the floor, and for what is near.
    static let reach = 30
    static let near = 8
    /// Bands in a block; behind them stands the mean of those below 4 kHz.
    private static let bands = 18
    static let mean = bands
    /// No level counts as lower: quieter recordings are taken for silence.
    private static let lowest: Int16 = -7_500

    /// The levels of a block: 18 bands, then their mean below 4 kHz.
    typealias Levels = ChannelLanes

    /// The levels of a hop as a block's.
    @inline(__always)
    static func levels(_ hop: HopFeatures) -> Levels {
        let low = raised(SIMD8(whole: hop.bands.lowHalf))
        let high = raised(SIMD8(whole: hop.bands.highHalf))
        let eight = low + high
        let four = eight.lowHalf + eight.highHalf
        let mean = ((four.x + four.z) + (four.y + four.w)) / 16
        let above = (
            Float(max(lowest, hop.rest[HopFeatures.Place.high])),
            Float(max(lowest, hop.rest[HopFeatures.Place.high + 1]))
        )
        return Levels(a: low, b: high, c: SIMD8(above.0, above.1, mean, 0, 0, 0, 0, 0))
    }

    /// What is known of a block's surroundings.
    struct Surroundings: Sendable {
        /// The lowest levels within reach.
        var floors: Levels
        /// The lowest mean level near by.
        var near: Float
        /// The highest mean level within reach.
        var top: Float
        /// How far the usual mean level is above the floor.
        var restlessness: Float
    }

    /// The numbers of a hop, in the order that the network learnt.
    @inline(__always)
    static func fill(
        _ row: UnsafeMutablePointer<Float>, _ hop: HopFeatures, lastLag: Int16,
        _ around: borrowing Surroundings
    ) {
        let levels = levels(hop)
        store(levels.a - around.floors.a, row)
        store(levels.b - around.floors.b, row + 8)
        // The last six are written over.
        store(levels.c - around.floors.c, row + 16)
        typealias Place = HopFeatures.Place
        let rest = SIMD8(whole: hop.rest.lowHalf)
        let shape = SIMD4(
            rest[Place.shape], rest[Place.shape + 1], rest[Place.shape + 2],
            rest[Place.periodicity])
        UnsafeMutableRawPointer(row + 18).storeBytes(
            of: shape / SIMD4(400, 400, 400, 1_000), as: SIMD4<Float>.self)
        row[22] = Float(min(abs(hop.rest[Place.lag] - lastLag), 8)) / 8
        let energy = levels.c[mean - 16]
        let distances = SIMD4(energy - around.near, around.top - energy, around.restlessness, 0)
        let (least, most) = (SIMD4<Float>(-300, -300, 0, 0), SIMD4<Float>(4_500, 6_000, 4_500, 0))
        let raised = distances.replacing(with: least, where: distances .< least)
        let bounded = raised.replacing(with: most, where: raised .> most)
        // The last of the four is written over.
        UnsafeMutableRawPointer(row + 23).storeBytes(of: bounded / 1_000, as: SIMD4<Float>.self)
        let quarters = Self.raised(SIMD8(whole: hop.rest.highHalf))
        row[26] = peakedness(quarters.lowHalf)
        row[27] = peakedness(quarters.highHalf)
    }

    /// Writes how far levels are above their floors.
    @inline(__always)
    private static func store(_ margins: SIMD8<Float>, _ row: UnsafeMutablePointer<Float>) {
        let (least, most) = (SIMD8<Float>(repeating: -300), SIMD8<Float>(repeating: 4_500))
        let raised = margins.replacing(with: least, where: margins .< least)
        let bounded = raised.replacing(with: most, where: raised .> most)
        UnsafeMutableRawPointer(row).storeBytes(of: bounded * 0.001, as: SIMD8<Float>.self)
    }

    /// Levels, none of them below the lowest that counts.
    @inline(__always)
    private static func raised(_ levels: SIMD8<Float>) -> SIMD8<Float> {
        let least = SIMD8<Float>(repeating: Float(lowest))
        return levels.replacing(with: least, where: levels .< least)
    }

    /// How far the loudest quarter of a hop is above their mean.
    @inline(__always)
    private static func peakedness(_ quarters: SIMD4<Float>) -> Float {
        let sum = (quarters.x + quarters.z) + (quarters.y + quarters.w)
        let loudest = max(max(quarters.x, quarters.y), max(quarters.z, quarters.w))
        return (loudest - sum / 4) / 500
    }
}
