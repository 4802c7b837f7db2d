internal import VoiceTime
public import VoiceTrace

/// A run held against a baseline: exactly, figure by figure.
public struct LatencyComparison: Sendable, Equatable {
    /// One figure that is not what it was.
    public struct Change: Sendable, Equatable {
        /// The session's name, as the baseline has it.
        public var session: String
        /// Which figure of it, as in `turn 2 "yes", endpoint`.
        public var place: String
        /// From what to what, as a person reads it.
        public var what: String
        /// What it was; nil where there was none.
        public var expected: JSONValue?
        /// What it is; nil if there is none.
        public var found: JSONValue?
    }

    /// The baseline's file.
    public var path: String
    /// How many figures were compared.
    public var compared = 0
    /// Sessions that only the baseline or only this run has: each is a change, and no figure.
    public var unmatched = 0
    /// What is not what it was, in order.
    public var changes: [Change] = []
    /// What was not compared.
    public var notes: [String] = []

    /// Compares `report` with the baseline that stands at `path`; sessions that the baseline does
    /// not hold are changes, unless `allowsNew` lets them pass.
    public init(
        _ report: LatencyReport, with baseline: LatencyBaseline, path: String,
        allowsNew: Bool = false
    ) {
        self.path = path
        let found = LatencyBaseline(report).sessions
        for (name, figures) in baseline.sessions {
            guard let own = found.first(where: { $0.name == name }) else {
                unmatched += 1
                changes.append(
                    Change(
                        session: name, place: "the session", what: "is missing in this run",
                        expected: .string(name)))
                continue
            }
            compare(name, figures, own.figures)
        }
        for (name, _) in found where !baseline.sessions.contains(where: { $0.name == name }) {
            guard !allowsNew else {
                notes.append("\(name) is not in the baseline and was not compared")
                continue
            }
            unmatched += 1
            changes.append(
                Change(
                    session: name, place: "the session",
                    what: "is not in the baseline (--allow-new lets it pass)",
                    found: .string(name)))
        }
    }

    private mutating func compare(_ name: String, _ expected: JSONObject, _ found: JSONObject) {
        let rate = SampleRate(hertz: Int(clamping: found["sampleRate"]?.integer ?? 0)) ?? .standard
        var (expected, found) = (expected, found)
        if (expected["work"] == nil) != (found["work"] == nil) {
            notes.append("\(name): work was counted only \(found["work"] == nil ? "then" : "now")")
            expected["work"] = nil
            found["work"] = nil
        }
        let allocations = "allocations"
        if let then = expected["work"]?.object, let now = found["work"]?.object,
            (then[allocations] == nil) != (now[allocations] == nil)
        {
            let when = now[allocations] == nil ? "then" : "now"
            notes.append("\(name): allocations were counted only \(when)")
            expected["work"] = .object(then.without(allocations))
            found["work"] = .object(now.without(allocations))
        }
        let before = Self.flat(expected)
        let after = Self.flat(found)
        let places =
            before.map(\.place)
            + after.map(\.place).filter { place in
                !before.contains { $0.place == place }
            }
        for place in places {
            let one = before.first { $0.place == place }?.value
            let other = after.first { $0.place == place }?.value
            compared += 1
            guard one != other else { continue }
            changes.append(
                Change(
                    session: name, place: place, what: Self.words(one, other, rate: rate),
                    expected: one, found: other))
        }
    }

    /// Every figure of a session with its place.
    private static func flat(_ figures: JSONObject) -> [(place: String, value: JSONValue)] {
        var flat: [(place: String, value: JSONValue)] = []
        for member in figures.members {
            switch (member.key, member.value) {
            case ("turns", .array(let turns)):
                for (index, turn) in turns.enumerated() {
                    let words = turn.object?["words"]?.string.map { " \"\($0)\"" } ?? ""
                    for part in turn.object?.members ?? [] {
                        flat.append(("turn \(index + 1)\(words), \(part.key)", part.value))
                    }
                }
            case ("gaps", .array(let gaps)):
                for (index, gap) in gaps.enumerated() {
                    let item = gap.object?["item"]?.string ?? "?"
                    let value = gap.object?["promptGap"] ?? .null
                    flat.append(("prompt \(index + 1) (\(item)), promptGap", value))
                }
            case ("sounds", .array(let sounds)):
                for (index, sound) in sounds.enumerated() {
                    let item = sound.object?["item"]?.string ?? "?"
                    for part in sound.object?.members ?? [] where part.key != "item" {
                        flat.append(("sound \(index + 1) (\(item)), \(part.key)", part.value))
                    }
                }
            case ("work", .object(let counts)):
                for count in counts.members {
                    flat.append(("work, \(count.key)", count.value))
                }
            default: flat.append((member.key, member.value))
            }
        }
        return flat
    }

    private static func words(
        _ expected: JSONValue?, _ found: JSONValue?, rate: SampleRate
    ) -> String {
        func text(_ value: JSONValue?) -> String {
            guard let value else { return "none" }
            guard let outcome = value.object, let name = outcome["outcome"]?.string else {
                return value.string ?? JSONWriter.text(value)
            }
            let time = outcome["frames"]?.integer.map { " \(rate.text($0))" } ?? ""
            let reason = outcome["reason"]?.string.map { " (\($0))" } ?? ""
            return (name == "measured" ? "" : name) + time + reason
        }
        let sentence = "\(text(expected)) -> \(text(found))".split(separator: " ")
            .joined(separator: " ")
        let before = expected?.object?["frames"]?.integer ?? expected?.integer
        let after = found?.object?["frames"]?.integer ?? found?.integer
        guard let before, let after else { return sentence }
        let (change, overflow) = after.subtractingReportingOverflow(before)
        guard !overflow else { return sentence }
        let size = found?.object == nil ? "\(change)" : rate.text(change)
        return "\(sentence) (\(change > 0 ? "+" : "")\(size))"
    }
}

extension JSONObject {
    fileprivate func without(_ key: String) -> JSONObject {
        var copy = self
        copy[key] = nil
        return copy
    }
}
