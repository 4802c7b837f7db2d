internal import VoiceMedia
internal import VoiceTrace

/// Where a module leads, by what decided.
struct GoToTable: Sendable, Equatable {
    struct IntentRule: Sendable, Equatable {
        var intent: FlowText
        var target: FlowText
        var path: JSONPath
    }

    struct InputRule: Sendable, Equatable {
        enum Comparator: String, Sendable, CaseIterable {
            case equals, starts, contains
        }

        var comparator: Comparator
        var input: String
        var acceptsPartial: Bool
        var target: FlowText
        var path: JSONPath

        /// Whether `text` is what the rule waits for; case, outer blanks and runs of blanks aside.
        func matches(_ text: String) -> Bool {
            let heard = Self.folded(text)
            let wanted = Self.folded(input)
            switch comparator {
            case .equals: return heard == wanted
            case .starts: return heard.starts(with: wanted)
            case .contains: return Self.contains(wanted, in: heard)
            }
        }

        private static func contains(_ wanted: [Character], in heard: [Character]) -> Bool {
            guard wanted.count <= heard.count else { return false }
            return (0...(heard.count - wanted.count)).contains { start in
                heard[start..<(start + wanted.count)].elementsEqual(wanted)
            }
        }

        /// Characters are equal however their accents are encoded.
        private static func folded(_ text: String) -> [Character] {
            let words = text.lowercased().split(whereSeparator: \.isWhitespace)
            return Array(words.joined(separator: " "))
        }
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
        "DEFAULT", "maxTimeoutCount", "maxGarbageCount", "maxSRErrorCount", "loadPromptFailure",
        "internalFailure",
    ]
}
