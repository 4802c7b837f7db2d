internal import CCarriedFiles

/// A file that the program carries inside itself.
package struct CarriedFile: Sendable {
    /// Path in the package's `Sources`.
    package let path: String
    private let index: Int

    /// The name without the folder.
    package var name: String { DiskFile.name(of: path) }
    /// The bytes of the file.
    package var bytes: [UInt8] {
        let file = carried_at(index)
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
    /// The bytes of the file as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    private static let all = (0..<carried_count()).map { index in
        CarriedFile(path: String(cString: carried_at(index).path), index: index)
    }

    /// The file at `path` of `Sources`, which the program was built with.
    package static func at(_ path: String) -> CarriedFile {
        guard let file = all.first(where: { $0.path == path }) else {
            preconditionFailure("\(path) is not carried: run scripts/checks/make-carried.")
        }
        return file
    }

    /// Returns the files in `folder` of `Sources`, and in folders below it, in order of their
    /// paths.
    package static func below(_ folder: String) -> [CarriedFile] {
        all.filter { $0.path.hasPrefix(folder + "/") }
    }
}
