package import VoiceAudio

/// Measures the shapes of stretches of a sound that comes block by block.
package struct ShapeMeter {
    /// A stretch, and which sum it belongs to.
    private struct Piece {
        let range: Range<Int>
        let sum: Int
    }

    private let pieces: [Piece]
    private var next = 0
    private var position = 0
    /// A sum for each range, or one for all.
    package private(set) var sums: [ShapeSums]

    /// A meter of `ranges`, which are ascending, but for what lies in `others`, which are ascending
    /// and apart; each by itself, or all of them together.
    package init(
        of ranges: [Range<Int>], without others: [Range<Int>] = [], together isShared: Bool
    ) {
        let free = HiddenSpans.gaps(in: others, count: .max)
        pieces = ranges.enumerated().flatMap { index, range in
            free.map { Piece(range: $0.clamped(to: range), sum: isShared ? 0 : index) }
                .filter { !$0.range.isEmpty }
        }
        sums = Array(repeating: ShapeSums(), count: isShared ? 1 : ranges.count)
    }

    /// Processes the next block.
    package mutating func process(_ block: UnsafeBufferPointer<Int16>) {
        let here = position..<position + block.count
        position = here.upperBound
        while next < pieces.count, pieces[next].range.upperBound <= here.lowerBound { next += 1 }
        for piece in pieces[next...] {
            let part = piece.range.clamped(to: here)
            guard piece.range.lowerBound < here.upperBound else { break }
            guard !part.isEmpty else { continue }
            let samples = block[
                (part.lowerBound - here.lowerBound)..<(part.upperBound - here.lowerBound)]
            sums[piece.sum].add(
                UnsafeBufferPointer(rebasing: samples),
                isBeginning: part.lowerBound == piece.range.lowerBound)
        }
    }
}
