internal import VoiceSystem

/// View of a folder by one program: what the program writes there is seen only by itself and by
/// what it started, under the same paths. The folder stays as it is.
///
/// The system refuses to move a folder that the program did not make there (`EXDEV`): programs that
/// move folders copy them instead. Two programs need two folders of changes at a time; the next one
/// finds what the one before it left.
package struct FolderView: Sendable, Equatable {
    /// The path of the folder.
    package let folder: String
    /// Path of the folder that keeps the program's changes, outside of ``folder``, on a local disk
    /// or in memory; empty at first.
    package let changes: String

    /// Bytes of the list of mounts that are read at most.
    private static let mountsLimit = 1 << 20

    /// A view of `folder` that keeps its changes in `changes`.
    package init(of folder: String, changes: String) {
        self.folder = Self.realPath(folder) ?? folder
        self.changes = Self.realPath(changes) ?? changes
    }

    /// Folder of changed files: the view shows a file that lies there in the place of its own.
    package var changedFolder: String { "\(changes)/changed" }
    var workFolder: String { "\(changes)/work" }

    /// Makes the folders that the view needs; what keeps it from being made, nil for nothing.
    func prepare() -> ConfinementRefusal? {
        // The system would take both: the view would hold its own changes, or lack what is mounted.
        guard !"\(changes)/".utf8.starts(with: start.utf8), !holdsMount() else {
            return ConfinementRefusal(.view, EINVAL)
        }
        var status = stat()
        guard stat(folder, &status) == 0 else { return ConfinementRefusal(.view, errno) }
        for path in [changedFolder, workFolder] {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                return ConfinementRefusal(.view, errno)
            }
        }
        // The folder has the owner and the permissions of the one that lies above it.
        _ = chown(changedFolder, status.st_uid, status.st_gid)
        guard chmod(changedFolder, status.st_mode & 0o7777) == 0 else {
            return ConfinementRefusal(.view, errno)
        }
        return nil
    }

    /// The beginning of every path below the folder.
    private var start: String { folder == "/" ? folder : folder + "/" }

    /// Whether something is mounted below the folder.
    private func holdsMount() -> Bool {
        guard let file = fopen("/proc/self/mountinfo", "r") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.mountsLimit)
        let count = fread(&bytes, 1, bytes.count, file)
        return bytes[..<count].split(separator: UInt8(ascii: "\n")).contains { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            return fields.count > 4 && Self.unescaped(fields[4]).starts(with: start.utf8)
        }
    }

    /// A path of the list of mounts, which spells spaces and backslashes as `\` and three octal
    /// digits.
    private static func unescaped(_ path: ArraySlice<UInt8>) -> [UInt8] {
        var rest = path
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(3), as: UTF8.self)
            if byte == UInt8(ascii: "\\"), let value = UInt8(digits, radix: 8) {
                bytes.append(value)
                rest.removeFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
