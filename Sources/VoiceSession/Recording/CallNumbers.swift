internal import VoiceEngine
internal import VoiceTrace

/// Numbers the calls of a scripted app that its engine answers, and keeps those that a rule waits
/// for until they are answered.
struct CallNumbers {
    private let answered: Set<String>
    private var awaited: Set<String> = []
    private var open: [Int: EngineCall] = [:]
    private var next = 0

    /// Numbers from 0.
    init(_ engine: EngineDeclaration) {
        answered = Set(engine.calls.filter(\.isAnswered).map(\.name))
    }

    /// Numbers after those of the `rules` that act at a time.
    init(_ engine: EngineDeclaration, after rules: [Scenario.Rule]) {
        self.init(engine)
        for rule in rules {
            if case .reply(let pattern) = rule.trigger { awaited.insert(pattern.name) }
        }
        for rule in rules {
            if case .at = rule.trigger { for call in rule.calls { _ = numbered(call) } }
        }
    }

    /// `call` with its id, where the engine answers it.
    mutating func numbered(_ call: EngineCall) -> EngineCall {
        guard answered.contains(call.name) else { return call }
        defer { next += 1 }
        var call = call
        call.id = next
        if awaited.contains(call.name) { open[next] = call }
        return call
    }

    /// The call of this id that a rule waits for, once.
    mutating func close(_ id: Int) -> EngineCall? { open.removeValue(forKey: id) }
}
