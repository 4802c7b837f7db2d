public import VoiceTime
internal import VoiceTrace

/// Differences of one make, told as one.
///
/// Together go: events missing (or extra, or moved) one after the other; events that share one
/// shift, wherever they are; events of one kind in which the same field changed. An event with
/// several changed fields stands in a group for every field.
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
    /// For retimed events, how many stretches of the trace share the shift; 1 for other kinds.
    public let stretches: Int
    /// Whether it only repeats in evidence what another group says: the silence that a longer limit
    /// waited for, a level measured at the later time.
    public internal(set) var isEcho = false
}

/// Puts differences together.
struct GroupBuilder {
    private struct Draft {
        let kind: Difference.Kind
        let first: Difference
        var last: Difference
        var count = 1
        var field: FieldChange?
        var shifts: ClosedRange<Frame>?
        var isUniform = true
        var stretches = 1
        /// False while a shift has been seen on changed events only, which tell it themselves.
        var stands = true

        mutating func add(_ difference: Difference) {
            last = difference
            count += 1
        }
    }

    /// A chain of more shifts than this, each on few events, is told as one.
    static let fewShifts = 4
    /// A shift on at least this many events is always told by itself.
    static let steadyCount = 3

    private var drafts: [Draft] = []
    private var draftsByStretch: [Int: Int] = [:]
    private var draftsByField: [FieldName: Int] = [:]
    private var runs: [Difference.Kind: Int] = [:]

    private struct FieldName: Hashable {
        let kind: String
        let field: String
    }

    static func groups(
        of differences: [Difference], comparison: TraceComparison
    ) -> [DifferenceGroup] {
        var builder = GroupBuilder()
        for difference in differences { builder.take(difference) }
        builder.drafts.removeAll { !$0.stands }
        builder.joinEqualShifts()
        builder.joinShortShifts()
        return builder.drafts.map { draft in
            DifferenceGroup(
                kind: draft.kind, first: draft.first, last: draft.last, count: draft.count,
                field: draft.field, shifts: draft.shifts, isUniform: draft.isUniform,
                reachesEnd: draft.kind == .retimed
                    ? draft.last.stretch == comparison.lastStretch
                    : comparison.isLast(draft.last), stretches: draft.stretches)
        }
    }

    private mutating func take(_ difference: Difference) {
        switch difference.kind {
        case .missing, .extra, .moved: takeRun(difference)
        case .retimed: takeShift(difference)
        case .changed:
            for change in difference.fields { take(change, of: difference) }
            takeShift(difference)
        }
    }

    private mutating func takeRun(_ difference: Difference) {
        if let index = runs[difference.kind],
            drafts[index].last.position + 1 == difference.position
        {
            drafts[index].add(difference)
        } else {
            runs[difference.kind] = drafts.count
            drafts.append(Draft(kind: difference.kind, first: difference, last: difference))
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
                Draft(
                    kind: .retimed, first: difference, last: difference, shifts: shift...shift,
                    stands: difference.kind == .retimed))
        }
    }

    private mutating func take(_ change: FieldChange, of difference: Difference) {
        let name = FieldName(kind: difference.event.kind, field: change.name)
        if let index = draftsByField[name] {
            drafts[index].add(difference)
            if drafts[index].field != change { drafts[index].isUniform = false }
        } else {
            draftsByField[name] = drafts.count
            drafts.append(
                Draft(kind: .changed, first: difference, last: difference, field: change))
        }
    }

    /// A shift that comes back with every turn of the caller is one shift.
    private mutating func joinEqualShifts() {
        var places: [Frame: Int] = [:]
        var joined: [Draft] = []
        for draft in drafts {
            guard draft.kind == .retimed, let shift = draft.shifts?.lowerBound else {
                joined.append(draft)
                continue
            }
            if let place = places[shift] {
                joined[place].last = draft.last
                joined[place].count += draft.count
                joined[place].stretches += 1
            } else {
                places[shift] = joined.count
                joined.append(draft)
            }
        }
        drafts = joined
    }

    /// Where every event has a shift of its own, the range of them says more than the list.
    private mutating func joinShortShifts() {
        var joined: [Draft] = []
        var chain: [Int] = []
        var isGone = [Bool](repeating: false, count: drafts.count)
        func close(_ chain: [Int], _ drafts: inout [Draft]) {
            guard chain.count > Self.fewShifts, let head = chain.first else { return }
            for index in chain.dropFirst() {
                drafts[head] = Self.joined(drafts[head], drafts[index])
                isGone[index] = true
            }
        }
        for index in drafts.indices where drafts[index].kind == .retimed {
            if drafts[index].count < Self.steadyCount {
                chain.append(index)
            } else {
                close(chain, &drafts)
                chain = []
            }
        }
        close(chain, &drafts)
        for index in drafts.indices where !isGone[index] { joined.append(drafts[index]) }
        drafts = joined
    }

    private static func joined(_ first: Draft, _ second: Draft) -> Draft {
        var draft = first
        draft.last = second.last
        draft.count += second.count
        draft.stretches += second.stretches
        draft.isUniform = false
        if let own = first.shifts, let other = second.shifts {
            draft.shifts =
                min(own.lowerBound, other.lowerBound)...max(own.upperBound, other.upperBound)
        }
        return draft
    }
}
