internal import VoiceJSON
public import VoiceTime
public import VoiceTrace

/// The first input that two sessions do not share, as opposed to its consequences.
public struct InputChange: Sendable, Equatable {
    /// The input of the golden session; nil where only the other has it.
    public let golden: InputEvent?
    /// The input of the other session; nil where only the golden has it.
    public let actual: InputEvent?
    /// The first field of it that changed; nil when it is there on one side only, or only retimed.
    package let field: FieldChange?

    /// Frame at which the inputs part: the earlier of both frames.
    public var frame: Frame { min(golden?.frame ?? .max, actual?.frame ?? .max) }

    /// Compares the inputs in their order; nil where all are the same. How the sessions ended is
    /// what came of it, and left aside.
    package init?(golden: [InputEvent], actual: [InputEvent]) {
        let left = golden.filter { !Self.isEnd($0) }
        let right = actual.filter { !Self.isEnd($0) }
        let same = zip(left, right).prefix { Self.isSame($0, $1) }.count
        let first = same < left.count ? left[same] : nil
        let second = same < right.count ? right[same] : nil
        guard first != nil || second != nil else { return nil }
        guard let first, let second, Self.name(first) == Self.name(second) else {
            let isMissing = first.map { $0.frame <= second?.frame ?? .max } ?? false
            self.golden = isMissing ? first : nil
            self.actual = isMissing ? nil : second
            field = nil
            return
        }
        self.golden = first
        self.actual = second
        field = Self.firstChange(
            Self.changes(first.object, second.object), shift: second.frame - first.frame)
    }

    /// Kind of input, and the call where it is one: `call setField`.
    public var name: String { (golden ?? actual).map(Self.name) ?? "" }

    /// Whether the input can be the cause of what happened at `frame`: what an app calls from
    /// inside a callback may itself be a consequence.
    func mayCause(_ frame: Frame) -> Bool {
        let isAnswer = golden?.during != nil || actual?.during != nil
        return isAnswer ? self.frame < frame : self.frame <= frame
    }

    private static let placeKeys: Set<String> = ["seq", "after", "t", "during", "kind"]

    private static func isEnd(_ event: InputEvent) -> Bool {
        if case .end = event.input { true } else { false }
    }

    private static func isSame(_ first: InputEvent, _ second: InputEvent) -> Bool {
        first.frame == second.frame && first.input == second.input
            && first.during?.by == second.during?.by
    }

    private static func name(_ event: InputEvent) -> String {
        let object = event.object
        let kind = object["kind"]?.string ?? ""
        return object["name"]?.string.map { "\(kind) \($0)" } ?? kind
    }

    /// Returns the most telling change: what was said comes first, where it stood last; nil where
    /// everything moved by `shift` alone.
    private static func firstChange(_ changes: [FieldChange], shift: Frame) -> FieldChange? {
        func rank(_ change: FieldChange) -> Int {
            if change.name == "words" || change.name == "text" { return 0 }
            return FieldUnit(field: change.name, in: .core) == .frames ? 2 : 1
        }
        let isLate =
            shift != 0
            && changes.allSatisfy { change in
                guard rank(change) == 2, let expected = change.expected?.integer,
                    let found = change.found?.integer
                else { return false }
                return found.subtractingReportingOverflow(expected).partialValue == shift
            }
        return isLate ? nil : changes.min { rank($0) < rank($1) }
    }

    /// Returns the fields that differ, members of members told by themselves, in order of the
    /// names.
    private static func changes(_ first: JSONObject, _ second: JSONObject) -> [FieldChange] {
        let names = Set((first.members + second.members).map(\.key)).subtracting(placeKeys)
        return names.sorted().flatMap { name -> [FieldChange] in
            let (before, after) = (first[name], second[name])
            guard before != after else { return [] }
            guard let inner = before?.object, let others = after?.object else {
                return [FieldChange(name: name, expected: before, found: after)]
            }
            return Set((inner.members + others.members).map(\.key)).sorted().compactMap { part in
                inner[part] == others[part]
                    ? nil : FieldChange(name: part, expected: inner[part], found: others[part])
            }
        }
    }
}
