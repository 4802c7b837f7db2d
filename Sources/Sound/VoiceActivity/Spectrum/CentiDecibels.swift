/// Levels of four powers at once, from arithmetic alone: libraries' differ in their last bits.
enum CentiDecibels {
    /// A thousand times the decimal logarithm, rounded.
    ///
    /// Shape: normal positive numbers in; right to one unit.
    /// Source: Cephes `logf`, by way of ``MilliDecibels``.
    @inline(__always)
    static func of(_ values: SIMD4<Float>) -> SIMD4<Int32> {
        let bits = unsafeBitCast(values, to: SIMD4<Int32>.self)
        // The bits of the square root of a half, so that the rest lies from there to twice that.
        let offset = bits &- SIMD4(repeating: 0x3f35_04f3)
        let exponent = offset &>> 23
        let x = unsafeBitCast(bits &- (exponent &<< 23), to: SIMD4<Float>.self) - 1
        var sum = 1.424_932_28e-1 * x - 1.666_805_77e-1
        sum = sum * x + 2.000_071_48e-1
        sum = sum * x - 2.499_999_4e-1
        sum = sum * x + 3.333_333_1e-1
        let square = x * x
        let natural = x + (sum * x * square - 0.5 * square)
        return rounded(natural * 434.294_48 + SIMD4<Float>(exponent) * 301.03)
    }

    /// Values of up to four million rounded to whole ones.
    @inline(__always)
    static func rounded(_ values: SIMD4<Float>) -> SIMD4<Int32> {
        // Added to a number whose last bit is worth 1, a value is rounded to whole ones.
        let anchor = SIMD4<Float>(repeating: 12_582_912)
        return unsafeBitCast(values + anchor, to: SIMD4<Int32>.self)
            &- unsafeBitCast(anchor, to: SIMD4<Int32>.self)
    }

    /// A thousand times the decimal logarithm, right to 26 units, for sums of many.
    @inline(__always)
    static func roughly(_ values: SIMD4<Float>) -> SIMD4<Float> {
        let bits = unsafeBitCast(values, to: SIMD4<Int32>.self)
        return SIMD4<Float>(bits) * (301.03 / 8_388_608) - 301.03 * 126.942_69
    }
}
