package import VoiceJSON
package import VoiceTrace

/// Use of the rules of a tolerance: a rule that never matches anything is a slip of the pen.
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

    /// Form in which a result keeps it: `[[whether the rule was used, [[field, whether an event had
    /// it]]]]`.
    package static let codec: JSONCodec<RuleUse> = {
        typealias Field = (name: String, isUsed: Bool)
        let field = JSONCodec<Field>(
            row: JSON.text, JSON.flag, parts: { ($0.name, $0.isUsed) }, make: { ($0, $1) })
        let rule = JSONCodec<(isUsed: Bool, fields: [Field])>(
            row: JSON.flag, JSON.list(field), parts: { ($0.isUsed, $0.fields) },
            make: { ($0, $1) })
        let rules = JSON.list(rule)
        return JSONCodec(
            write: { use in
                rules.write(
                    use.fields.indices.map { index in
                        (use.isUsed[index], Array(zip(use.fields[index], use.isFieldUsed[index])))
                    })
            }, read: { value in rules.read(value).map { RuleUse($0) } })
    }()

    private init(_ rules: [(isUsed: Bool, fields: [(name: String, isUsed: Bool)])]) {
        self.rules = []
        fields = rules.map { $0.fields.map(\.name) }
        isUsed = rules.map(\.isUsed)
        isFieldUsed = rules.map { $0.fields.map(\.isUsed) }
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
