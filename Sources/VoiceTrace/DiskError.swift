/// What went wrong with a file or folder.
public enum DiskError: Error, Sendable, Equatable, CustomStringConvertible {
    case missing(path: String)
    case unreadable(path: String, reason: String)
    case tooLarge(path: String, bytes: Int64, limit: Int64)
    case exists(path: String)
    case cannotCreate(path: String, reason: String)
    case writeFailed(path: String, reason: String)
    case escapes(path: String, folder: String)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .missing(let path):
            "\(path): no such file or folder. Check the name, or create it first."
        case .unreadable(let path, let reason):
            "\(path): cannot be read (\(reason)). Check that it is a file you may read."
        case .tooLarge(let path, let bytes, let limit):
            "\(path): holds \(bytes) bytes, the limit is \(limit). Use a smaller file."
        case .exists(let path):
            "\(path): already exists and is left as it is. Choose another name, or pass --force."
        case .cannotCreate(let path, let reason):
            "\(path): cannot be created (\(reason)). Choose a folder you may write to."
        case .writeFailed(let path, let reason):
            "\(path): writing failed (\(reason)). Free some space, or choose another folder."
        case .escapes(let path, let folder):
            "\(path): leads out of \(folder). Use a path inside that folder."
        }
    }
}
