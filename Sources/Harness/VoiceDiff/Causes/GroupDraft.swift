internal import VoiceTime
internal import VoiceTrace

/// A group of differences while it is put together.
struct GroupDraft {
    /// Kind and identity of the events of a run, in their order.
    struct Run: Hashable {
        let kind: Difference.Kind
        var events: [String] = []
    }

    /// Events of a run up to which it is known again.
    private static let runLimit = 16

    let kind: Difference.Kind
    let first: Difference
    var last: Difference
    var count = 1
    var field: FieldChange?
    var shifts: ClosedRange<Frame>?
    var isUniform = true
    var stretches = 1
    var growth: Frame?
    /// False while a shift has been seen on changed events only, which tell it themselves, and
    /// where another group took this one in.
    var stands = true
    /// Nil for what is no run, or a longer one than can be known again.
    private(set) var run: Run?

    init(
        kind: Difference.Kind, first: Difference, last: Difference, field: FieldChange? = nil,
        shifts: ClosedRange<Frame>? = nil, stands: Bool = true
    ) {
        self.kind = kind
        self.first = first
        self.last = last
        self.field = field
        self.shifts = shifts
        self.stands = stands
        if kind == .missing || kind == .extra || kind == .moved { run = Run(kind: kind) }
    }

    mutating func add(_ difference: Difference) {
        last = difference
        count += 1
    }

    /// Remembers what an event of a run is, and what a moved one moved past.
    mutating func add(_ difference: Difference, _ vocabulary: EventVocabulary) {
        guard count <= Self.runLimit else {
            run = nil
            return
        }
        let move =
            difference.move.map { " \($0.isEarlier) \(vocabulary.label(of: $0.past))" } ?? ""
        let label = vocabulary.label(of: difference.event)
        run?.events.append("\(difference.module ?? "") \(label)\(move)")
    }

    /// The same drafts, those of one key joined into the first of them; without a key they stay.
    static func joined<Key: Hashable>(
        _ drafts: [GroupDraft], by key: (GroupDraft) -> Key?
    ) -> [GroupDraft] {
        var places: [Key: Int] = [:]
        var joined: [GroupDraft] = []
        for draft in drafts {
            guard let key = key(draft) else {
                joined.append(draft)
                continue
            }
            if let place = places[key] {
                joined[place].last = draft.last
                joined[place].count += draft.count
                joined[place].stretches += 1
            } else {
                places[key] = joined.count
                joined.append(draft)
            }
        }
        return joined
    }
}

/// Puts shifts together that are one.
enum ShiftJoiner {
    /// A shift on at least this many events is told by itself unless it comes back or grows.
    private static let steadyCount = 3
    /// Steps of one size that make a shift a growing one.
    private static let leastSteps = 2

    static func joined(_ drafts: [GroupDraft]) -> [GroupDraft] {
        short(growing(equal(drafts)))
    }

    /// A shift that comes back with every turn of the caller is one shift.
    private static func equal(_ drafts: [GroupDraft]) -> [GroupDraft] {
        GroupDraft.joined(drafts) { $0.kind == .retimed ? $0.shifts?.lowerBound : nil }
    }

    /// Shifts that grow by the same with every turn are one.
    private static func growing(_ drafts: [GroupDraft]) -> [GroupDraft] {
        let places = drafts.indices.filter {
            drafts[$0].kind == .retimed && drafts[$0].stretches == 1
        }
        var joined = drafts
        var isGone = [Bool](repeating: false, count: drafts.count)
        var start = 0
        while start + leastSteps < places.count {
            let growth = step(drafts, places[start], places[start + 1])
            var end = start + 1
            while end + 1 < places.count, step(drafts, places[end], places[end + 1]) == growth {
                end += 1
            }
            if end - start >= leastSteps, growth != nil {
                let head = places[start]
                for place in places[start + 1...end] {
                    joined[head] = Self.joined(joined[head], drafts[place])
                    isGone[place] = true
                }
                joined[head].growth = growth
            }
            start = end
        }
        return joined.indices.filter { !isGone[$0] }.map { joined[$0] }
    }

    private static func step(_ drafts: [GroupDraft], _ one: Int, _ next: Int) -> Frame? {
        guard let first = drafts[one].shifts?.lowerBound,
            let second = drafts[next].shifts?.lowerBound
        else { return nil }
        let (step, overflow) = second.subtractingReportingOverflow(first)
        return overflow ? nil : step
    }

    /// Replaces a list of shifts by their range where every event has a shift of its own.
    private static func short(_ drafts: [GroupDraft]) -> [GroupDraft] {
        var joined = drafts
        var chain: [Int] = []
        var isGone = [Bool](repeating: false, count: drafts.count)
        func close() {
            defer { chain = [] }
            guard chain.count > GroupBuilder.fewShifts, let head = chain.first else { return }
            for index in chain.dropFirst() {
                joined[head] = Self.joined(joined[head], drafts[index])
                isGone[index] = true
            }
        }
        for index in drafts.indices where drafts[index].kind == .retimed {
            if drafts[index].count < steadyCount { chain.append(index) } else { close() }
        }
        close()
        return joined.indices.filter { !isGone[$0] }.map { joined[$0] }
    }

    private static func joined(_ first: GroupDraft, _ second: GroupDraft) -> GroupDraft {
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
