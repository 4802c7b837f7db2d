/// One number for each of 24 channels.
struct ChannelLanes: Sendable {
    static let count = 24
    var a = SIMD8<Float>()
    var b = SIMD8<Float>()
    var c = SIMD8<Float>()

    @inline(__always)
    subscript(channel: Int) -> Float {
        get { channel < 8 ? a[channel] : channel < 16 ? b[channel - 8] : c[channel - 16] }
        set {
            if channel < 8 {
                a[channel] = newValue
            } else if channel < 16 {
                b[channel - 8] = newValue
            } else {
                c[channel - 16] = newValue
            }
        }
    }

    /// Calls `body` with every channel in turn.
    @inline(__always)
    func forEachIndexed(_ body: (Int, Float) -> Void) {
        for channel in 0..<8 { body(channel, a[channel]) }
        for channel in 0..<8 { body(8 + channel, b[channel]) }
        for channel in 0..<8 { body(16 + channel, c[channel]) }
    }

    @inline(__always)
    mutating func add(_ other: Self, times factor: Float) {
        a += other.a * factor
        b += other.b * factor
        c += other.c * factor
    }

    @inline(__always)
    mutating func add(_ other: Self, times factors: Self) {
        a += other.a * factors.a
        b += other.b * factors.b
        c += other.c * factors.c
    }

    @inline(__always)
    static func + (left: Self, right: Self) -> Self {
        Self(a: left.a + right.a, b: left.b + right.b, c: left.c + right.c)
    }

    /// The sum of all products with another's.
    @inline(__always)
    func product(_ other: Self) -> Float {
        let products = (a * other.a + b * other.b) + c * other.c
        let four = products.lowHalf + products.highHalf
        return (four.x + four.z) + (four.y + four.w)
    }

    /// These, with 0 for what is less.
    @inline(__always)
    var positive: Self {
        Self(
            a: a.replacing(with: 0, where: a .< 0), b: b.replacing(with: 0, where: b .< 0),
            c: c.replacing(with: 0, where: c .< 0))
    }

    @inline(__always)
    func times(_ factor: Float) -> Self { Self(a: a * factor, b: b * factor, c: c * factor) }

    /// The lesser of either in every channel.
    @inline(__always)
    func lesser(of other: Self) -> Self {
        Self(
            a: a.replacing(with: other.a, where: other.a .< a),
            b: b.replacing(with: other.b, where: other.b .< b),
            c: c.replacing(with: other.c, where: other.c .< c))
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
