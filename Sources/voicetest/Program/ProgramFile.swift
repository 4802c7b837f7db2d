import VoiceTrace

#if canImport(Darwin)
    import Darwin
#endif

/// The file of the program that runs.
enum ProgramFile {
    /// Largest program that is read, in bytes.
    private static let byteLimit: Int64 = 1 << 32

    /// SHA-256 of the file: equal for the same build only.
    static func digest() throws -> String {
        Digest.hex(of: try DiskFile.read(path, limit: byteLimit))
    }

    private static var path: String {
        #if canImport(Darwin)
            var size = UInt32(PATH_MAX)
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            guard _NSGetExecutablePath(&bytes, &size) == 0 else { return CommandLine.arguments[0] }
            return String(
                decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #else
            // The file that was started, whatever stands under its name by now.
            return "/proc/self/exe"
        #endif
    }
}
