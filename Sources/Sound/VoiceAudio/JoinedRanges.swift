extension Sequence {
    /// Returns the ranges in order, those that touch or overlap made one.
    package func joinedRanges<Bound>() -> [Range<Bound>] where Element == Range<Bound> {
        sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
            .reduce(into: []) { joined, range in
                guard let last = joined.last, range.lowerBound <= last.upperBound else {
                    return joined.append(range)
                }
                joined[joined.count - 1] =
                    last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            }
    }
}
