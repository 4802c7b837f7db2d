/// Receives the results of a recognizer; called on the main actor.
///
/// Only ``unwindAppAudioBeforeAudioInterrupt()`` is required. Nothing is called after
/// ``KIOSRecognizer/teardown()``.
@MainActor
public protocol KIOSRecognizerDelegate: AnyObject {
    /// The audio session is interrupted and the recognizer is about to unwind its audio stack:
    /// stop sound of the app's own. Return soon, and leave recognizer and audio session alone.
    func unwindAppAudioBeforeAudioInterrupt()

    /// The trigger phrase of the decoding graph was heard; the recognizer continues listening.
    func triggerPhraseDetected(_ recognizer: KIOSRecognizer)

    /// The older name of ``triggerPhraseDetected(_:)``, called where the app has no such method.
    func recognizerTriggerPhraseDetected(for recognizer: KIOSRecognizer)

    /// Tells what is understood so far, about every 100 ms while it changes; with a trigger phrase
    /// only after it was heard.
    func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer)

    /// A limit of ``KIOSVadParameter`` ended listening: the recognizer is ready to listen again.
    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer)

    /// The older name of ``recognizerFinalResponse(_:for:)``, called where the app has no such
    /// method and there is a result.
    func recognizerFinalResult(_ result: KIOSResult, for recognizer: KIOSRecognizer)

    /// The interruption of the audio session is over; a decoding graph may still be missing, and an
    /// audio stack that the app itself has deactivated stays so.
    func recognizerReadyToListen(afterInterrupt recognizer: KIOSRecognizer)
}

extension KIOSRecognizerDelegate {
    /// Calls the older name.
    public func triggerPhraseDetected(_ recognizer: KIOSRecognizer) {
        recognizerTriggerPhraseDetected(for: recognizer)
    }

    /// Does nothing.
    public func recognizerTriggerPhraseDetected(for recognizer: KIOSRecognizer) {}

    /// Does nothing.
    public func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {}

    /// Calls the older name with the result.
    public func recognizerFinalResponse(
        _ response: KIOSResponse, for recognizer: KIOSRecognizer
    ) {
        if let result = response.result { recognizerFinalResult(result, for: recognizer) }
    }

    /// Does nothing.
    public func recognizerFinalResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {}

    /// Does nothing.
    public func recognizerReadyToListen(afterInterrupt recognizer: KIOSRecognizer) {}
}
