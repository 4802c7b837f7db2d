extension SessionFolder {
    private static let depthLimit = 8
    private static let entryLimit = 100_000

    /// Refuses a folder that holds anything but files and folders: what is written into it stays
    /// in it, and a replay refuses links too.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` for a link, a pipe, a socket or a device;
    ///   ``TraceError/disk(_:)``.
    public func refuseLinks() throws(TraceError) {
        var left = Self.entryLimit
        try refuseLinks(in: path, depth: 0, &left)
    }

    private func refuseLinks(
        in folder: String, depth: Int, _ left: inout Int
    ) throws(TraceError) {
        let names: [String]
        do { names = try DiskFile.names(in: folder) } catch { throw .disk(error) }
        left -= names.count
        guard depth < Self.depthLimit, left >= 0 else {
            throw .damaged(path: folder, what: "it holds more than a session does")
        }
        for name in names {
            let path = "\(folder)/\(name)"
            switch FileKind(path) {
            case .folder: try refuseLinks(in: path, depth: depth + 1, &left)
            case nil, .file: break
            case .link: throw .damaged(path: path, what: "it is a link, and a session holds none")
            case let kind?: throw .damaged(path: path, what: "it is a \(kind.rawValue) and no file")
            }
        }
    }
}
