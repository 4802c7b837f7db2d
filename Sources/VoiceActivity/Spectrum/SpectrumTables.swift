/// The roots of one that ``FastSpectrum`` multiplies with: made once a process.
struct SpectrumTables: Sendable {
    static let shared = SpectrumTables()

    /// The powers of the 64th root, real and imaginary part in turn.
    let turns: [Float]
    /// For every four points, the 256th root to their places: once, twice, three times.
    let joins: [ComplexLanes]
    /// For every four points, the 512th root to their places.
    let halves: [ComplexLanes]

    private init() {
        turns = (0..<64).flatMap { [Self.root(64, $0).real, Self.root(64, $0).imaginary] }
        joins = (0..<16).flatMap { four in
            (1...3).map { times in Self.lanes { Self.root(256, (4 * four + $0) * times) } }
        }
        halves = (0..<32).map { four in Self.lanes { Self.root(512, 4 * four + $0) } }
    }

    /// The root of one that turns back by `place` of `count` parts of a circle.
    private static func root(_ count: Int, _ place: Int) -> (real: Float, imaginary: Float) {
        (
            WindowTable.cosine(place, of: count),
            -WindowTable.cosine(place + 3 * count / 4, of: count)
        )
    }

    private static func lanes(
        _ root: (Int) -> (real: Float, imaginary: Float)
    ) -> ComplexLanes {
        let four = (0..<4).map(root)
        return ComplexLanes(
            real: SIMD4(four.map(\.real)), imaginary: SIMD4(four.map(\.imaginary)))
    }
}
