/// Four complex numbers, real and imaginary parts apart.
struct ComplexLanes: Sendable {
    typealias Lanes = SIMD4<Float>

    var real: Lanes
    var imaginary: Lanes

    @inline(__always)
    static func + (left: Self, right: Self) -> Self {
        Self(real: left.real + right.real, imaginary: left.imaginary + right.imaginary)
    }

    @inline(__always)
    static func - (left: Self, right: Self) -> Self {
        Self(real: left.real - right.real, imaginary: left.imaginary - right.imaginary)
    }

    /// These times -i.
    @inline(__always)
    var quarterTurnBack: Self { Self(real: imaginary, imaginary: 0 - real) }

    /// Each times its counterpart.
    @inline(__always)
    func times(_ other: Self) -> Self {
        Self(
            real: real * other.real - imaginary * other.imaginary,
            imaginary: real * other.imaginary + imaginary * other.real)
    }

    /// The transform of four numbers, in order.
    ///
    /// Source: the radix-4 butterfly (Van Loan 1992, section 2.4).
    @inline(__always)
    static func butterfly(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> (Self, Self, Self, Self) {
        let (sum, difference) = (a + c, a - c)
        let (otherSum, turned) = (b + d, (b - d).quarterTurnBack)
        return (sum + otherSum, difference + turned, sum - otherSum, difference - turned)
    }
}
