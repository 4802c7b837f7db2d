internal import VoiceJSON

/// A recognizer that an app brings instead of the built-in one.
///
/// It belongs to one request at a time, which is its delegate while that listens.
@MainActor
public protocol SAYSpeechRecognitionService: AnyObject {
    /// Delegate that is told what the service recognises. Services keep it weakly.
    var delegate: (any SAYSpeechRecognitionServiceDelegate)? { get set }

    /// Starts recording and recognising.
    func start()

    /// Stops recording; the result still comes.
    func stop()

    /// Stops; no result is wanted. A service that has brought its result, or failed, is not told.
    func cancel()
}

/// Receives what a service recognises. News after the result, and after an error, have no effect.
@MainActor
public protocol SAYSpeechRecognitionServiceDelegate: AnyObject {
    /// The service stopped recording by itself.
    func speechRecognitionServiceDidStopRecording(_ service: any SAYSpeechRecognitionService)

    /// The service understands `transcript` so far.
    func speechRecognitionService(
        _ service: any SAYSpeechRecognitionService, didRecognizePartial transcript: String)

    /// The service has a result.
    func speechRecognitionService(
        _ service: any SAYSpeechRecognitionService,
        didRecognize result: SAYSpeechRecognitionResult)

    /// The service failed; `message` is for people.
    func speechRecognitionService(
        _ service: any SAYSpeechRecognitionService, didFail message: String)
}

/// Passes the news of a service on to the engine, for one listening of one request.
@MainActor
final class ServiceListener: SAYSpeechRecognitionServiceDelegate {
    private weak var presenter: SAYVoiceRequestPresenter?
    private let request: JSONValue
    private var isOpen = true
    /// Whether the service has brought its result, or failed.
    private(set) var hasAnswered = false

    init(_ presenter: SAYVoiceRequestPresenter, request: JSONValue) {
        self.presenter = presenter
        self.request = request
    }

    func close() { isOpen = false }

    private func notify(_ event: String, _ more: JSONObject = [:], isLast: Bool = false) {
        guard isOpen else { return }
        if isLast { (isOpen, hasAnswered) = (false, true) }
        var arguments = more
        arguments["request"] = request
        arguments["event"] = .string(event)
        for key in ["text", "message"] where arguments[key] == nil { arguments[key] = "" }
        presenter?.conversation?.facade?.send("serviceTold", arguments)
    }

    func speechRecognitionServiceDidStopRecording(_ service: any SAYSpeechRecognitionService) {
        notify("stopped")
    }

    func speechRecognitionService(
        _ service: any SAYSpeechRecognitionService, didRecognizePartial transcript: String
    ) { notify("partial", ["text": .string(transcript)]) }

    func speechRecognitionService(
        _ service: any SAYSpeechRecognitionService,
        didRecognize result: SAYSpeechRecognitionResult
    ) {
        func permille(_ confidence: Double) -> JSONValue {
            .integer(Int64((min(max(confidence, 0), 1) * 1_000).rounded()))
        }
        var arguments: JSONObject = [
            "text": .string(result.transcript.text),
            "confidence": permille(result.transcript.confidence),
        ]
        if !result.alternatives.isEmpty {
            arguments["alternatives"] = .array(
                result.alternatives.map {
                    .object(["text": .string($0.text), "confidence": permille($0.confidence)])
                })
        }
        notify("heard", arguments, isLast: true)
    }

    func speechRecognitionService(
        _ service: any SAYSpeechRecognitionService, didFail message: String
    ) { notify("failed", ["message": .string(message)], isLast: true) }
}

/// Controls the recognition of the request that is presented.
@MainActor
public final class SAYSpeechRecognitionManager {
    /// State of a session of recognition.
    public enum SessionState: String, Sendable, CaseIterable {
        /// There is no session.
        case none
        /// The tone of the microphone sounds.
        case initializing
        /// The microphone is open.
        case listening
        /// The answer of the recognizer is waited for.
        case processing
    }

    private weak var conversation: SAYConversationManager?
    /// State of the session.
    public internal(set) var sessionState = SessionState.none

    init(_ conversation: SAYConversationManager) { self.conversation = conversation }

    /// Seconds to wait for the answer of the recognizer, 0 through 120; 10 at first.
    public var responseTimeout = 10.0 {
        didSet {
            conversation?.configure("responseTimeoutMs", seconds: responseTimeout, 0...120)
        }
    }

    /// Seconds to wait for speech, 0.1 through 120; 8 at first.
    public var noSpeechTimeout = 8.0 {
        didSet { conversation?.configure("noSpeechMs", seconds: noSpeechTimeout, 0.1...120) }
    }

    /// Ends listening; the answer still comes. Does nothing while the microphone is closed.
    public func stopListeningNow() {
        guard sessionState == .listening else { return }
        conversation?.presenter.presentedRequest?.tapMicrophone()
    }

    /// Cancels the request whose session it is.
    public func cancelPrompt() { conversation?.presenter.presentedRequest?.cancel() }
}
