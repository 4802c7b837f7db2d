/// Logarithms from arithmetic alone, for four values at once: libraries' differ in their last bits.
enum MilliDecibels {
    /// Ten thousand times the decimal logarithm, rounded to integers, halves to even.
    ///
    /// Shape: normal positive numbers in.
    /// Source: Cephes `logf`: a polynomial between the square roots of a half and of two.
    @inline(__always)
    static func of(_ values: SIMD4<Float>) -> SIMD4<Int32> {
        let bits = unsafeBitCast(values, to: SIMD4<Int32>.self)
        // The bits of the square root of a half, so that the rest lies from there to twice that.
        let offset = bits &- SIMD4(repeating: 0x3f35_04f3)
        let exponent = offset &>> 23
        let rest = bits &- (exponent &<< 23)
        let x = unsafeBitCast(rest, to: SIMD4<Float>.self) - 1
        var sum = 7.037_683_6e-2 * x - 1.151_461_03e-1
        sum = sum * x + 1.167_699_87e-1
        sum = sum * x - 1.242_014_08e-1
        sum = sum * x + 1.424_932_28e-1
        sum = sum * x - 1.666_805_77e-1
        sum = sum * x + 2.000_071_48e-1
        sum = sum * x - 2.499_999_4e-1
        sum = sum * x + 3.333_333_1e-1
        let square = x * x
        let natural = x + (sum * x * square - 0.5 * square)
        let scaled =
            natural * 4_342.944_8
            + floats(exponent) * 3_010.3
        // Added to a number whose last bit is worth 1, a value is rounded to whole ones.
        let anchor = SIMD4<Float>(repeating: 12_582_912)
        return unsafeBitCast(scaled + anchor, to: SIMD4<Int32>.self)
            &- unsafeBitCast(anchor, to: SIMD4<Int32>.self)
    }

    @inline(__always)
    private static func floats(_ whole: SIMD4<Int32>) -> SIMD4<Float> {
        SIMD4(Float(whole.x), Float(whole.y), Float(whole.z), Float(whole.w))
    }
}
