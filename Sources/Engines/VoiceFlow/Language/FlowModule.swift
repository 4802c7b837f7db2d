internal import VoiceJSON

/// One voiceflow module as its file describes it; an object, because every step of a flow hands it
/// on.
final class FlowModule: Sendable {
    /// The reserved ids of a flow's ends.
    static let start = "VF_START"
    /// The end, which leads nowhere.
    static let end = "VF_END"

    /// The types of modules, as a flow spells them.
    enum Kind: String, Sendable, CaseIterable {
        /// Kinds of what a module does.
        case node, process, pauseResume, playAudio, recordAudio, recognizeAudio, audioDialog
        case audioListener, runAEC

        /// Whether the user intent ends a module of this kind.
        var takesIntents: Bool {
            self == .audioDialog || self == .audioListener || self == .recognizeAudio
        }

        /// Whether a module of this kind ever takes a goTo key; all kinds take the key for a target
        /// that leads nowhere.
        func takes(_ key: String) -> Bool {
            switch key {
            case FlowKey.defaultWay, FlowKey.internalFailure: true
            case FlowKey.loadPromptFailure:
                self == .playAudio || self == .recordAudio || self == .audioDialog
                    || self == .audioListener
            case FlowKey.maxTimeoutCount, FlowKey.maxGarbageCount: self == .audioDialog
            case FlowKey.maxSRErrorCount, FlowKey.userIntentCollection, FlowKey.userInputCollection:
                takesIntents
            default: self == .recordAudio || self == .recognizeAudio
            }
        }
    }

    enum Body: Sendable {
        case node
        case process([Assignment])
        case pauseResume
        case playAudio(PlayParameters)
        case recordAudio(Shared<ListeningParameters>)
        case recognizeAudio(Shared<ListeningParameters>)
        case audioDialog(Shared<DialogParameters>)
        case audioListener(Shared<AudioListenerParameters>)
        /// A module type this engine does not run: it takes `internalFailure`.
        case unsupported
    }

    struct Assignment: Sendable, Equatable {
        var name: String
        var value: JSONValue
        var path: JSONPath
    }

    /// Name by which ways lead to it.
    let id: String
    /// Kind of the module.
    let kind: Kind
    let body: Body
    let goTo: GoToTable
    /// Answer to the end of an interruption of the audio session; nil takes the flow's.
    let interruption: InterruptionParameters?
    let path: JSONPath

    init(
        id: String, kind: Kind, body: Body, goTo: GoToTable, interruption: InterruptionParameters?,
        path: JSONPath
    ) {
        self.id = id
        self.kind = kind
        self.body = body
        self.goTo = goTo
        self.interruption = interruption
        self.path = path
    }
}

/// Something read from a file that many hold, none changes, and that is too large to copy about.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Prompts that a `playAudio` module, or one group of dialog prompts, plays.
struct PlayParameters: Sendable, Equatable {
    var style: RuntimeValue<PromptStyle>
    var prompts: [FlowText]
    var voice: VoiceText
    var path: JSONPath
}

/// Order in which the members of a collection are played.
enum PromptStyle: String, Sendable, CaseIterable {
    case single, select, combo, serial

    /// The style that a field's value spells.
    static func read(_ value: JSONValue) -> Self? {
        ScalarText.text(value).flatMap(Self.init)
    }
}

/// Prompts that an `audioDialog` module says, and the way in which it listens.
struct DialogParameters: Sendable, Equatable {
    enum PromptType: String, Sendable, CaseIterable {
        case preInitial, initial, garbage, timeout
        case srError = "sr_error"
    }

    struct Prompt: Sendable, Equatable {
        /// Occasion on which it is said; where ``typeField`` names a field, that field tells.
        var type: PromptType
        var typeField: String?
        var play: PlayParameters
        var recognizesWhilePlaying: RuntimeValue<Bool>
        var playsInitialAfter: RuntimeValue<Bool>
    }

    var prompts: [Prompt]
    var maxTimeouts: RuntimeValue<Int64>
    var maxGarbage: RuntimeValue<Int64>
    var maxErrors: RuntimeValue<Int64>
    var listening: ListeningParameters
}

/// Prompt that an `audioListener` module plays while it listens.
struct AudioListenerParameters: Sendable, Equatable {
    /// The first prompt; nil where the file names none.
    var prompt: FlowText?
    var listening: ListeningParameters
}

/// Answer of a module to an interruption of the audio session.
struct InterruptionParameters: Sendable, Equatable {
    enum Transition: String, Sendable, CaseIterable {
        /// Goes on where it was cut, or `rewind` earlier.
        case resume
        /// Begins the module anew.
        case `repeat`
        /// Goes to another module.
        case goto
        /// Ends the flow.
        case end
    }

    var transition: FlowText
    var target: FlowText
    var rewindMilliseconds: RuntimeValue<Int64>
    var path: JSONPath
}
