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
        let heard = hop.bands.replacing(with: lowest, where: hop.bands .< lowest)
        let (low, high) = (SIMD8<Float>(heard.lowHalf), SIMD8<Float>(heard.highHalf))
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
        for region in 0..<3 { row[18 + region] = Float(hop.rest[Place.shape + region]) / 400 }
        row[21] = Float(hop.rest[Place.periodicity]) / 1_000
        row[22] = Float(min(abs(hop.rest[Place.lag] - lastLag), 8)) / 8
        let energy = levels.c[mean - 16]
        row[23] = clamped(energy - around.near, -300, 4_500) / 1_000
        row[24] = clamped(around.top - energy, -300, 6_000) / 1_000
        row[25] = clamped(around.restlessness, 0, 4_500) / 1_000
        row[26] = peakedness(hop.rest.highHalf.lowHalf)
        row[27] = peakedness(hop.rest.highHalf.highHalf)
    }

    /// Writes how far levels are above their floors.
    @inline(__always)
    private static func store(_ margins: SIMD8<Float>, _ row: UnsafeMutablePointer<Float>) {
        let (least, most) = (SIMD8<Float>(repeating: -300), SIMD8<Float>(repeating: 4_500))
        let raised = margins.replacing(with: least, where: margins .< least)
        let bounded = raised.replacing(with: most, where: raised .> most)
        UnsafeMutableRawPointer(row).storeBytes(of: bounded * 0.001, as: SIMD8<Float>.self)
    }

    /// How far the loudest quarter of a hop is above their mean.
    @inline(__always)
    private static func peakedness(_ quarters: SIMD4<Int16>) -> Float {
        let heard = quarters.replacing(with: lowest, where: quarters .< lowest)
        let sum = Float(Int32(heard.x) + Int32(heard.y) + Int32(heard.z) + Int32(heard.w))
        return (Float(max(max(heard.x, heard.y), max(heard.z, heard.w))) - sum / 4) / 500
    }

    @inline(__always)
    private static func clamped(_ value: Float, _ low: Float, _ high: Float) -> Float {
        min(max(value, low), high)
    }
}
