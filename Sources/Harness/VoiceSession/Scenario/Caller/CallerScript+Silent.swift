internal import VoiceEngine
package import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension CallerScript {
    /// A line of the caller without sound: a message to the app, or the end of the call.
    package struct SilentLine: Sendable, Equatable {
        /// Event that it follows.
        package let anchor: CallerAnchor
        /// Time after the anchor, in milliseconds.
        package let delayMilliseconds: Int64
        /// Key of the scenario's line, `send` or `hangUp`.
        package let key: String
        /// Value of the key.
        package let value: JSONValue
        let frame: Frame
    }

    /// The lines without sound of `inputs`, in order.
    static func silentLines(
        of inputs: [InputEvent], _ anchors: CallerAnchors, _ rate: SampleRate
    ) -> [SilentLine] {
        inputs.compactMap { event in
            let said: (key: String, value: JSONValue)? =
                switch event.input {
                case .hangUp: ("hangUp", true)
                case .call(let call): message(of: call).map { ("send", $0) }
                default: nil
                }
            guard let said else { return nil }
            let anchor = anchors.anchor(ofSpeechAt: event.frame)
            return SilentLine(
                anchor: anchor,
                delayMilliseconds: max(
                    0, rate.microseconds(event.frame - anchor.frame) / 1_000),
                key: said.key, value: said.value, frame: event.frame)
        }
    }

    /// Returns the content of a call that brings a message of the caller, as a line can have it;
    /// nil for another call.
    static func message(of call: EngineCall) -> JSONValue? {
        guard call.name == EngineDeclaration.messageCall, call.arguments.members.count == 1,
            let content = call.arguments["content"]?.object, !content.members.isEmpty
        else { return nil }
        return .object(content)
    }

    /// The lines without sound, but for messages that rules of `app` send, if any do.
    func silentLines(beside app: JSONValue?) -> [SilentLine] {
        let sends = app?.array?.contains { $0.object?["send"] != nil } ?? false
        return sends ? silentLines.filter { $0.key != "send" } : silentLines
    }
}
