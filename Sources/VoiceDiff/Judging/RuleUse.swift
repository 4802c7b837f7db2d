public import VoiceTrace

/// Which rules of a tolerance had anything to speak for: one that never does is a slip of the pen.
public struct RuleUse: Sendable, Equatable {
    private let rules: [Tolerance.Rule]
    private var isUsed: [Bool]
    private var isFieldUsed: [[Bool]]

    /// No rule of `tolerance` has spoken yet.
    public init(_ tolerance: Tolerance) {
        rules = tolerance.rules
        isUsed = rules.map { _ in false }
        isFieldUsed = rules.map { $0.fields.map { _ in false } }
    }

    /// Notes which rules match some of `events`, and which of their fields those have.
    public mutating func note(_ events: [TraceEvent]) {
        for index in rules.indices where !isDone(index) {
            for event in events {
                note(event, index)
                if isDone(index) { break }
            }
        }
    }

    /// The same for the events of a trace file, of which only those are read that it takes.
    ///
    /// - Throws: `TraceError` where a line that is read is no event.
    public mutating func note(_ lines: TraceLines) throws(TraceError) {
        let search = TraceSearch(lines)
        for index in rules.indices {
            let members = rules[index].members
            if !isUsed[index] {
                try search.forEach(holding: members) { _, event in
                    note(event, index)
                    return !isUsed[index]
                }
            }
            for (place, name) in rules[index].fields.enumerated() {
                guard isUsed[index], !isFieldUsed[index][place] else { continue }
                let key = name.hasPrefix("why.") ? String(name.dropFirst(4)) : name
                let member = "\(JSONWriter.text(.string(key))):"
                try search.forEach(holding: members + [member]) { _, event in
                    note(event, index)
                    return !isFieldUsed[index][place]
                }
            }
        }
    }

    private mutating func note(_ event: TraceEvent, _ index: Int) {
        guard rules[index].fits(event) else { return }
        isUsed[index] = true
        for (place, name) in rules[index].fields.enumerated() {
            if Self.has(name, event) { isFieldUsed[index][place] = true }
        }
    }

    /// Adds what other events used of the same rules.
    public mutating func add(_ other: RuleUse) {
        for index in rules.indices {
            isUsed[index] = isUsed[index] || other.isUsed[index]
            isFieldUsed[index] = zip(isFieldUsed[index], other.isFieldUsed[index]).map { $0 || $1 }
        }
    }

    /// A sentence for every rule that matched nothing, and every field that no event had.
    public var unused: [String] {
        rules.indices.flatMap { index -> [String] in
            let name = "$.rules[\(index)]"
            guard isUsed[index] else { return ["\(name) matches no event of any session"] }
            return zip(rules[index].fields, isFieldUsed[index]).filter { !$1 }.map { field, _ in
                "\(name): no event that it matches has a field '\(field)'"
            }
        }
    }

    private func isDone(_ index: Int) -> Bool {
        isUsed[index] && isFieldUsed[index].allSatisfy { $0 }
    }

    private static func has(_ name: String, _ event: TraceEvent) -> Bool {
        if name == "why" { return !event.why.isEmpty }
        return name.hasPrefix("why.")
            ? event.why[String(name.dropFirst(4))] != nil : event.fields[name] != nil
    }
}
