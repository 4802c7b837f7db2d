package import VoiceTime
package import VoiceTrace

/// A stretch of a run in which its turn-taking is not what was asked for.
///
/// A verdict with a fault is red, with a golden or without one, and every report shows the fault
/// at its place.
package struct TurnFault: Sendable, Hashable {
    /// Source of the demand.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An expectation of a scenario, a project or a command.
        case expectation
        /// A budget of a latency.
        case budget
    }

    /// Source of the demand.
    package var kind: Kind
    /// Demand as a command spells it: `answer<=1200`.
    package var rule: String
    /// Time and kind of what happened instead, and what decided it.
    package var what: String
    /// Frames of the stretch.
    package var frames: Range<Frame>
    /// The line of the run's trace that is nearest, from 1.
    package var line: Int
    /// The module that the session is in; nil outside of any.
    package var module: String?
    /// Lane of a picture that marks it.
    package var lane: EventLane
    /// The event where it shows, as it is known while times move: what it is, and how many of its
    /// like come before it; empty without one.
    package var place: String

    /// A fault of these parts.
    package init(
        _ kind: Kind, rule: String, what: String, frames: Range<Frame>, line: Int,
        module: String? = nil, lane: EventLane = .prompts, place: String = ""
    ) {
        self.kind = kind
        self.rule = rule
        self.what = what
        self.frames = frames
        self.line = line
        self.module = module
        self.lane = lane
        self.place = place
    }

    /// Rule and what happened instead: what a session that is accepted although it is so keeps.
    package var sentence: String { Sentence.closed("\(rule): \(what)") }

    /// The line of the last event of `events` at or before `frame`, from 1; 1 where there is none.
    package static func line(at frame: Frame, in events: [TraceEvent]) -> Int {
        guard let event = events.last(where: { $0.frame <= frame }) else { return 1 }
        return max(0, event.sequence) + 1
    }
}
