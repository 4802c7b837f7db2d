#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Makes a file a program.
func chmodded(_ path: String) -> Bool { chmod(path, 0o755) == 0 }

/// Whether a process of that number runs: one that ended and is waited for by nobody does not.
func isRunning(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    let state = text.split(separator: ")").last?.split(separator: " ").first
    return state != "Z" && state != "X"
}
