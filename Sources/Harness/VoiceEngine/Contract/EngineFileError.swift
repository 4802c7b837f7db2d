package import VoiceJSON

/// Reason why a file of an engine cannot be used.
package enum EngineFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file is not JSON.
    case notJSON(file: String, error: JSONError)
    /// The first fault of the file.
    case refused(Finding)

    /// The fault, its place, and the next step.
    package var description: String {
        switch self {
        case .notJSON(let file, let error): "\(file): not JSON: \(error). Correct the text there."
        case .refused(let finding):
            "\(finding). Correct the file; `voicetest validate` shows all that it finds."
        }
    }
}

extension EngineFileError: PlacedError {
    /// The file that is to be mended, and the line of its first fault.
    package var faultPlace: (file: String, line: Int?)? {
        switch self {
        case .notJSON(let file, let error): (file, error.line)
        case .refused(let finding): (finding.file, finding.place.line)
        }
    }
}

extension DocumentSurvey {
    /// Parses the bytes of an engine's file in the lenient dialect.
    ///
    /// - Throws: ``EngineFileError/notJSON(file:error:)``.
    package static func ofEngine(
        _ bytes: [UInt8], file: String
    ) throws(EngineFileError) -> DocumentSurvey {
        do throws(JSONError) {
            return try DocumentSurvey(bytes: bytes, file: file)
        } catch { throw .notJSON(file: file, error: error) }
    }

    /// Refuses a file with an error; warnings do not count.
    ///
    /// - Throws: ``EngineFileError/refused(_:)`` with the first finding that is no warning.
    package func refuseFaults() throws(EngineFileError) {
        if let fault = findings.first(where: { $0.severity != .warning }) { throw .refused(fault) }
    }
}

extension EngineFileError: EngineError {
    /// Bad data.
    package var fault: EngineFault { .badData }
}
