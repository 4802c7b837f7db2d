/// One number for each of the network's 32 channels.
struct ChannelLanes: Sendable {
    static let count = 32
    var a = SIMD8<Float>()
    var b = SIMD8<Float>()
    var c = SIMD8<Float>()
    var d = SIMD8<Float>()

    /// The numbers as they lie in memory.
    subscript(channel: Int) -> Float {
        get { withUnsafeBytes(of: self) { $0.load(fromByteOffset: 4 * channel, as: Float.self) } }
        set {
            withUnsafeMutableBytes(of: &self) {
                $0.storeBytes(of: newValue, toByteOffset: 4 * channel, as: Float.self)
            }
        }
    }

    @inline(__always)
    mutating func add(_ other: Self, times factor: Float) {
        a += other.a * factor
        b += other.b * factor
        c += other.c * factor
        d += other.d * factor
    }

    @inline(__always)
    mutating func add(_ other: Self, times factors: Self) {
        a += other.a * factors.a
        b += other.b * factors.b
        c += other.c * factors.c
        d += other.d * factors.d
    }

    @inline(__always)
    static func + (left: Self, right: Self) -> Self {
        Self(a: left.a + right.a, b: left.b + right.b, c: left.c + right.c, d: left.d + right.d)
    }

    /// The sum of all products with another's.
    @inline(__always)
    func product(_ other: Self) -> Float {
        let products = (a * other.a + b * other.b) + (c * other.c + d * other.d)
        let four = products.lowHalf + products.highHalf
        return (four.x + four.z) + (four.y + four.w)
    }

    /// These, with 0 for what is less.
    @inline(__always)
    var positive: Self {
        Self(
            a: a.replacing(with: 0, where: a .< 0), b: b.replacing(with: 0, where: b .< 0),
            c: c.replacing(with: 0, where: c .< 0), d: d.replacing(with: 0, where: d .< 0))
    }

    /// The first of `rows`, and for each input the row after it times the input: in this order.
    @inline(__always)
    static func dense(
        _ inputs: UnsafePointer<Float>, count: Int, _ rows: UnsafePointer<ChannelLanes>
    ) -> ChannelLanes {
        var sums = rows[0]
        for place in 0..<count { sums.add(rows[place + 1], times: inputs[place]) }
        return sums
    }

    /// These and, where it is positive, the dense layer `rows` of `inputs`.
    @inline(__always)
    func adding(mixed inputs: ChannelLanes, _ rows: UnsafePointer<ChannelLanes>) -> Self {
        let mixed = withUnsafeBytes(of: inputs) { bytes in
            let numbers = bytes.baseAddress.unsafelyUnwrapped
            return Self.dense(
                numbers.assumingMemoryBound(to: Float.self), count: Self.count, rows)
        }
        return self + mixed.positive
    }
}
