@testable import KeenASR

/// Judges what a recognizer answers and tells by the published table of its states.
///
/// A pure value that knows of the recognizer only what an app sees: which call was taken in which
/// state, and what the delegate was told.
struct CallRules {
    /// What a delegate is told.
    enum Told: Equatable {
        case unwind, trigger, partial, ready
        case final(id: String)
    }

    /// A call as the app made it.
    struct Call {
        let call: GuardedCall
        let isTaken: Bool
        let from: KIOSRecognizerState
        let to: KIOSRecognizerState
        /// Whether its arguments are good: a graph that exists, a value that is offered.
        var isValid = true
        /// The id of the response to come, of a start that was taken.
        var id = ""
    }

    /// What is wrong, in sentences.
    private(set) var faults: [String] = []
    /// Whether the user allows recording.
    private let mayRecord: Bool
    private var ids: Set<String> = []
    /// The response that may still come.
    private var open: String?
    private var isTornDown = false
    private var isInterrupted = false
    private var isAudioActive = true
    /// Whether the app has deactivated the audio stack, which an interrupt does not undo.
    private var isDeactivated = false

    init(mayRecord: Bool) { self.mayRecord = mayRecord }

    private func isBusy(_ state: KIOSRecognizerState) -> Bool {
        state == .listening || state == .finalProcessing
    }

    /// Whether the published table takes the call.
    private func takes(_ call: Call) -> Bool {
        if isTornDown { return false }
        switch call.call {
        case .prepareForListening, .performEchoCancellation, .teardown:
            return !isBusy(call.from) && call.isValid
        case .startListening:
            return call.from == .readyToListen && mayRecord && !isInterrupted
                && isAudioActive
        case .stopListening: return isBusy(call.from)
        case .activateAudioStack, .reinitAudioStack: return !isInterrupted
        case .deactivateAudioStack: return true
        case .finishListening, .stopListeningAndReturnFinalResponse, .resetSpeakerAdaptation:
            return call.isTaken
        }
    }

    /// The state that the published table leads to.
    private func end(of call: Call) -> KIOSRecognizerState {
        guard call.isTaken else { return call.from }
        switch call.call {
        case .prepareForListening: return .readyToListen
        case .startListening: return .listening
        case .stopListening, .deactivateAudioStack, .reinitAudioStack:
            return isBusy(call.from) ? .readyToListen : call.from
        default: return call.from
        }
    }

    /// The app made a call.
    mutating func called(_ call: Call) {
        if call.isTaken != takes(call) {
            faults.append(
                "\(call.call) \(call.isTaken ? "is taken" : "is refused") in \(call.from)"
                    + (isTornDown ? " after teardown" : ""))
        }
        let end = end(of: call)
        if !isTornDown, call.to != end { faults.append("\(call.call) leads to \(call.to)") }
        guard call.isTaken else { return }
        switch call.call {
        case .startListening:
            if !ids.insert(call.id).inserted { faults.append("two starts have the id \(call.id)") }
            open = call.id
        case .stopListening: open = nil
        case .deactivateAudioStack:
            open = nil
            isAudioActive = false
            isDeactivated = true
        case .activateAudioStack, .reinitAudioStack:
            if call.call == .reinitAudioStack { open = nil }
            isAudioActive = true
            isDeactivated = false
        case .teardown: isTornDown = true
        default: break
        }
    }

    /// The delegate was told something.
    mutating func told(_ told: Told, in state: KIOSRecognizerState) {
        if isTornDown { faults.append("\(told) after teardown") }
        switch told {
        case .unwind:
            if isInterrupted { faults.append("a second unwind before the end of the interrupt") }
            isInterrupted = true
            isAudioActive = false
            open = nil
        case .ready:
            if !isInterrupted { faults.append("ready without an interrupt") }
            isInterrupted = false
            isAudioActive = !isDeactivated
        case .trigger, .partial:
            if state != .listening || open == nil { faults.append("\(told) in \(state)") }
        case .final(let id):
            if state != .readyToListen { faults.append("a final response in \(state)") }
            if id != open { faults.append("a final response that no listening waits for") }
            open = nil
        }
    }
}
