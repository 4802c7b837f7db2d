internal import VoiceJSON
public import VoiceTime
internal import VoiceTrace

/// Puts differences together.
struct GroupBuilder {
    /// A chain of more shifts than this, each on few events, is told as one; so are more values of
    /// one field than this.
    static let fewShifts = 4

    private var drafts: [GroupDraft] = []
    private var draftsByStretch: [Int: Int] = [:]
    private var draftsByValue: [FieldName: [ChangedValue: Int]] = [:]
    private var runs: [Difference.Kind: Int] = [:]

    private let vocabulary: EventVocabulary

    private init(_ vocabulary: EventVocabulary) { self.vocabulary = vocabulary }

    private struct FieldName: Hashable {
        let kind: String
        let field: String
    }

    private struct ChangedValue: Hashable {
        let expected: JSONValue?
        let found: JSONValue?
    }

    static func groups(
        of differences: [Difference], comparison: TraceComparison
    ) -> [DifferenceGroup] {
        var builder = GroupBuilder(comparison.vocabulary)
        for difference in differences { builder.add(difference) }
        builder.joinValues()
        builder.drafts.removeAll { !$0.stands }
        builder.joinEqualRuns()
        builder.drafts = ShiftJoiner.joined(builder.drafts)
        return builder.drafts.map { draft in
            DifferenceGroup(
                kind: draft.kind, first: draft.first, last: draft.last, count: draft.count,
                field: draft.field, shifts: draft.shifts, isUniform: draft.isUniform,
                reachesEnd: draft.kind == .retimed
                    ? draft.last.stretch == comparison.lastStretch
                    : draft.stretches == 1 && comparison.isLast(draft.last),
                stretches: draft.stretches, growth: draft.growth)
        }
    }

    private mutating func add(_ difference: Difference) {
        switch difference.kind {
        case .missing, .extra: takeRun(difference)
        case .moved:
            takeRun(difference)
            for change in difference.fields { add(change, of: difference) }
        case .retimed: takeShift(difference)
        case .changed:
            for change in difference.fields { add(change, of: difference) }
            takeShift(difference)
        }
    }

    private mutating func takeRun(_ difference: Difference) {
        if let index = runs[difference.kind],
            drafts[index].last.position + 1 == difference.position
        {
            drafts[index].add(difference)
            drafts[index].add(difference, vocabulary)
        } else {
            runs[difference.kind] = drafts.count
            var draft = GroupDraft(kind: difference.kind, first: difference, last: difference)
            draft.add(difference, vocabulary)
            drafts.append(draft)
        }
    }

    private mutating func takeShift(_ difference: Difference) {
        guard let stretch = difference.stretch, let shift = difference.shift else { return }
        if let index = draftsByStretch[stretch] {
            drafts[index].add(difference)
            if difference.kind == .retimed { drafts[index].stands = true }
        } else {
            draftsByStretch[stretch] = drafts.count
            drafts.append(
                GroupDraft(
                    kind: .retimed, first: difference, last: difference, shifts: shift...shift,
                    stands: difference.kind == .retimed))
        }
    }

    private mutating func add(_ change: FieldChange, of difference: Difference) {
        let name = FieldName(kind: difference.event.kind, field: change.name)
        let value = ChangedValue(expected: change.expected, found: change.found)
        if let index = draftsByValue[name]?[value] {
            drafts[index].add(difference)
        } else {
            draftsByValue[name, default: [:]][value] = drafts.count
            drafts.append(
                GroupDraft(kind: .changed, first: difference, last: difference, field: change))
        }
    }

    /// A value that comes back is told by itself, so that an odd one among many is seen; values
    /// that come once, or too many of them, are told together.
    private mutating func joinValues() {
        for values in draftsByValue.values {
            let places = values.values.sorted()
            let steady = places.filter { drafts[$0].count > 1 }
            join(places.filter { drafts[$0].count == 1 })
            if steady.count > Self.fewShifts { join(steady) }
        }
    }

    /// Puts the drafts at `places`, which are in order, into the first of them.
    private mutating func join(_ places: [Int]) {
        guard let head = places.first else { return }
        for place in places.dropFirst() {
            drafts[head].count += drafts[place].count
            if drafts[place].last.frame >= drafts[head].last.frame {
                drafts[head].last = drafts[place].last
            }
            drafts[head].isUniform = false
            drafts[place].stands = false
        }
    }

    /// The same events lost (or new, or moved) in many places are one loss.
    private mutating func joinEqualRuns() {
        drafts = GroupDraft.joined(drafts) { $0.run }
    }
}

/// Differences of one make, told as one.
///
/// Together go: events missing (or extra, or moved) one after the other, and every place where the
/// same events are; events that share one shift, wherever they are; events of one kind in which
/// the same field changed to the same value, and those that no other shares its value with. An
/// event with several changed fields stands in a group for every field.
public struct DifferenceGroup: Sendable, Equatable {
    /// Kind of difference that they share.
    public let kind: Difference.Kind
    /// The earliest difference: the onset of a shift.
    public let first: Difference
    /// The latest difference.
    public let last: Difference
    /// Number of events in the group.
    public let count: Int
    /// Field of changed events, as it changed in the first; nil for other kinds.
    package let field: FieldChange?
    /// Smallest and largest shift of retimed events, in frames; nil for other kinds.
    package let shifts: ClosedRange<Frame>?
    /// Whether every event changed in the same way, by value or by time.
    package let isUniform: Bool
    /// Whether it lasts until the trace ends.
    package let reachesEnd: Bool
    /// For retimed events, how many stretches of the trace share the shift; for missing, extra and
    /// moved ones, in how many places they are; 1 for changed ones.
    public let stretches: Int
    /// Number of frames by which the shift grows from each stretch to the next; nil where it does
    /// not.
    public let growth: Frame?
    /// Whether it only repeats in evidence what another group says: the silence that a longer limit
    /// waited for, a level measured at the later time.
    package internal(set) var isEcho = false
}
