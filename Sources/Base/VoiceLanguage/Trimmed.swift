extension BidirectionalCollection {
    /// The part between the elements at both ends for which `isEdge` holds.
    package func trimmed(where isEdge: (Element) -> Bool) -> SubSequence {
        let start = drop(while: isEdge)
        guard let last = start.lastIndex(where: { !isEdge($0) }) else { return start }
        return start[...last]
    }
}

extension StringProtocol {
    /// The text without blanks at either end.
    package var trimmed: SubSequence { trimmed(where: \.isWhitespace) }
}
