internal import VoiceAudio
internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Stretches of a session that a report lets its reader hear: two seconds around differences.
struct SoundWindows {
    /// Seconds of one session at most.
    static let secondsLimit: Frame = 600
    /// Seconds of one stretch around further differences at most, so that a page can take some.
    static let pieceSeconds: Frame = 10

    /// Stretches around the first cause and the first difference of every group: one second either
    /// way, in either trace; in order, none touching another.
    let firsts: [Range<Frame>]
    /// Stretches around the other differences that are drawn, without what ``firsts`` holds; any
    /// beginning of the list is spread over the session.
    let others: [Range<Frame>]

    /// Seconds of a session without differences at most.
    static let agreeingLimit: Frame = 30

    /// The first stretches of a session of so many frames that has no difference.
    init(beginningOf frames: Frame, rate: SampleRate) {
        let second = Frame(rate.hertz)
        let end = min(max(0, frames), Self.agreeingLimit * second)
        firsts = []
        others = stride(from: 0, to: end, by: Int(Self.pieceSeconds * second)).map {
            $0..<min($0 + Self.pieceSeconds * second, end)
        }
    }

    /// The stretches around both ends of `faults` and around `differences`, inside `frames`.
    init(
        _ differences: DrawnDifferences, faults: [TurnFault] = [], cause: FirstCause?,
        rate: SampleRate, frames: Frame
    ) {
        let second = Frame(rate.hertz)
        func around(_ places: [Frame], limit: Frame) -> [Range<Frame>] {
            var ranges: [Range<Frame>] = []
            for place in places where (0...frames).contains(place) {
                let stretch = max(0, place - second)..<min(frames, place + second)
                guard !stretch.isEmpty else { continue }
                let next = (ranges + [stretch]).joinedRanges()
                if Self.length(next) <= limit { ranges = next }
            }
            return ranges
        }
        func places(_ differences: [Difference]) -> [Frame] {
            differences.flatMap { [$0.golden, $0.actual].compactMap { $0?.frame } }
        }
        let limit = Self.secondsLimit * second
        let causes = [cause?.difference, cause?.evidence].compactMap { $0 }
        let ends = faults.flatMap { [$0.frames.lowerBound, $0.frames.upperBound] }
        let firsts = around(places(causes + differences.firsts) + ends, limit: limit)
        self.firsts = firsts
        let rest = around(places(differences.others), limit: limit - Self.length(firsts))
        others = DrawnDifferences.scattered(
            Self.without(firsts, rest).flatMap { range in
                stride(
                    from: range.lowerBound, to: range.upperBound,
                    by: Int(Self.pieceSeconds * second)
                ).map { $0..<min($0 + Self.pieceSeconds * second, range.upperBound) }
            })
    }

    private static func length(_ ranges: [Range<Frame>]) -> Frame {
        ranges.reduce(0) { $0 + Frame($1.count) }
    }

    /// Returns `ranges` without what is in `taken`; both in order, none touching another.
    private static func without(
        _ taken: [Range<Frame>], _ ranges: [Range<Frame>]
    ) -> [Range<Frame>] {
        ranges.flatMap { range -> [Range<Frame>] in
            var left: [Range<Frame>] = []
            var from = range.lowerBound
            for other in taken where other.overlaps(range) {
                if from < other.lowerBound { left.append(from..<other.lowerBound) }
                from = max(from, other.upperBound)
            }
            if from < range.upperBound { left.append(from..<range.upperBound) }
            return left
        }
    }
}
