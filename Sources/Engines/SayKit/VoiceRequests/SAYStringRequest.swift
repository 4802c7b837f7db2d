internal import VoiceJSON

/// Result of a ``SAYStringRequest``.
public struct SAYStringResult: Sendable, Equatable {
    /// The words, unchanged; nil without an answer.
    public var transcription: String?
    /// Reason why there is no answer.
    public var error: SAYVoiceRequestError?
}

/// Asks for any short speech.
@MainActor
open class SAYStringRequest: SAYStandardVoiceRequest<String> {
    private static var codec: ValueCodec<String> {
        ValueCodec(read: { json, _, _ in json.string }, write: { .string($0) })
    }

    /// A request that calls `completionBlock` once; with nil where it was cancelled.
    public init(
        promptText: String, completionBlock: @escaping @MainActor (SAYStringResult?) -> Void
    ) {
        let responder = SAYStandardRequestResponder<String>(outcomeAction: { outcome in
            if case .cancelled = outcome { return completionBlock(nil) }
            completionBlock(SAYStringResult(transcription: outcome.value, error: outcome.error))
        })
        super.init(
            prompt: SAYVoicePrompt(message: promptText), expecting: .anything, codec: Self.codec,
            responder: responder)
    }

    /// A request that `responder` decides about.
    public init(
        prompt: SAYVoicePrompt?,
        responder: any SAYVoiceRequestResponder<String> = SAYStandardRequestResponder<String>()
    ) {
        super.init(prompt: prompt, expecting: .anything, codec: Self.codec, responder: responder)
    }
}
