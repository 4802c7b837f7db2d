public import VoiceTime
public import VoiceTrace

/// One turn of the caller as it was really spoken: what latencies are measured against.
public struct SpokenTurn: Sendable, Hashable {
    /// Who says where the speech really was.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The scenario's own clips.
        case scenario
        /// A pass over the recorded microphone that looks both ways.
        case offlinePass
    }

    /// Where the speech is, in frames.
    public var active: Range<Frame>
    /// What is said; nil if that is unknown, empty for a sound without words.
    public var words: String?
    /// The line of a scripted caller, from 0; nil where no script says it.
    public var line: Int?

    /// A turn spoken in `active`.
    public init(active: Range<Frame>, words: String? = nil, line: Int? = nil) {
        self.active = active
        self.words = words
        self.line = line
    }

    /// The turns that a scripted caller took, in the order in which they were spoken.
    public static func turns(in inputs: [InputEvent]) -> [SpokenTurn] {
        let lines = inputs.compactMap { input in
            if case .caller(let line) = input.input { line } else { nil }
        }
        return lines.map { SpokenTurn(active: $0.active, words: $0.words, line: $0.line) }
            .sorted(by: isBefore)
    }

    /// The turns that stretches of speech make: a pause of at most `pause` frames in which no
    /// prompt of `events` begins does not part two turns.
    public static func turns(
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

    private static func isBefore(_ left: SpokenTurn, _ right: SpokenTurn) -> Bool {
        (left.active.lowerBound, left.active.upperBound)
            < (right.active.lowerBound, right.active.upperBound)
    }
}
