internal import VoiceEngine
internal import VoiceTrace

extension SessionParts {
    /// Checks that inputs were made from callbacks to receivers that `engine` declares.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` with the line of the first that was not.
    func checkReceivers(of engine: EngineDeclaration) throws(SessionError) {
        let known = engine.receivers + [.reply]
        for (index, input) in inputs.enumerated() {
            guard let by = input.during?.by, !known.contains(by) else { continue }
            let names = known.map(\.rawValue).joined(separator: ", ")
            throw .trace(
                .damaged(
                    path: folder.inputsPath,
                    what: "line \(index + 1) comes from the receiver"
                        + " \(JSONWriter.text(.string(by.rawValue))), which the engine"
                        + " \(engine.kind) does not have (it has \(names))"))
        }
    }
}
