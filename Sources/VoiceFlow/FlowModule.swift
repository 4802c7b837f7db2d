internal import VoiceTrace

/// One voiceflow module as its file describes it.
struct FlowModule: Sendable, Equatable {
    /// The reserved ids of a flow's ends.
    static let start = "VF_START"
    static let end = "VF_END"

    enum Kind: String, Sendable, CaseIterable {
        case node, process, pauseResume, playAudio, recordAudio, recognizeAudio, audioDialog
        case audioListener, runAEC

        /// Whether the user intent ends a module of this kind.
        var takesIntents: Bool {
            self == .audioDialog || self == .audioListener || self == .recognizeAudio
        }
    }

    /// Kept apart from the module, which is copied at every step of a flow.
    indirect enum Body: Sendable, Equatable {
        case node
        case process([Assignment])
        case pauseResume
        case playAudio(PlayParameters)
        case recordAudio(ListeningParameters)
        case recognizeAudio(ListeningParameters)
        case audioDialog(DialogParameters)
        case audioListener(ListenerParameters)
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
    /// What happens when an interruption of the audio session is over; nil takes the flow's.
    var interruption: InterruptionParameters?
    var path: JSONPath
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

/// What an `audioListener` module plays while it listens.
struct ListenerParameters: Sendable, Equatable {
    /// The first prompt; nil where the file names none.
    var prompt: FlowText?
    var listening: ListeningParameters
}

/// What follows an interruption of the audio session.
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
