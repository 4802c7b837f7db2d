public import VoiceTime
internal import VoiceTrace

/// Differences of one make, told as one.
///
/// Together go: events missing (or extra, or moved) one after the other, and every place where the
/// same events are; events that share one shift, wherever they are; events of one kind in which
/// the same field changed to the same value, and those that no other shares its value with. An
/// event with several changed fields stands in a group for every field.
public struct DifferenceGroup: Sendable, Equatable {
    /// What the differences have in common.
    public let kind: Difference.Kind
    /// The earliest difference: the onset of a shift.
    public let first: Difference
    /// The latest difference.
    public let last: Difference
    /// How many events are in the group.
    public let count: Int
    /// For changed events, the field as it changed in the first; nil for other kinds.
    public let field: FieldChange?
    /// For retimed events, the smallest and the largest shift in frames; nil for other kinds.
    public let shifts: ClosedRange<Frame>?
    /// Whether every event changed in the same way, by value or by time.
    public let isUniform: Bool
    /// Whether it lasts until the trace ends.
    public let reachesEnd: Bool
    /// For retimed events, how many stretches of the trace share the shift; for missing, extra and
    /// moved ones, in how many places they are; 1 for changed ones.
    public let stretches: Int
    /// By how many frames the shift grows from each stretch to the next; nil where it does not.
    public let growth: Frame?
    /// Whether it only repeats in evidence what another group says: the silence that a longer limit
    /// waited for, a level measured at the later time.
    public internal(set) var isEcho = false
}
