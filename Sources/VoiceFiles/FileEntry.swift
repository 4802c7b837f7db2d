/// What a file held when it was looked at.
public struct FileEntry: Sendable, Equatable {
    /// SHA-256, lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var size: Int64

    /// An entry of these facts.
    public init(sha256: String, size: Int64) {
        self.sha256 = sha256
        self.size = size
    }
}
