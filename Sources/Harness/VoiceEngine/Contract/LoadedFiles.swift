package import VoiceJSON

/// The files of a project that a program under test loaded or read, as a session keeps them.
package struct LoadedFiles: Sendable, Equatable {
    /// The name of the file in a session's `flow` folder.
    package static let fileName = "loaded.json"
    /// The fault of a file that is none, for a message.
    package static let fault = "is not a list of paths with the IDs of Git blobs"
    /// Files, and bytes of a path, at most.
    private static let (limit, pathBytes) = (10_000, 4_096)

    /// The IDs of their Git blobs, in lower-case hexadecimal, by paths below the project.
    package private(set) var blobs: [String: String] = [:]

    /// No files.
    package init() {}

    /// Reads the file of a session; nil for bytes that are not what ``bytes`` writes.
    package init?(bytes: [UInt8]) {
        guard let object = try? JSONReader.value(of: bytes).object else { return nil }
        self.init(object)
    }

    /// The files that `object` names; nil where a path leads out of the project, and for a
    /// text that is no ID of a blob.
    package init?(_ object: JSONObject) {
        guard object.members.count <= Self.limit else { return nil }
        for member in object.members {
            guard Self.isBelow(member.key), let blob = member.value.string, Self.isBlob(blob)
            else { return nil }
            blobs[member.key] = blob
        }
    }

    private static func isBelow(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.utf8.count <= pathBytes
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
            && !path.utf8.contains { $0 < 0x20 }
    }

    private static func isBlob(_ text: String) -> Bool {
        [40, 64].contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Adds files; one that is there stays as it was first.
    package mutating func add(_ others: LoadedFiles) {
        for (path, blob) in others.blobs.sorted(by: { $0.key < $1.key })
        where blobs[path] == nil && blobs.count < Self.limit {
            blobs[path] = blob
        }
    }

    /// The file of a session, in the order of the paths.
    package var bytes: [UInt8] {
        var object: JSONObject = [:]
        for path in blobs.keys.sorted() { object[path] = blobs[path].map { .string($0) } }
        return JSONWriter.prettyBytes(.object(object))
    }
}
