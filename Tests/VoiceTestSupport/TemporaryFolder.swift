import VoiceFiles

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A folder of its own for one test, removed with everything in it.
package final class TemporaryFolder {
    /// The folder's path.
    package let path: String

    /// Makes the folder.
    package init() {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let template = strdup("\(parent)/voicetest-XXXXXX")
        defer { free(template) }
        guard let template, mkdtemp(template) != nil else {
            preconditionFailure("the system's temporary folder takes no folder")
        }
        path = String(cString: template)
    }

    deinit { try? DiskFile.remove(path) }

    /// The path of `name` in the folder.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes `bytes`, making folders on the way.
    package func write(_ bytes: [UInt8], to name: String) throws {
        try DiskFile.write(bytes, to: path(name))
    }

    /// Writes `text`, making folders on the way.
    package func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    /// Makes an empty file whose name is two bytes that are not UTF-8, and then `ending`.
    package func makeUnnameable(_ ending: String, in folder: String = ".") {
        var name = Array("\(path)/\(folder)/".utf8).map { CChar(bitPattern: $0) }
        name += [0xFF, 0xFE].map { CChar(bitPattern: $0) }
        name += Array(ending.utf8).map { CChar(bitPattern: $0) } + [0]
        let file = open(name, O_CREAT | O_WRONLY, 0o644)
        precondition(file >= 0, "cannot make a file")
        close(file)
    }

    /// Every name in the folder, sorted.
    package func names() throws -> [String] { try DiskFile.names(in: path) }

    /// Makes a symbolic link called `name` to `target`.
    package func link(_ name: String, to target: String) {
        precondition(symlink(target, path(name)) == 0, "cannot link")
    }
}
