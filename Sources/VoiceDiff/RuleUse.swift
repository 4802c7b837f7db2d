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
            for event in events where rules[index].fits(event) {
                isUsed[index] = true
                for (place, name) in rules[index].fields.enumerated() {
                    if Self.has(name, event) { isFieldUsed[index][place] = true }
                }
                if isDone(index) { break }
            }
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
        name.hasPrefix("why.")
            ? event.why[String(name.dropFirst(4))] != nil : event.fields[name] != nil
    }
}
