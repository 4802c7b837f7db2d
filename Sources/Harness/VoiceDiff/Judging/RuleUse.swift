package import VoiceJSON
package import VoiceTrace

/// Which rules of a tolerance had anything to speak for: one that never does is a slip of the pen.
package struct RuleUse: Sendable, Equatable {
    /// The rules; empty where only their use was kept.
    private let rules: [Tolerance.Rule]
    private let fields: [[String]]
    private var isUsed: [Bool]
    private var isFieldUsed: [[Bool]]

    /// No rule of `tolerance` has spoken yet.
    package init(_ tolerance: Tolerance) {
        rules = tolerance.rules
        fields = rules.map(\.fields)
        isUsed = rules.map { _ in false }
        isFieldUsed = rules.map { $0.fields.map { _ in false } }
    }

    /// Records which rules match some of `events`, and which of their fields those have.
    package mutating func record(_ events: [TraceEvent]) {
        for index in rules.indices where !isDone(index) {
            for event in events {
                record(event, index)
                if isDone(index) { break }
            }
        }
    }

    /// The same for the events of a trace file, of which only those are read that it takes.
    ///
    /// - Throws: `TraceError` where a line that is read is no event.
    package mutating func record(_ lines: TraceLines) throws(TraceError) {
        let search = TraceSearch(lines)
        for index in rules.indices {
            let members = rules[index].members
            if !isUsed[index] {
                try search.forEach(holding: members) { _, event in
                    record(event, index)
                    return !isUsed[index]
                }
            }
            for (place, name) in rules[index].fields.enumerated() {
                guard isUsed[index], !isFieldUsed[index][place] else { continue }
                let key = name.hasPrefix("why.") ? String(name.dropFirst(4)) : name
                let member = "\(JSONWriter.text(.string(key))):"
                try search.forEach(holding: members + [member]) { _, event in
                    record(event, index)
                    return !isFieldUsed[index][place]
                }
            }
        }
    }

    private mutating func record(_ event: TraceEvent, _ index: Int) {
        guard rules[index].fits(event) else { return }
        isUsed[index] = true
        for (place, name) in rules[index].fields.enumerated() {
            if Self.has(name, event) { isFieldUsed[index][place] = true }
        }
    }

    /// Whether the use is of as many rules with the same fields.
    package func isOfSameRules(as other: RuleUse) -> Bool { fields == other.fields }

    /// Adds what other events used of the same rules.
    package mutating func add(_ other: RuleUse) {
        precondition(isOfSameRules(as: other), "use of the same rules only")
        for index in fields.indices {
            isUsed[index] = isUsed[index] || other.isUsed[index]
            isFieldUsed[index] = zip(isFieldUsed[index], other.isFieldUsed[index]).map { $0 || $1 }
        }
    }

    /// A sentence for every rule that matched nothing, and every field that no event had.
    package var unused: [String] {
        fields.indices.flatMap { index -> [String] in
            let name = "$.rules[\(index)]"
            guard isUsed[index] else { return ["\(name) matches no event of any session"] }
            return zip(fields[index], isFieldUsed[index]).filter { !$1 }.map { field, _ in
                "\(name): no event that it matches has a field '\(field)'"
            }
        }
    }

    /// Shape: `[[whether the rule was used, [[field, whether an event had it]]]]`.
    package var value: JSONValue {
        .array(
            fields.indices.map { index in
                .array([
                    .bool(isUsed[index]),
                    .array(
                        zip(fields[index], isFieldUsed[index]).map { name, isUsed in
                            .array([.string(name), .bool(isUsed)])
                        }),
                ])
            })
    }

    /// Reads what ``value`` holds; nil when it is not what should stand there.
    package init?(_ value: JSONValue) {
        guard let listed = value.array else { return nil }
        var (fields, isUsed, isFieldUsed): ([[String]], [Bool], [[Bool]]) = ([], [], [])
        for rule in listed {
            guard let parts = rule.array, parts.count == 2, let used = parts[0].bool,
                let pairs = parts[1].array
            else { return nil }
            let names = pairs.compactMap { $0.array?.first?.string }
            let marks = pairs.compactMap { $0.array?.last?.bool }
            guard names.count == pairs.count, marks.count == pairs.count else { return nil }
            fields.append(names)
            isUsed.append(used)
            isFieldUsed.append(marks)
        }
        rules = []
        self.fields = fields
        self.isUsed = isUsed
        self.isFieldUsed = isFieldUsed
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
