import VoiceFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder of temporary files that only this user may read. A signal that ends the program
/// removes it.
struct PrivateFolder: Sendable {
    let path: String
    private let files: [String]

    /// Makes a folder that will hold files of these names.
    ///
    /// - Throws: ``DiskError`` where it cannot be made.
    init(files names: [String]) throws {
        let place = Console.environment("TMPDIR") ?? "/tmp"
        var template = Array("\(place)/voicetest-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw DiskError.cannotCreate(path: place, reason: String(cString: strerror(errno)))
        }
        let bytes = template.dropLast().map(UInt8.init(bitPattern:))
        let folder = String(decoding: bytes, as: UTF8.self)
        path = folder
        files = names.map { "\(folder)/\($0)" }
        for file in [folder] + files { UnfinishedFiles.register(file) }
    }

    /// Removes it with what it holds.
    func remove() {
        try? DiskFile.remove(path)
        for file in files.reversed() + [path] { UnfinishedFiles.forget(file) }
    }
}
