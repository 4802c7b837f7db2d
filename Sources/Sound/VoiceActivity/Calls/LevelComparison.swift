/// Compares the levels of two channels hop by hop.
struct LevelComparison {
    private let source: [Int32]
    private let other: [Int32]

    /// Levels in hundredths of a decibel.
    init(_ source: [Int32], _ other: [Int32]) {
        self.source = source
        self.other = other
    }

    /// Returns the likeness of the source in `stretch` and the other channel `delay` hops later:
    /// their correlation in thousandths, 0 where either side does not change; nil where the other
    /// channel does not reach that far.
    func likeness(in stretch: Range<Int>, delay: Int) -> Int? {
        let from = stretch.lowerBound + delay
        guard from >= 0, from + stretch.count <= other.count, !stretch.isEmpty else { return nil }
        // Levels of 9,600 at most: the sums of 400 hops fit by far.
        var (x, y, xx, yy, xy): (Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0)
        for hop in stretch {
            let (one, two) = (Int64(source[hop]), Int64(other[hop + delay]))
            x += one
            y += two
            xx += one * one
            yy += two * two
            xy += one * two
        }
        let count = Int64(stretch.count)
        let (ofSource, ofOther) = (Double(count * xx - x * x), Double(count * yy - y * y))
        let spread = ofSource.squareRoot() * ofOther.squareRoot()
        guard spread > 0 else { return 0 }
        return Int((Double(count * xy - x * y) / spread * 1_000).rounded())
    }
}
