/// One number for each of the network's 48 channels.
struct ChannelLanes: Sendable {
    static let count = 48
    var a = SIMD16<Float>()
    var b = SIMD16<Float>()
    var c = SIMD16<Float>()

    /// The numbers as they lie in memory.
    subscript(channel: Int) -> Float {
        get { withUnsafeBytes(of: self) { $0.load(fromByteOffset: 4 * channel, as: Float.self) } }
        set {
            withUnsafeMutableBytes(of: &self) {
                $0.storeBytes(of: newValue, toByteOffset: 4 * channel, as: Float.self)
            }
        }
    }

    /// The sum of all products with another's.
    @inline(__always)
    func product(_ other: Self) -> Float {
        let products = (a * other.a + b * other.b) + c * other.c
        let eight = products.lowHalf + products.highHalf
        let four = eight.lowHalf + eight.highHalf
        return (four.x + four.z) + (four.y + four.w)
    }
}

extension [ChannelLanes] {
    /// Reads and writes the numbers as they lie in memory.
    @inline(__always)
    mutating func withNumbers<Result>(_ body: (UnsafeMutablePointer<Float>) -> Result) -> Result {
        withUnsafeMutableBytes {
            body($0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self))
        }
    }
}
