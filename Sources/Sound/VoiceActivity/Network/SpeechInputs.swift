/// Inputs of the network for a hop: its features, measured against the sound before it.
///
/// Shape: 32 numbers. Most are differences of levels, so the gain of a recording hardly matters.
enum SpeechInputs {
    /// Numbers a hop.
    static let count = 32

    /// The numbers of a hop, in the order that the network learnt.
    @inline(__always)
    static func fill(
        _ row: UnsafeMutablePointer<Float>, _ hop: HopFeatures, _ levels: BandLevels,
        lastLag: Int16, _ around: borrowing SoundBefore
    ) {
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
        row[22] = Float(min(abs(Int(hop.rest[Place.lag]) - Int(lastLag)), 8)) / 8
        // The fourth and the fifth are written over.
        UnsafeMutableRawPointer(row + 23).storeBytes(
            of: distances(of: levels.mean, around), as: SIMD8<Float>.self)
        let quarters = BandLevels.raised(SIMD8(whole: hop.rest.highHalf))
        row[26] = peakedness(quarters.lowHalf)
        row[27] = peakedness(quarters.highHalf)
        row[31] = around.known
    }

    /// Returns the distances of the level of a hop from those before it.
    @inline(__always)
    private static func distances(
        of energy: Float, _ around: borrowing SoundBefore
    ) -> SIMD8<Float> {
        let found = SIMD8(
            energy - around.near, around.top - energy, around.usual - around.floors.mean, 0, 0,
            around.topLong - energy, energy + 4_000, energy - around.floorLong)
        let least = SIMD8<Float>(-300, -300, 0, 0, 0, -300, -100_000, -300)
        // The network learnt from no louder sound: one that begins quietly may be heard so.
        let most = SIMD8<Float>(4_500, 6_000, 4_500, 0, 0, 6_000, 3_500, 4_500)
        let raised = found.replacing(with: least, where: found .< least)
        let bounded = raised.replacing(with: most, where: raised .> most)
        return bounded / SIMD8(1_000, 1_000, 1_000, 1, 1, 1_000, 2_000, 1_000)
    }

    /// Writes how far levels are above their floors.
    @inline(__always)
    private static func store(_ margins: SIMD8<Float>, _ row: UnsafeMutablePointer<Float>) {
        let (least, most) = (SIMD8<Float>(repeating: -300), SIMD8<Float>(repeating: 4_500))
        let raised = margins.replacing(with: least, where: margins .< least)
        let bounded = raised.replacing(with: most, where: raised .> most)
        UnsafeMutableRawPointer(row).storeBytes(of: bounded * 0.001, as: SIMD8<Float>.self)
    }

    /// Returns how far the loudest quarter of a hop is above their mean.
    @inline(__always)
    private static func peakedness(_ quarters: SIMD4<Float>) -> Float {
        let sum = (quarters.x + quarters.z) + (quarters.y + quarters.w)
        let loudest = max(max(quarters.x, quarters.y), max(quarters.z, quarters.w))
        return (loudest - sum / 4) / 500
    }
}
