package import VoiceEngine

/// Fault of a file of a program's session or project.
package struct ProgramFileError: EngineError, Equatable, CustomStringConvertible {
    /// File, line and next step.
    package let description: String

    /// Bad data.
    package var fault: EngineFault { .badData }

    /// A line that is no call.
    init(calls error: CallTapeError) {
        description =
            "flow/\(CallTape.fileName):\(error.line): \(error.text("is no call with its answer"))."
            + " Restore the file from version control, or record the session again."
    }

    /// A line that holds no acts.
    init(acts file: String, line: Int) {
        description =
            "flow/\(file):\(line): holds no acts of a program, or is out of order. Restore the file"
            + " from version control, or redact the session again."
    }

    /// Rules that cannot be used.
    init(file: String, what: String) {
        description = "\(file) \(what). `voicetest validate` says where it stands."
    }
}
