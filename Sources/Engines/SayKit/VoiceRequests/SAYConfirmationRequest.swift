internal import VoiceJSON

/// Result of a ``SAYConfirmationRequest``.
public struct SAYConfirmationResult: Sendable, Equatable {
    /// True for yes, false for no, nil without an answer.
    public var confirmed: Bool?
    /// Reason why there is no answer.
    public var error: SAYVoiceRequestError?
}

/// Asks a question of yes or no.
@MainActor
open class SAYConfirmationRequest: SAYStandardVoiceRequest<Bool> {
    private static var codec: ValueCodec<Bool> {
        ValueCodec(read: { json, _, _ in json.bool }, write: { .bool($0) })
    }

    /// A request that calls `completionBlock` once; with nil where it was cancelled.
    public init(
        promptText: String,
        completionBlock: @escaping @MainActor (SAYConfirmationResult?) -> Void
    ) {
        let responder = SAYStandardRequestResponder<Bool>(outcomeAction: { outcome in
            if case .cancelled = outcome { return completionBlock(nil) }
            completionBlock(SAYConfirmationResult(confirmed: outcome.value, error: outcome.error))
        })
        super.init(
            prompt: SAYVoicePrompt(message: promptText), expecting: .confirmation,
            codec: Self.codec, responder: responder)
    }

    /// A request that `responder` decides about.
    public init(
        prompt: SAYVoicePrompt?,
        responder: any SAYVoiceRequestResponder<Bool> = SAYStandardRequestResponder<Bool>()
    ) {
        super.init(
            prompt: prompt, expecting: .confirmation, codec: Self.codec, responder: responder)
    }

    /// Returns a request of the same parts that is not presented.
    open override func clone() -> SAYStandardVoiceRequest<Bool> {
        copyingParts(to: SAYConfirmationRequest(prompt: prompt, responder: responder))
    }

    /// Yes and no.
    open override var choices: [String] { Self.choices(in: language) }

    static func choices(in language: SpokenLanguage) -> [String] {
        ["yes", "no"].map { name in
            language.words.sentences[name] ?? SpokenLanguage.english.sentence(name)
        }
    }

    /// Answers yes for 0 and no for 1; does nothing for another index.
    open override func choose(at index: Int) {
        guard (0...1).contains(index) else { return }
        respondImmediately(to: SAYInterpretation(value: index == 0))
    }
}
