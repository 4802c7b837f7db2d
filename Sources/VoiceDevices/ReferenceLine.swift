/// What was played, in the order of what was captured: so that an echo stands beside its cause.
///
/// Shape: the frame that sounded when frame `c` was captured is frame `c + offset` of playback.
struct ReferenceLine {
    private var played: [Float] = []
    /// The playback's number of the first of them.
    private var start = 0
    /// Nil until the times of both sides are known.
    var offset: Int?
    /// How long frames nobody asked for are kept, in frames.
    private let memory: Int

    init(rate: Int) { memory = 4 * rate }

    /// The number of the frame that is played next.
    var end: Int { start + played.count }

    mutating func append(_ frames: [Float]) {
        played += frames
        guard played.count > 2 * memory else { return }
        start += played.count - memory
        played.removeFirst(played.count - memory)
    }

    /// Silence that the device played in the place of something.
    mutating func skip(_ frames: Int) {
        append([Float](repeating: 0, count: min(frames, 2 * memory)))
        start += max(0, frames - 2 * memory)
    }

    /// What sounded while so many frames from `first` on were captured; silence where that is not
    /// known.
    mutating func take(_ count: Int, from first: Int) -> [Float] {
        guard let offset else { return [Float](repeating: 0, count: count) }
        let wanted = (first + offset)..<(first + offset + count)
        let known = wanted.clamped(to: start..<(start + played.count))
        guard !known.isEmpty else { return [Float](repeating: 0, count: count) }
        let head = [Float](repeating: 0, count: known.lowerBound - wanted.lowerBound)
        let tail = [Float](repeating: 0, count: wanted.upperBound - known.upperBound)
        let body = played[(known.lowerBound - start)..<(known.upperBound - start)]
        return head + body + tail
    }
}
