#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension DiskFile {
    /// `path` without links and detours; as it is where nothing stands there.
    public static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The folder that relative paths begin in; empty where the system does not tell.
    public static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
