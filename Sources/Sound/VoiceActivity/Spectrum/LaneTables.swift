/// Tables that the transform looks up: the same for the whole process.
struct LaneTables: Sendable {
    static let shared = LaneTables()
    /// The window, every factor in all lanes.
    let window: [SIMD4<Float>]
    /// The turns of the passes, three a group, in the order of their use.
    let turns: [ComplexLanes]
    /// The powers of the 256th root of one.
    let halves: [ComplexLanes]

    private init() {
        window = WindowTable.hann(count: LaneSpectrum.size).map { SIMD4(repeating: $0) }
        turns = [1, 4, 16].flatMap { stride in
            (0..<32 / stride).flatMap { group in
                (1...3).map { Self.root($0 * group * stride, of: 128) }
            }
        }
        halves = (0...64).map { Self.root($0, of: 256) }
    }

    /// The root of one `exponent / order` of a turn back.
    private static func root(_ exponent: Int, of order: Int) -> ComplexLanes {
        ComplexLanes(
            real: SIMD4(repeating: WindowTable.cosine(exponent, of: order)),
            imaginary: SIMD4(repeating: WindowTable.cosine(exponent + order / 4, of: order)))
    }
}
