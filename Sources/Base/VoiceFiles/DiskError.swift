internal import VoiceSystem

/// Fault of a file or folder.
public enum DiskError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Nothing exists at `path`.
    case missing(path: String)
    /// The system does not let the file be read; `reason` is its text.
    case unreadable(path: String, reason: String)
    /// Something other than a file is at `path`.
    case notAFile(path: String, kind: FileKind)
    /// A symbolic link is at `path`, where links are not followed.
    case link(path: String)
    /// The file has more `bytes` than the `limit`.
    case tooLarge(path: String, bytes: Int64, limit: Int64)
    /// Contents of a folder, in `bytes` or in `parts`, exceed the limit for a copy; most of the
    /// bytes are in its file or folder `largest`.
    case folderTooLarge(path: String, bytes: Int64, parts: Int, largest: String)
    /// Something is at `path` already, and is left as it is.
    case exists(path: String)
    /// The system does not create `path`; `reason` is its text.
    case cannotCreate(path: String, reason: String)
    /// The system cannot write; `reason` is its text, such as that the disk is full.
    case writeFailed(path: String, reason: String)
    /// The path leads out of `folder`.
    case escapes(path: String, folder: String)

    /// Returns the reason why something was not created: a disk that is full or fails is no fault
    /// of its name.
    package init(creating path: String, errno number: Int32) {
        let reason = String(cString: strerror(number))
        self =
            switch number {
            case ENOSPC, EDQUOT, EIO, EFBIG: .writeFailed(path: path, reason: reason)
            default: .cannotCreate(path: path, reason: reason)
            }
    }

    /// Message with the fault, its place, its reason and the next step.
    public var description: String {
        switch self {
        case .missing(let path) where path.contains("\u{FFFD}"):
            "\(path): its name is not UTF-8, so it cannot be opened. Rename it."
        case .missing(let path):
            "\(path): no such file or folder. Check the name, or create it first."
        case .unreadable(let path, let reason):
            "\(path): cannot be read (\(reason)). Check that it is a file you may read."
        case .notAFile(let path, .folder):
            "\(path): is a folder. Give the name of a file."
        case .notAFile(let path, let kind):
            "\(path): is a \(kind.rawValue), which cannot be read twice."
                + " Save its contents in a file, and give the name of that."
        case .link(let path):
            "\(path): is a link, and links are not followed here. Put the file itself in its place."
        case .tooLarge(let path, let bytes, let limit):
            "\(path): holds \(bytes) bytes, the limit is \(limit). Use a smaller file."
        case .folderTooLarge(let path, let bytes, let parts, let largest):
            "\(path): too large to copy: \(bytes) bytes in \(parts) files, folders and links, most"
                + " of them in \(largest). Move that out of the folder."
        case .exists(let path):
            "\(path): already exists and is left as it is. Choose another name, or pass --force."
        case .cannotCreate(let path, let reason):
            "\(path): cannot be created (\(reason)). Choose a folder you may write to."
        case .writeFailed(let path, let reason):
            "\(path): writing failed (\(reason)). Free some space, or choose another folder."
        case .escapes(let path, let folder):
            "\(path): leads out of \(folder == "." ? "the working folder" : folder). Use a path"
                + " inside that folder."
        }
    }
}

extension DiskError {
    /// Explains why `path`, which a folder lists, cannot be read by its name; nil where it can. A
    /// name that is not UTF-8 is not the name that the system knows.
    package init?(ofNameAt path: String) {
        guard path.unicodeScalars.contains("\u{FFFD}"), !DiskFile.exists(path) else { return nil }
        self = .unreadable(path: path, reason: "its name is not UTF-8")
    }
}
