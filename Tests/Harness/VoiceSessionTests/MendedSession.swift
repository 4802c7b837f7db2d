import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTrace

/// A sealed session that is changed by hand and whose manifest then fits again.
struct MendedSession {
    let stage: Stage
    let folder: SessionFolder

    init() throws {
        stage = Stage()
        folder = try stage.seal()
    }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// The names of the prompts' files, in order.
    func prompts() throws -> [String] {
        try DiskFile.names(in: path("audio/prompts")).filter { $0.hasSuffix(".flac") }
            .map { "audio/prompts/\($0)" }
    }

    /// Changes the session, then lists what is there with its digests; `change` may alter the
    /// manifest's other members.
    func change(_ change: (inout JSONObject) throws -> Void) throws {
        var object = try SessionManifest(path: folder.manifestPath).object
        try change(&object)
        var files = object["files"]?.object ?? [:]
        for member in files.members {
            guard DiskFile.exists(path(member.key)) else {
                files[member.key] = nil
                continue
            }
            let entry = try DiskFile.entry(of: path(member.key))
            files[member.key] = ["sha256": .string(entry.sha256), "size": .integer(entry.size)]
        }
        object["files"] = .object(files)
        try DiskFile.write(JSONWriter.prettyBytes(.object(object)), to: folder.manifestPath)
    }

    /// Changes the prompt index entry by entry.
    func changeIndex(_ body: (inout JSONObject) -> Void) throws {
        let name = SessionFolder.Part.promptIndex
        let root = try JSONReader.value(of: DiskFile.read(path(name), limit: 1 << 20))
        var listing = root.object?["prompts"]?.object ?? [:]
        for member in listing.members {
            var entry = member.value.object ?? [:]
            body(&entry)
            listing[member.key] = .object(entry)
        }
        try DiskFile.write(
            JSONWriter.prettyBytes(["prompts": .object(listing)]), to: path(name))
    }

    /// Why the session cannot be replayed from `tap`; nil where it agrees.
    func refusal(_ tap: StartingTap) throws -> String? {
        do {
            let result = try stage.replay(folder) { $0.tap = tap }
            return result.events == result.golden.events ? nil : "it differs"
        } catch let error as SessionError { return error.description }
    }
}
