/// The levels of a hop or of a block of hops, in hundredths of a decibel: 18 bands, then the mean
/// of the 16 below 4 kHz; the last five numbers mean nothing.
struct BandLevels: Sendable {
    /// The place of the mean.
    static let mean = 18
    /// No level counts as lower: quieter sound is taken for silence.
    static let lowest: Int16 = -7_500
    var a = SIMD8<Float>()
    var b = SIMD8<Float>()
    var c = SIMD8<Float>()

    /// The mean level below 4 kHz.
    var mean: Float {
        get { c[Self.mean - 16] }
        set { c[Self.mean - 16] = newValue }
    }

    @inline(__always)
    mutating func add(_ other: Self) {
        a += other.a
        b += other.b
        c += other.c
    }

    @inline(__always)
    func times(_ factor: Float) -> Self { Self(a: a * factor, b: b * factor, c: c * factor) }

    /// The lesser of either in every place.
    @inline(__always)
    func lesser(of other: Self) -> Self {
        Self(
            a: a.replacing(with: other.a, where: other.a .< a),
            b: b.replacing(with: other.b, where: other.b .< b),
            c: c.replacing(with: other.c, where: other.c .< c))
    }
}

extension BandLevels {
    /// The levels of a hop.
    @inline(__always)
    init(_ hop: HopFeatures) {
        let low = Self.raised(SIMD8(whole: hop.bands.lowHalf))
        let high = Self.raised(SIMD8(whole: hop.bands.highHalf))
        let eight = low + high
        let four = eight.lowHalf + eight.highHalf
        let mean = ((four.x + four.z) + (four.y + four.w)) / 16
        let above = (
            Float(max(Self.lowest, hop.rest[HopFeatures.Place.high])),
            Float(max(Self.lowest, hop.rest[HopFeatures.Place.high + 1]))
        )
        self.init(a: low, b: high, c: SIMD8(above.0, above.1, mean, 0, 0, 0, 0, 0))
    }

    /// Levels, none of them below the lowest that counts.
    @inline(__always)
    static func raised(_ levels: SIMD8<Float>) -> SIMD8<Float> {
        let least = SIMD8<Float>(repeating: Float(lowest))
        return levels.replacing(with: least, where: levels .< least)
    }
}

extension SIMD8<Float> {
    /// Whole numbers, exactly; the standard library converts them one by one.
    @inline(__always)
    init(whole: SIMD8<Int16>) {
        // Two numbers a word, the even one in its low half.
        let words = unsafeBitCast(whole, to: SIMD4<Int32>.self)
        let even = SIMD4<Float>((words &<< 16) &>> 16)
        let odd = SIMD4<Float>(words &>> 16)
        self.init(even.x, odd.x, even.y, odd.y, even.z, odd.z, even.w, odd.w)
    }
}
