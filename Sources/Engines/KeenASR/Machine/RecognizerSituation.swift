/// Reason why the recognizer does not do what it was asked for.
public enum KIOSRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// Sound goes to the decoder, and a response will follow.
    case listening
    /// The recognizer works out the final result.
    case finalProcessing
    /// No decoding graph is prepared.
    case needsDecodingGraph
    /// The recognizer does not listen.
    case notListening
    /// Listening was stopped before it gave a response.
    case stopped
    /// The user has not allowed recording.
    case noRecordingPermission
    /// The app has chosen no world with a microphone.
    case noMicrophone
    /// The audio stack is deactivated.
    case audioStackInactive
    /// The audio session is interrupted.
    case interrupted
    /// Nothing here takes the app's own sound out of the microphone.
    case echoCancellationUnavailable
    /// There is no graph of this name.
    case unknownGraph
    /// The graph has no contexts.
    case notContextual
    /// The graph has contexts, and none was named.
    case contextual
    /// The graph has no context of this number.
    case contextOutOfRange
    /// A value that the parameter does not take.
    case value
    /// The run of the recognizer never began: no sound device, or no speech recognizer, was found.
    case unavailable
    /// The recognizer was torn down.
    case tornDown
}

extension KIOSRefusal: CustomStringConvertible {
    /// Message on the reason, and the next step.
    public var description: String {
        switch self {
        case .listening: "the recognizer listens. Stop it, or wait for the final response."
        case .finalProcessing:
            "the recognizer works out the final result. Wait for the final response."
        case .needsDecodingGraph:
            "no decoding graph is prepared. Prepare one with prepareForListening first."
        case .notListening: "the recognizer does not listen. Start it first."
        case .stopped: "listening was stopped, so that it gives no response. Start it again."
        case .noRecordingPermission:
            "the user has not allowed recording. Ask for the permission first."
        case .noMicrophone:
            "no sound device: KIOSRecognizer.makeHost is not set. Set it before the recognizer is"
                + " initialised, for example to { DeviceHost(task: .general) } of VoiceLive, or"
                + " listen to a file with startListening(from:)."
        case .audioStackInactive:
            "the audio stack is deactivated. Activate it with activateAudioStack first."
        case .interrupted:
            "the audio session is interrupted. Wait until the recognizer is ready again."
        case .echoCancellationUnavailable:
            "this host cannot remove the app's own sound from the microphone. Use a host that can."
        case .unknownGraph: "there is no decoding graph of this name. Create or load it first."
        case .notContextual:
            "the decoding graph has no contexts. Prepare it without a context."
        case .contextual: "the decoding graph has contexts. Name one of them."
        case .contextOutOfRange:
            "the decoding graph has no context of this number. They count from 0."
        case .value: "the value is none that the parameter takes. Use more than 0 seconds."
        case .unavailable:
            "no sound device or speech recognizer was found. Tear the recognizer down, connect the"
                + " device, and initialise it again."
        case .tornDown: "the recognizer was torn down. Initialise it again."
        }
    }
}

/// Calls that the recognizer takes in some situations only.
enum GuardedCall: String, Sendable, CaseIterable {
    case prepareForListening, startListening, stopListening, finishListening
    case stopListeningAndReturnFinalResponse
    case resetSpeakerAdaptation, performEchoCancellation
    case deactivateAudioStack, activateAudioStack, reinitAudioStack, teardown

    /// Whether it leads to another state than this. Listening that is over cannot be finished.
    func leads(away state: KIOSRecognizerState) -> Bool {
        switch self {
        case .prepareForListening, .startListening: true
        case .stopListening, .deactivateAudioStack, .reinitAudioStack: true
        case .finishListening, .stopListeningAndReturnFinalResponse: state == .listening
        case .activateAudioStack, .resetSpeakerAdaptation, .performEchoCancellation, .teardown:
            false
        }
    }

    /// Whether it ends listening without a response.
    var endsListening: Bool {
        switch self {
        case .stopListening, .deactivateAudioStack, .reinitAudioStack: true
        case .prepareForListening, .startListening, .finishListening,
            .stopListeningAndReturnFinalResponse, .resetSpeakerAdaptation,
            .performEchoCancellation, .activateAudioStack, .teardown:
            false
        }
    }
}

/// Facts that decide which calls the recognizer takes.
///
/// The machine uses it, and the façade keeps a copy, so that calls can be refused at
/// once.
struct RecognizerSituation: Sendable, Hashable {
    var state = KIOSRecognizerState.needsDecodingGraph
    /// Whether a graph is prepared.
    var hasGraph = false
    var isAudioActive = true
    var isInterrupted = false
    var mayRecord = true
    var offersEchoCancellation = false
    /// Whether the run could not begin. Nothing starts then, until there is a new recognizer.
    var isUnavailable = false

    /// The state of a recognizer that does not listen.
    var idleState: KIOSRecognizerState { hasGraph ? .readyToListen : .needsDecodingGraph }

    /// Reason why it is not idle; nil where it is.
    private var busy: KIOSRefusal? {
        switch state {
        case .needsDecodingGraph, .readyToListen: nil
        case .listening: .listening
        case .finalProcessing: .finalProcessing
        }
    }

    /// Returns the reason why a call is refused now; nil where it is taken.
    func refusal(of call: GuardedCall) -> KIOSRefusal? {
        switch call {
        case .prepareForListening, .performEchoCancellation, .teardown: busy
        case .startListening: busy ?? whyNotReady
        case .stopListening: busy == nil ? .notListening : nil
        case .finishListening, .stopListeningAndReturnFinalResponse:
            switch state {
            case .needsDecodingGraph, .readyToListen: .notListening
            case .listening: nil
            case .finalProcessing: .finalProcessing
            }
        case .resetSpeakerAdaptation: state == .listening ? .listening : nil
        case .activateAudioStack, .reinitAudioStack:
            isUnavailable ? .unavailable : isInterrupted ? .interrupted : nil
        case .deactivateAudioStack: nil
        }
    }

    private var whyNotReady: KIOSRefusal? {
        if isUnavailable { return .unavailable }
        if !hasGraph { return .needsDecodingGraph }
        if isInterrupted { return .interrupted }
        if !isAudioActive { return .audioStackInactive }
        return mayRecord ? nil : .noRecordingPermission
    }

    /// Applies an accepted call to the situation.
    mutating func handle(_ call: GuardedCall) {
        switch call {
        case .prepareForListening:
            hasGraph = true
            state = .readyToListen
        case .startListening: state = .listening
        case .stopListening: state = idleState
        case .finishListening, .stopListeningAndReturnFinalResponse: state = .finalProcessing
        case .deactivateAudioStack:
            state = idleState
            isAudioActive = false
        case .activateAudioStack: isAudioActive = true
        case .reinitAudioStack:
            state = idleState
            isAudioActive = true
        case .resetSpeakerAdaptation, .performEchoCancellation, .teardown: break
        }
    }
}

extension KIOSRecognizerState {
    /// The name in events and inputs.
    var name: String { "\(self)" }

    /// The state of a name in events.
    init?(name: String) {
        guard let state = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = state
    }
}
