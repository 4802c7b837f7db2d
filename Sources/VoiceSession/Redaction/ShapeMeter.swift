/// Measures the shapes of stretches of a sound that comes block by block.
struct ShapeMeter {
    private let ranges: [Range<Int>]
    private let isShared: Bool
    private var next = 0
    private var position = 0
    /// A sum for each range, or one for all.
    private(set) var sums: [ShapeSums]

    /// A meter of `ranges`, which are ascending; each by itself, or all of them together.
    init(of ranges: [Range<Int>], together isShared: Bool) {
        self.ranges = ranges
        self.isShared = isShared
        sums = Array(repeating: ShapeSums(), count: isShared ? 1 : ranges.count)
    }

    /// Takes the next block.
    mutating func take(_ block: UnsafeBufferPointer<Int16>) {
        let here = position..<position + block.count
        position = here.upperBound
        while next < ranges.count, ranges[next].upperBound <= here.lowerBound { next += 1 }
        for index in next..<ranges.count {
            let part = ranges[index].clamped(to: here)
            guard ranges[index].lowerBound < here.upperBound else { break }
            guard !part.isEmpty else { continue }
            let samples = block[
                (part.lowerBound - here.lowerBound)..<(part.upperBound - here.lowerBound)]
            sums[isShared ? 0 : index].add(
                samples, isBeginning: part.lowerBound == ranges[index].lowerBound)
        }
    }
}
