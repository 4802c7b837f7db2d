package import VoiceTime
package import VoiceTrace

/// One turn of the caller as it was really spoken: what latencies are measured against.
package struct SpokenTurn: Sendable, Hashable {
    /// Source of the times of speech.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// Labels in the scenario.
        case scenario
        /// Labels that stand beside the clip.
        case clip
        /// A pass over the caller's track that looks both ways.
        case offlinePass
        /// The level of the clip, where no track of the caller is at hand: a room counts as speech.
        case level
    }

    /// Stretch of the speech, in frames.
    package var active: Range<Frame>
    /// Words of the turn; nil if they are unknown, empty for a sound without words.
    package var words: String?
    /// The keys of a telephone that are pressed in place of speech; nil for speech.
    package var keys: String?
    /// The line of a scripted caller, from 0; nil where no script says it.
    package var line: Int?
    /// Source of the times.
    package var source: Source

    /// A turn spoken in `active`.
    package init(
        active: Range<Frame>, words: String? = nil, line: Int? = nil,
        source: Source = .offlinePass
    ) {
        self.active = active
        self.words = words
        self.line = line
        self.source = source
    }

    /// The turns that stretches of speech make: a pause of at most `pause` frames in which no
    /// prompt of `events` begins does not part two turns.
    package static func turns(
        of segments: [Range<Frame>], pause: Frame, in events: [TraceEvent],
        vocabulary: EventVocabulary
    ) -> [SpokenTurn] {
        let prompts = events.filter { vocabulary.role(of: $0) == .playBegin }.map(\.frame)
        var turns: [SpokenTurn] = []
        for segment in segments.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = turns.last?.active, segment.lowerBound - last.upperBound <= pause,
                !prompts.contains(where: { last.upperBound <= $0 && $0 < segment.lowerBound })
            else {
                turns.append(SpokenTurn(active: segment))
                continue
            }
            let end = max(last.upperBound, segment.upperBound)
            turns[turns.count - 1].active = last.lowerBound..<end
        }
        return turns
    }

    /// Whether one turn was spoken before another, for sorting.
    package static func isBefore(_ left: SpokenTurn, _ right: SpokenTurn) -> Bool {
        (left.active.lowerBound, left.active.upperBound)
            < (right.active.lowerBound, right.active.upperBound)
    }
}
