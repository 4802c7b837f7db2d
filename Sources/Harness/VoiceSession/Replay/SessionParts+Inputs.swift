internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Whether an engine can take all inputs of a session: one that it leaves out would be no part of
/// what a replay proves.
extension SessionParts {
    /// Checks that every input is of a known kind, that every call is one that `engine` declares,
    /// and that inputs made from callbacks were made from those to receivers that it declares.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` with the line of the first that is not.
    func checkInputs(of engine: EngineDeclaration) throws(SessionError) {
        let receivers = engine.receivers + [.reply]
        let calls = Set(engine.calls.map(\.name))
        for (index, input) in inputs.enumerated() {
            var fault = Self.fault(of: input.input, engine, calls)
            if let by = input.during?.by, !receivers.contains(by) {
                fault =
                    "unknown receiver \(Self.quoted(by.rawValue)). The engine \(engine.kind) has:"
                    + " \(receivers.map(\.rawValue).joined(separator: ", "))"
            }
            guard let fault else { continue }
            throw .trace(
                .damaged(path: folder.inputsPath, what: "line \(index + 1): \(fault)"))
        }
    }

    /// Returns why `engine`, which has `calls`, would not take `input`; nil where it does.
    private static func fault(
        of input: SessionInput, _ engine: EngineDeclaration, _ calls: Set<String>
    ) -> String? {
        switch input {
        case .other(let kind, _):
            "unknown kind of input \(quoted(kind)), which no replay can repeat. Update voicetest,"
                + " or restore the file"
        case .key(let key) where !KeyPad.keys.contains(key):
            "\(quoted(String(key))) is no key of a telephone. Restore the file"
        case .call(let call) where call.facade != engine.kind:
            "a call of the engine \(quoted(call.facade)) in a session of the engine \(engine.kind)."
                + " Restore the file"
        case .call(let call) where !calls.contains(call.name):
            "the engine \(engine.kind) has no call \(quoted(call.name)). Update voicetest, or"
                + " restore the file"
        default: nil
        }
    }

    private static func quoted(_ name: String) -> String { JSONWriter.text(.string(name)) }
}
