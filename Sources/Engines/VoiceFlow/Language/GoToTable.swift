internal import VoiceEngine
internal import VoiceJSON

/// Targets that a module leads to, by what decided.
struct GoToTable: Sendable, Equatable {
    struct IntentRule: Sendable, Equatable {
        var intent: FlowText
        var target: FlowText
        var path: JSONPath
    }

    /// One rule for words.
    struct InputRule: Sendable, Equatable {
        /// The words that it waits for.
        var pattern: InputPattern
        /// Whether words of speech that is not over count too.
        var acceptsPartial: Bool
        var target: FlowText
        var path: JSONPath
    }

    /// Targets of the keys that have one. Most modules have one or two: a search from the front
    /// costs less than a hash.
    struct Targets: Sendable, Equatable {
        private struct Entry: Sendable, Equatable {
            let key: String
            let target: FlowText
        }

        private var entries: [Entry] = []

        /// Every target there is.
        var all: some Sequence<FlowText> { entries.lazy.map(\.target) }

        subscript(key: String) -> FlowText? {
            entries.first { $0.key == key }?.target
        }

        /// Adds the target of a key that has none.
        mutating func add(_ key: String, _ target: FlowText) {
            entries.append(Entry(key: key, target: target))
        }
    }

    /// Keys with one target: `DEFAULT`, `maxTimeoutCount`, …
    var targets = Targets()
    /// Targets by the reason for which a recording stopped.
    var stops: [StopReason: FlowText] = [:]
    var intents: [IntentRule] = []
    var inputs: [InputRule] = []

    static let singleKeys = [
        FlowKey.defaultWay, FlowKey.maxTimeoutCount, FlowKey.maxGarbageCount,
        FlowKey.maxSRErrorCount, FlowKey.loadPromptFailure,
        FlowKey.internalFailure,
    ]
}
