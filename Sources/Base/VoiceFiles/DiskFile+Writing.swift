internal import Synchronization
internal import VoiceSystem

extension DiskFile {
    private static let writing = Mutex(())
    /// Permissions of a new file, as far as the process's own mask lets them.
    package static let usualMode: UInt32 = 0o666

    /// Writes `bytes` to `path`: beside it under another name first, then renamed into place.
    ///
    /// A file that is replaced passes its mode on; a new one gets `mode`, as far as the process's
    /// own mask lets it.
    /// - Throws: ``DiskError/exists(path:)`` when `replacing` is false and something is there,
    ///   ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    package static func write(
        _ bytes: [UInt8], to path: String, replacing: Bool = true, mode: UInt32 = usualMode
    ) throws(DiskError) {
        if !replacing, exists(path) { throw .exists(path: path) }
        try makeFolder(parent(of: path))
        try writing.withLock { (_) throws(DiskError) in
            let temporary = try writeBeside(path, bytes, mode)
            try publish(temporary, as: path, replacing: replacing)
        }
    }

    /// Appends `bytes` to the file at `path` in one piece; makes a file that is missing.
    ///
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    package static func append(_ bytes: [UInt8], to path: String) throws(DiskError) {
        try writing.withLock { (_) throws(DiskError) in
            let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode_t(usualMode))
            guard file >= 0 else { throw DiskError(creating: path, errno: errno) }
            let written = bytes.withUnsafeBytes { writeAll(file, $0) }
            let reason = lastReason()
            guard close(file) == 0, written else {
                throw .writeFailed(path: path, reason: reason)
            }
        }
    }

    /// Runs `body` while ``write(_:to:replacing:mode:)`` has no file half written in this process:
    /// for a `body` that ends the program.
    package static func betweenWrites(_ body: () -> Void) {
        writing.withLock { _ in body() }
    }

    /// Writes several files: each beside its place and to the disk itself first, then all renamed
    /// in the order given. Where the disk is full nothing is changed.
    ///
    /// Modes are as for ``write(_:to:replacing:mode:)``.
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    package static func write(
        together files: [(path: String, bytes: [UInt8])], mode: UInt32 = usualMode
    ) throws(DiskError) {
        try writing.withLock { (_) throws(DiskError) in
            var written: [(temporary: String, path: String)] = []
            defer { for file in written { removeUnfinished(file.temporary) } }
            for file in files {
                written.append((try writeBeside(file.path, file.bytes, mode), file.path))
            }
            // Else a power cut could leave a new name on a file that is not there yet.
            for file in written { try synchronize(file.temporary) }
            for file in written {
                try publish(file.temporary, as: file.path, replacing: true)
            }
            for folder in Set(files.map { parent(of: $0.path) }) where !folder.isEmpty {
                try synchronize(folder)
            }
        }
    }

    /// Writes a file beside `path`; gives its name.
    private static func writeBeside(
        _ path: String, _ bytes: [UInt8], _ mode: UInt32
    ) throws(DiskError) -> String {
        let (temporary, file) = try createUnfinished(beside: path, mode: mode)
        let written = bytes.withUnsafeBytes { writeAll(file, $0) }
        let reason = lastReason()
        guard close(file) == 0, written else {
            removeUnfinished(temporary)
            throw .writeFailed(path: path, reason: reason)
        }
        return temporary
    }

    /// Makes the folder at `path` and those above it, as far as they are missing.
    ///
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    package static func makeFolder(_ path: String) throws(DiskError) {
        guard !path.isEmpty, !isFolder(path) else { return }
        try makeFolder(parent(of: path))
        // What ends the program makes no folder anew that it takes away.
        let (outcome, reason) = writing.withLock { _ in (mkdir(path, 0o777), errno) }
        guard outcome != 0 else { return }
        guard isFolder(path) else { throw DiskError(creating: path, errno: reason) }
    }

    /// Moves `source` to `target`, which must not exist.
    ///
    /// - Throws: ``DiskError/exists(path:)``, ``DiskError/cannotCreate(path:reason:)`` or
    ///   ``DiskError/writeFailed(path:reason:)``.
    package static func move(_ source: String, to target: String) throws(DiskError) {
        guard !exists(target) else { throw .exists(path: target) }
        guard rename(source, target) == 0 else { throw DiskError(creating: target, errno: errno) }
    }

    /// Removes a file, or a folder with its contents; a missing one is no error. Links are removed,
    /// never followed.
    ///
    /// - Throws: ``DiskError/writeFailed(path:reason:)``.
    package static func remove(_ path: String) throws(DiskError) {
        try remove(Array(path.utf8CString))
    }

    /// Removes what is at `path`, which ends with a zero byte: names in a folder may be no UTF-8.
    private static func remove(_ path: [CChar]) throws(DiskError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        if isFolder {
            // The system gives folders of its own such a mode, below those of an overlay's work.
            if status.st_mode & 0o700 == 0 { chmod(path, 0o700) }
            for name in try rawNames(in: path) {
                try remove(path.dropLast() + [0x2F] + name)
            }
        }
        guard (isFolder ? rmdir(path) : unlink(path)) == 0 else {
            throw .writeFailed(path: text(path), reason: lastReason())
        }
    }

    package static func writeAll(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let pending = UnsafeRawBufferPointer(rebasing: rest)
            let count = VoiceSystem.write(file, pending.baseAddress, pending.count)
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
