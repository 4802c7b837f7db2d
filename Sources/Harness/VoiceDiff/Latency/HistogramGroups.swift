/// The groups in which a histogram counts numbers: a number of so many bits has a group of its own,
/// and each further power of two is divided into half as many. Source: HdrHistogram.
package struct HistogramGroups: Sendable {
    private let bits: Int

    /// Groups right to two significant digits: `bits` is 8. Four digits take 15.
    package init(bits: Int) { self.bits = bits }

    /// The position of the group of a number.
    package func index(of value: UInt64) -> Int {
        let shift = shift(of: value)
        return (shift << (bits - 1)) + Int(value >> shift)
    }

    /// The largest number of a group, which names it.
    package func largest(at index: Int) -> UInt64 {
        let shift = max(0, (index >> (bits - 1)) - 1)
        return ((UInt64(index - (shift << (bits - 1))) + 1) << shift) - 1
    }

    /// The largest number of the group of a number.
    package func largest(of value: UInt64) -> UInt64 {
        let shift = shift(of: value)
        return (((value >> shift) + 1) << shift) - 1
    }

    private func shift(of value: UInt64) -> Int {
        max(0, UInt64.bitWidth - value.leadingZeroBitCount - bits)
    }
}
