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

        private static func contains(_ wanted: [UInt8], in heard: [UInt8]) -> Bool {
            guard wanted.count <= heard.count else { return false }
            return (0...(heard.count - wanted.count)).contains { start in
                heard[start..<(start + wanted.count)].elementsEqual(wanted)
            }
        }

        private static func folded(_ text: String) -> [UInt8] {
            let words = text.lowercased().split(whereSeparator: \.isWhitespace)
            return Array(words.joined(separator: " ").utf8)
        }
    }

    /// Keys with one target: `DEFAULT`, `maxTimeoutCount`, …
    var targets: [String: FlowText] = [:]
    /// Targets by the reason for which a recording stopped.
    var stops: [StopReason: FlowText] = [:]
    var intents: [IntentRule] = []
    var inputs: [InputRule] = []

    static let singleKeys = [
        "DEFAULT", "maxTimeoutCount", "maxGarbageCount", "maxSRErrorCount", "loadPromptFailure",
        "internalFailure",
    ]
}
