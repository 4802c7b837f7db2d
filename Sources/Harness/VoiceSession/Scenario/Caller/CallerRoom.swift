internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Finds a stretch of a caller's track that holds the caller's room and nothing else.
struct CallerRoom {
    /// The longest such stretch, at most 5 s of it; nil where none is half a second long.
    let stretch: Range<Frame>?

    private static let longestMilliseconds: Int64 = 5_000
    private static let leastMilliseconds: Int64 = 500
    /// Distance that it keeps from speech and prompts, in milliseconds.
    private static let distanceMilliseconds: Int64 = 200

    /// Looks between `turns` where `run` plays nothing, and else between the turns.
    init(_ run: MeasuredRun, _ turns: [SpokenTurn]) {
        let rate = run.manifest.sampleRate
        let distance = rate.frames(milliseconds: Self.distanceMilliseconds)
        let spoken = turns.map(\.active)
        let played = PromptTimeline(run.events, frames: run.frames, run.vocabulary).prompts.map {
            $0.start..<max($0.start, $0.end ?? run.frames)
        }
        let least = rate.frames(milliseconds: Self.leastMilliseconds)
        let found = [spoken + played, spoken].lazy.compactMap { heard in
            Self.longest(outside: heard, of: run.frames, distance).flatMap {
                $0.count >= least ? $0 : nil
            }
        }.first
        let most = rate.frames(milliseconds: Self.longestMilliseconds)
        stretch = found.map { $0.lowerBound..<min($0.upperBound, $0.lowerBound + most) }
    }

    /// The longest part of a track of so many `frames` that stays `distance` frames away from what
    /// is `heard`.
    private static func longest(
        outside heard: [Range<Frame>], of frames: Frame, _ distance: Frame
    ) -> Range<Frame>? {
        var longest: Range<Frame>?
        var start: Frame = 0
        let ends = heard.map { ($0.lowerBound - distance, $0.upperBound + distance) }
            .sorted { $0.0 < $1.0 }
        for (lower, upper) in ends + [(frames, frames)] {
            let end = min(lower, frames)
            if end > start, Frame(longest?.count ?? 0) < end - start { longest = start..<end }
            start = max(start, upper)
        }
        return longest
    }
}
