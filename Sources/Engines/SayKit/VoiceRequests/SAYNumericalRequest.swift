public import Foundation
internal import VoiceJSON

/// Result of a ``SAYNumericalRequest``.
public struct SAYNumericalResult: Sendable, Equatable {
    /// The number, exact; nil without an answer.
    public var number: ExactNumber?
    /// Reason why there is no answer.
    public var error: SAYVoiceRequestError?
}

extension Equatable where Self == SAYNumericalResult {
    /// The number as the original has it, where an `NSNumber` is expected; nil without an answer.
    ///
    ///     let number: NSNumber? = result?.number
    public var number: NSNumber? {
        (number as ExactNumber?).map { exact in
            exact.integer.map { NSNumber(value: $0) } ?? NSNumber(value: exact.double)
        }
    }
}

/// Asks for a number: a cardinal, an ordinal, a decimal or a row of digits.
@MainActor
open class SAYNumericalRequest: SAYStandardVoiceRequest<ExactNumber> {
    private static var codec: ValueCodec<ExactNumber> {
        ValueCodec(
            read: { json, _, _ in
                switch json {
                case .integer(let number): ExactNumber(figures: String(number))
                case .decimal(let figures): ExactNumber(figures: figures)
                default: nil
                }
            }, write: { LanguageInterpreter.value(of: $0) })
    }

    /// A request that calls `completionBlock` once; with nil where it was cancelled.
    public init(
        promptText: String, completionBlock: @escaping @MainActor (SAYNumericalResult?) -> Void
    ) {
        let responder = SAYStandardRequestResponder<ExactNumber>(outcomeAction: { outcome in
            if case .cancelled = outcome { return completionBlock(nil) }
            completionBlock(SAYNumericalResult(number: outcome.value, error: outcome.error))
        })
        super.init(
            prompt: SAYVoicePrompt(message: promptText), expecting: .numbers, codec: Self.codec,
            responder: responder)
    }

    /// A request that `responder` decides about.
    public init(
        prompt: SAYVoicePrompt?,
        responder: any SAYVoiceRequestResponder<ExactNumber> =
            SAYStandardRequestResponder<ExactNumber>()
    ) {
        super.init(prompt: prompt, expecting: .numbers, codec: Self.codec, responder: responder)
    }
}
