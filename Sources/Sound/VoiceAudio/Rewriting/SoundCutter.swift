/// Cuts stretches out of a sound that goes by in blocks, so that the whole is never held.
///
/// Shape: stretches in order of their beginnings; they may overlap. What lies beyond the sound's
/// end is not there.
package struct SoundCutter {
    private let ranges: [Range<Int64>]
    private var open: [(index: Int, samples: [Int16])] = []
    private var begun = 0
    /// Frames that went by.
    package private(set) var frames: Int64 = 0

    /// A cutter for `ranges`, which must be in order.
    package init(_ ranges: [Range<Int64>]) {
        precondition(
            zip(ranges, ranges.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound },
            "stretches must be in order")
        self.ranges = ranges
    }

    /// Processes the next block and hands over the stretches that end in it, by their places.
    package mutating func process(
        _ block: UnsafeBufferPointer<Int16>, cut: (_ index: Int, _ samples: [Int16]) -> Void
    ) {
        let range = frames..<frames + Int64(block.count)
        while begun < ranges.count, ranges[begun].lowerBound < range.upperBound {
            open.append((begun, []))
            begun += 1
        }
        for place in open.indices {
            let part = ranges[open[place].index].clamped(to: range)
            let first = Int(part.lowerBound - frames)
            open[place].samples += block[first..<first + part.count]
        }
        frames = range.upperBound
        for done in open where ranges[done.index].upperBound <= frames {
            cut(done.index, done.samples)
        }
        open.removeAll { ranges[$0.index].upperBound <= frames }
    }

    /// Hands over the pieces that the sound's end cut short, the empty ones behind it too.
    package mutating func finish(cut: (_ index: Int, _ samples: [Int16]) -> Void) {
        for done in open { cut(done.index, done.samples) }
        open = []
        while begun < ranges.count {
            cut(begun, [])
            begun += 1
        }
    }
}
