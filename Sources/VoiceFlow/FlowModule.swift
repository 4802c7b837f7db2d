internal import VoiceTrace

/// One voiceflow module as its file describes it.
struct FlowModule: Sendable, Equatable {
    /// The reserved ids of a flow's ends.
    static let start = "VF_START"
    static let end = "VF_END"

    enum Kind: String, Sendable, CaseIterable {
        case node, process, pauseResume, playAudio, recordAudio, recognizeAudio, audioDialog
        case audioListener, runAEC
    }

    enum Body: Sendable, Equatable {
        case node
        case process([Assignment])
        case pauseResume
        case playAudio(PlayParameters)
        case audioDialog(DialogParameters)
        /// A module type this engine does not run: it takes `internalFailure`.
        case unsupported
    }

    struct Assignment: Sendable, Equatable {
        var name: String
        var value: JSONValue
    }

    var id: String
    var kind: Kind
    var body: Body
    var goTo: GoToTable
    var path: JSONPath
}

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
    var intents: [IntentRule] = []
    var inputs: [InputRule] = []

    static let singleKeys = [
        "DEFAULT", "maxTimeoutCount", "maxGarbageCount", "maxSRErrorCount", "loadPromptFailure",
        "internalFailure",
    ]
}

/// What a `playAudio` module, or one group of dialog prompts, plays.
struct PlayParameters: Sendable, Equatable {
    var style: PromptStyle
    var prompts: [FlowText]
    var voice: String
    var path: JSONPath
}

/// How the members of a collection are played.
enum PromptStyle: String, Sendable, CaseIterable {
    case single, select, combo, serial
}

/// What an `audioDialog` module says and how it listens.
struct DialogParameters: Sendable, Equatable {
    enum PromptType: String, Sendable, CaseIterable {
        case preInitial, initial, garbage, timeout
        case srError = "sr_error"
    }

    struct Prompt: Sendable, Equatable {
        var type: PromptType
        var play: PlayParameters
        var recognizesWhilePlaying: RuntimeValue<Bool>
        var playsInitialAfter: Bool
    }

    var prompts: [Prompt]
    var maxTimeouts: RuntimeValue<Int64>
    var maxGarbage: RuntimeValue<Int64>
    var maxErrors: RuntimeValue<Int64>
    var listening: ListeningParameters
}

/// Limits of listening, in milliseconds; nil takes the engine's setting.
struct ListeningParameters: Sendable, Equatable {
    /// The name of the recording job; the module's id when absent.
    var item: FlowText?
    /// Whether the limits below count; otherwise the recognizer's own, the engine's settings, do.
    var isEnabled: RuntimeValue<Bool>
    var minSpeech: RuntimeValue<Int64?>
    var minSilence: RuntimeValue<Int64?>
    var preSpeechSilence: RuntimeValue<Int64?>
    var postSpeechSilence: RuntimeValue<Int64?>
    var maxSpeech: RuntimeValue<Int64?>
    var maxAudio: RuntimeValue<Int64?>
}
