internal import VoiceJSON

/// Asks for one of several options, by label, alias or place.
@MainActor
open class SAYSelectRequest: SAYStandardVoiceRequest<SAYSelectResult> {
    /// The options in order.
    public let options: [SAYSelectOption]

    private static func codec(_ options: [SAYSelectOption]) -> ValueCodec<SAYSelectResult> {
        ValueCodec(
            read: { json, _, _ in
                let index = json.object?["index"]?.integer.map { Int(clamping: $0) }
                guard let index, options.indices.contains(index) else { return nil }
                return SAYSelectResult(selectedOption: options[index], selectedIndex: index)
            },
            write: { result in
                .object([
                    "index": .integer(Int64(result.selectedIndex ?? -1)),
                    "label": .string(result.selectedOption?.label ?? ""),
                ])
            })
    }

    /// A request that calls `completionBlock` once; with nil where it was cancelled.
    public init(
        options: [SAYSelectOption], promptText: String,
        completionBlock: @escaping @MainActor (SAYSelectResult?) -> Void
    ) {
        self.options = options
        let responder = SAYStandardRequestResponder<SAYSelectResult>(outcomeAction: { outcome in
            if case .cancelled = outcome { return completionBlock(nil) }
            var result =
                outcome.value ?? SAYSelectResult(selectedOption: nil, selectedIndex: nil)
            result.error = outcome.error
            completionBlock(result)
        })
        super.init(
            prompt: SAYVoicePrompt(message: promptText), expecting: .options(options),
            codec: Self.codec(options), responder: responder)
    }

    /// A request for one of these labels.
    public convenience init(
        itemLabels: [String], promptText: String,
        completionBlock: @escaping @MainActor (SAYSelectResult?) -> Void
    ) {
        self.init(
            options: itemLabels.map { SAYSelectOption(label: $0) }, promptText: promptText,
            completionBlock: completionBlock)
    }

    /// A request that `responder` decides about.
    public init(
        options: [SAYSelectOption], prompt: SAYVoicePrompt?,
        responder: any SAYVoiceRequestResponder<SAYSelectResult> =
            SAYStandardRequestResponder<SAYSelectResult>()
    ) {
        self.options = options
        super.init(
            prompt: prompt, expecting: .options(options), codec: Self.codec(options),
            responder: responder)
    }

    /// Returns a request of the same parts that is not presented.
    open override func clone() -> SAYStandardVoiceRequest<SAYSelectResult> {
        copyingParts(to: SAYSelectRequest(options: options, prompt: prompt, responder: responder))
    }

    /// Takes an option instead of the user; does nothing for an unknown index.
    open override func choose(at index: Int) {
        guard options.indices.contains(index) else { return }
        respondImmediately(
            to: SAYInterpretation(
                value: SAYSelectResult(selectedOption: options[index], selectedIndex: index)))
    }
}
