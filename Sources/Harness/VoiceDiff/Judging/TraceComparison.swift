internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The walk along two aligned traces that finds every difference.
///
/// Inside, the traces are called left and right: which of them is the golden one is decided by
/// their contents, so that exchanging them changes nothing but the names.
struct TraceComparison {
    /// Every difference in order of time.
    private(set) var differences: [Difference] = []
    /// The stretch of one shift that lasts to the end; -1 when nothing could be paired.
    private(set) var lastStretch = -1

    /// Decisions that part within the tolerance, the first of them.
    private(set) var tolerated: [Difference] = []
    private static let toleratedLimit = 16

    private let left: [TraceEvent]
    private let right: [TraceEvent]
    private let isMirrored: Bool
    private let judge: FieldJudge
    var vocabulary: EventVocabulary { judge.vocabulary }
    private var stretch = -1
    private var stretchShift: Frame?

    init(
        golden: [TraceEvent], actual: [TraceEvent], judge: FieldJudge, takesShortcut: Bool = true
    ) {
        self.judge = judge
        isMirrored = Self.comesFirst(actual, golden)
        left = isMirrored ? actual : golden
        right = isMirrored ? golden : actual
        guard !takesShortcut || golden != actual else { return }
        let alignment = Alignment(left: left, right: right, vocabulary: judge.vocabulary)
        let moves = MoveFinder.find(left: left, right: right, alignment: alignment)
        walk(alignment.partners, moves)
        lastStretch = stretch
        sortByTime()
    }

    /// The walk is in order of what happened; within one frame, that order is kept.
    private mutating func sortByTime() {
        let frames = differences.map(\.frame)
        guard zip(frames, frames.dropFirst()).contains(where: { $0 > $1 }) else { return }
        let places = frames.indices.sorted { (frames[$0], $0) < (frames[$1], $1) }
        differences = places.map { differences[$0] }
    }

    /// A total order of traces.
    private static func comesFirst(_ first: [TraceEvent], _ second: [TraceEvent]) -> Bool {
        guard first.count == second.count else { return first.count < second.count }
        for (one, other) in zip(first, second) where !one.isExactly(other) {
            return comesFirst(one, other)
        }
        return false
    }

    /// A total order of events; their texts are written only where nothing else decides.
    private static func comesFirst(_ first: TraceEvent, _ second: TraceEvent) -> Bool {
        if first.frame != second.frame { return first.frame < second.frame }
        if first.kind != second.kind { return first.kind < second.kind }
        if first.tap != second.tap { return first.tap.rawValue < second.tap.rawValue }
        let texts = (text(first.fields), text(second.fields))
        return texts.0 != texts.1 ? texts.0 < texts.1 : text(first.why) < text(second.why)
    }

    private static func text(_ object: JSONObject) -> String { JSONWriter.text(.object(object)) }

    private mutating func walk(_ partners: [Int32], _ moves: [MoveFinder.Found]) {
        let leftModules = ModuleTimeline(left, judge.vocabulary)
        let rightModules = ModuleTimeline(right, judge.vocabulary)
        var isMoved = [Bool](repeating: false, count: right.count)
        for move in moves { isMoved[move.right] = true }
        let folded = foldedPartners(moves, partners)
        var pending = moves[...]
        var free = 0
        for (position, partner) in partners.enumerated() {
            guard partner >= 0 else {
                if let move = pending.first, move.left == position {
                    pending.removeFirst()
                    add(move, module: leftModules.module(at: position))
                } else {
                    addAlone(left: position, module: leftModules.module(at: position))
                }
                continue
            }
            for lone in free..<Int(partner) where !isMoved[lone] {
                addAlone(right: lone, module: rightModules.module(at: lone))
            }
            free = Int(partner) + 1
            judgePair(
                position, Int(partner), mayBeRetimed: !folded.contains(position), leftModules)
        }
        for lone in free..<right.count where !isMoved[lone] {
            addAlone(right: lone, module: rightModules.module(at: lone))
        }
    }

    /// Partners of a swap that only took each other's frames, behind a delay too: the swap says
    /// it all.
    private func foldedPartners(
        _ moves: [MoveFinder.Found], _ partners: [Int32]
    ) -> Set<Int> {
        var folded: Set<Int> = []
        for move in moves where move.isSwap {
            guard let past = move.past else { continue }
            let shift = shift(before: min(move.left, past.left), partners)
            if right[past.right].frame - left[move.left].frame == shift,
                right[move.right].frame - left[past.left].frame == shift
            {
                folded.insert(past.left)
            }
        }
        return folded
    }

