public import VoiceTrace

/// Why a project cannot be tested.
public enum ProjectError: Error, Sendable, Equatable, CustomStringConvertible {
    case disk(DiskError)
    case notJSON(file: String, error: JSONError)
    case refused(findings: [Finding])
    case notFound(from: String)
    case tooManyFiles(folder: String, limit: Int)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .disk(let error): return error.description
        case .notJSON(let file, let error):
            return "\(file):\(error.line):\(error.column): not JSON: found \(error.found)"
                + " (\(error.path)). Correct the text there."
        case .refused(let findings):
            return findings.map(\.description).joined(separator: "\n")
        case .notFound(let start):
            return "\(start): no \(Project.fileName) in this folder or above it."
                + " Create a project with `voicetest init`, or name its folder."
        case .tooManyFiles(let folder, let limit):
            return "\(folder): the project has more than \(limit) files."
                + " Move recordings and build products out of it."
        }
    }
}
