import VoiceFiles

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
        let folder = try DiskFile.makeTemporaryFolder(in: place)
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