    /// Returns how much later the nearest pair before `position` is on the right; 0 if there is
    /// none.
    private func shift(before position: Int, _ partners: [Int32]) -> Frame {
        var place = position - 1
        while place >= 0, partners[place] < 0 { place -= 1 }
        guard place >= 0 else { return 0 }
        return right[Int(partners[place])].frame - left[place].frame
    }

    private mutating func judgePair(
        _ position: Int, _ partner: Int, mayBeRetimed: Bool, _ modules: ModuleTimeline
    ) {
        let shift = right[partner].frame - left[position].frame
        if mayBeRetimed, shift != stretchShift {
            stretchShift = shift
            stretch += 1
        }
        if left[position].isExactly(right[partner]) { return }
        let (golden, actual) = oriented(left[position], right[partner])
        let fields = judge.changes(golden, actual)
        let isRetimed = mayBeRetimed && judge.isRetimed(golden, actual)
        guard !fields.isEmpty || isRetimed else {
            noteTolerated(golden, actual, module: modules.module(at: position), position)
            return
        }
        differences.append(
            Difference(
                kind: fields.isEmpty ? .retimed : .changed, golden: golden, actual: actual,
                fields: fields, move: nil, module: modules.module(at: position),
                stretch: isRetimed ? stretch : nil, position: position))
    }

    /// A pair that parts, though no further than is allowed, may still be what all else came from.
    private mutating func noteTolerated(
        _ golden: TraceEvent, _ actual: TraceEvent, module: String?, _ position: Int
    ) {
        guard tolerated.count < Self.toleratedLimit, golden.tap != .actions || !golden.why.isEmpty
        else { return }
        let fields = judge.allChanges(golden, actual)
        guard !fields.isEmpty || golden.frame != actual.frame else { return }
        tolerated.append(
            Difference(
                kind: fields.isEmpty ? .retimed : .changed, golden: golden, actual: actual,
                fields: fields, move: nil, module: module, stretch: nil, position: position))
    }

    private mutating func add(_ move: MoveFinder.Found, module: String?) {
        let (golden, actual) = oriented(left[move.left], right[move.right])
        let past = move.past.map { past in
            Difference.Move(
                past: isMirrored ? right[past.right] : left[past.left],
                isEarlier: move.isEarlier != isMirrored, isSwap: move.isSwap)
        }
        differences.append(
            Difference(
                kind: .moved, golden: golden, actual: actual,
                fields: judge.changes(golden, actual), move: past, module: module, stretch: nil,
                position: move.left))
    }

    private mutating func addAlone(left position: Int, module: String?) {
        let event = left[position]
        differences.append(
            Difference(
                kind: isMirrored ? .extra : .missing, golden: isMirrored ? nil : event,
                actual: isMirrored ? event : nil, fields: [], move: nil, module: module,
                stretch: nil, position: position))
    }

    private mutating func addAlone(right position: Int, module: String?) {
        let event = right[position]
        differences.append(
            Difference(
                kind: isMirrored ? .missing : .extra, golden: isMirrored ? event : nil,
                actual: isMirrored ? nil : event, fields: [], move: nil, module: module,
                stretch: nil, position: position))
    }

    private func oriented(
        _ left: TraceEvent, _ right: TraceEvent
    ) -> (golden: TraceEvent, actual: TraceEvent) {
        isMirrored ? (right, left) : (left, right)
    }

    /// Whether the event at `position` is the last of the trace that `difference` stands in.
    func isLast(_ difference: Difference) -> Bool {
        let isRight = difference.kind == (isMirrored ? .missing : .extra)
        return difference.position == (isRight ? right : left).count - 1
    }
}

extension TraceEvent {
    /// Whether both are the same event with the same particulars and evidence at the same frame.
    func isExactly(_ other: TraceEvent) -> Bool {
        frame == other.frame && hasContent(of: other)
    }

    /// Whether both are the same but for their time.
    func hasContent(of other: TraceEvent) -> Bool {
        kind == other.kind && tap == other.tap && fields == other.fields && why == other.why
    }
}
